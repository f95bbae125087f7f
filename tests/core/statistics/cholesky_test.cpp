// Small systems worked by hand, and ranks.
#include "core/statistics/cholesky.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "core/rng.h"
#include "core/statistics/rank_correlation.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;

TEST(Cholesky, SolvesTheDocumentedSystem) {
  SquareMatrix matrix(2);
  matrix.at(0, 0) = 4;
  matrix.at(1, 0) = 2;
  matrix.at(1, 1) = 3;
  const std::vector<double> x = Cholesky(matrix).solve(std::vector<double>{2, 5});
  EXPECT_NEAR(x[0], -0.5, 1e-15);
  EXPECT_NEAR(x[1], 2, 1e-15);
}

TEST(Cholesky, SolvesRandomSystems) {
  Rng rng(3);
  constexpr std::size_t kSize = 20;
  SquareMatrix matrix(kSize);
  std::vector<std::vector<double>> roots(kSize, std::vector<double>(kSize));
  for (auto& row : roots)
    for (double& number : row) number = static_cast<double>(rng.below(1000)) / 1000;
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j < kSize; ++j)
      for (std::size_t k = 0; k < kSize; ++k) matrix.at(i, j) += roots[i][k] * roots[j][k];
    matrix.at(i, i) += 1;
  }
  std::vector<double> right(kSize);
  for (double& number : right) number = static_cast<double>(rng.below(100));
  const std::vector<double> x = Cholesky(matrix).solve(right);
  for (std::size_t i = 0; i < kSize; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < kSize; ++j) sum += matrix.at(i, j) * x[j];
    EXPECT_NEAR(sum, right[i], 1e-9);
  }
}

TEST(Cholesky, RefusesWhatIsNotPositiveDefinite) {
  SquareMatrix matrix(2);
  matrix.at(0, 0) = matrix.at(1, 1) = 1;
  matrix.at(1, 0) = 1;
  EXPECT_THROW(Cholesky{matrix}, std::domain_error);
}

TEST(RankCorrelation, OfTheDocumentedLists) {
  EXPECT_THAT(ranks_of(std::vector<double>{3, 1, 3}), ElementsAre(2.5, 1, 2.5));
  EXPECT_NEAR(spearman(std::vector<double>{1, 2, 3, 4}, std::vector<double>{1, 3, 2, 4}).value(), 0.8, 1e-15);
  EXPECT_EQ(spearman(std::vector<double>{1, 2, 9}, std::vector<double>{-1, -20, -21}), -1);
  EXPECT_FALSE(spearman(std::vector<double>{1, 1}, std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace rootward
