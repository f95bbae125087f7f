// Sobol's points: published values, evenness in every pair of coordinates, shifts by seed.
#include "optimizer/sobol.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace rootward::optimizer {
namespace {

TEST(Sobol, StartsAsPublished) {
  const Sobol sobol(5);
  const std::vector<std::vector<double>> points{{0, 0, 0, 0, 0},
                                                {0.5, 0.5, 0.5, 0.5, 0.5},
                                                {0.75, 0.25, 0.25, 0.25, 0.75},
                                                {0.25, 0.75, 0.75, 0.75, 0.25},
                                                {0.375, 0.375, 0.625, 0.875, 0.375}};
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    for (Eigen::Index j = 0; j < 5; ++j)
      EXPECT_EQ(sobol.point(i)[j], points[i][static_cast<std::size_t>(j)]) << "point " << i << " coordinate " << j;
  }
}

TEST(Sobol, HasThePublishedDirectionsFarOut) {
  const Eigen::VectorXd point = Sobol(64).point(777);
  EXPECT_EQ(point[0], 709.0 / 1024);
  EXPECT_EQ(point[1], 959.0 / 1024);
  EXPECT_EQ(point[5], 365.0 / 1024);
  EXPECT_EQ(point[20], 243.0 / 1024);
  EXPECT_EQ(point[40], 739.0 / 1024);
  EXPECT_EQ(point[63], 437.0 / 1024);
}

TEST(Sobol, PutsOnePointIntoEachSixteenthOfEveryCoordinate) {
  for (const std::uint64_t seed : {1ULL, 2ULL}) {
    const Sobol sobol(64, seed);
    for (Eigen::Index j = 0; j < 64; ++j) {
      std::set<int> cells;
      for (std::uint32_t i = 0; i < 16; ++i) cells.insert(static_cast<int>(16 * sobol.point(i)[j]));
      EXPECT_EQ(cells.size(), 16U) << "coordinate " << j;
    }
  }
}

TEST(Sobol, PutsOnePointIntoEachCellOfAFourByFourGrid) {
  const Sobol sobol(2, 7);
  std::set<std::pair<int, int>> cells;
  for (std::uint32_t i = 0; i < 16; ++i) {
    const Eigen::VectorXd point = sobol.point(i);
    cells.emplace(static_cast<int>(4 * point[0]), static_cast<int>(4 * point[1]));
  }
  EXPECT_EQ(cells.size(), 16U);
}

TEST(Sobol, IsAnotherForEachSeedAndTheSameForOne) {
  EXPECT_EQ(Sobol(3, 1).point(5), Sobol(3, 1).point(5));
  EXPECT_NE(Sobol(3, 1).point(5), Sobol(3, 2).point(5));
}

TEST(Sobol, GoesBeyondItsTable) {
  const Sobol sobol(100, 1);
  EXPECT_EQ(sobol.point(3), sobol.point(3));
  EXPECT_NE(sobol.point(3)[99], sobol.point(4)[99]);
  EXPECT_GE(sobol.point(3).minCoeff(), 0);
  EXPECT_LT(sobol.point(3).maxCoeff(), 1);
}

}  // namespace
}  // namespace rootward::optimizer
