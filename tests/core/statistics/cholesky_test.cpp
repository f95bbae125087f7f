// Small systems worked by hand.
#include "core/statistics/cholesky.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/rng.h"

namespace rootward {
namespace {

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

}  // namespace
}  // namespace rootward
