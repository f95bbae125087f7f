// Points along the axes.
#include "experiments/tuning/tune_slices.h"

#include <gtest/gtest.h>

#include "tests/experiments/tuning/tuning_texts.h"

namespace rootward::tuning {
namespace {

TEST(TuneSlices, EveryElementIsACoordinate) {
  const std::vector<Coordinate> coordinates = coordinates_of(testing::small_tuning());
  ASSERT_EQ(coordinates.size(), 3U);
  EXPECT_EQ(coordinates[1].name, "backup.g[1]");
  EXPECT_EQ(coordinates[2].name, "search.selection.c");
}

TEST(TuneSlices, ValuesFollowTheScale) {
  const std::vector<double> linear = slice_values({.path = "a", .low = -2, .high = 2});
  EXPECT_EQ(linear.front(), -2);
  EXPECT_EQ(linear[20], 0);
  EXPECT_EQ(linear.back(), 2);
  const std::vector<double> log = slice_values({.path = "a", .low = 0.01, .high = 100, .scale = Scale::log});
  EXPECT_NEAR(log[20], 1, 1e-12);
  const std::vector<double> whole = slice_values({.path = "a", .low = 1, .high = 3, .scale = Scale::integer});
  EXPECT_EQ(whole[20], 2);
  EXPECT_EQ(whole[1], 1);
}

TEST(TuneSlices, APointDiffersFromTheCentreInOneCoordinate) {
  const TuningConfig tuning = testing::small_tuning();
  const Point centre = testing::small_point(-7, 1);
  const std::vector<Point> points = slice_points(tuning, centre);
  ASSERT_EQ(points.size(), 3 * kSlicePoints);
  EXPECT_EQ(points[kSlicePoints], (Point{{-7, -9}, {1}}));
  EXPECT_EQ(points.back(), (Point{{-7, -6}, {3}}));
}

}  // namespace
}  // namespace rootward::tuning
