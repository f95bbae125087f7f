// Bars and gauges.
#include "experiments/watch/draw.h"

#include <gtest/gtest.h>

#include <array>

namespace rootward::watch {
namespace {

TEST(WatchDraw, BarsAndGaugesHaveTheirWidth) {
  EXPECT_EQ(bar_text(0, 10, 12), "[..........]");
  EXPECT_EQ(bar_text(5, 10, 12), "[#####.....]");
  EXPECT_EQ(bar_text(11, 10, 12), "[##########]");
  EXPECT_EQ(bar_text(0, 0, 12), "[..........]");
  EXPECT_EQ(gauge_text(0.0, -3, 3, 12), "[.....#....]");
  EXPECT_EQ(gauge_text(9.0, -3, 3, 12), "[.....|...#]") << "beyond its bound it stays inside";
  EXPECT_EQ(gauge_text(-3.0, -3, 1, 10), "[#.....|.]");
}

TEST(WatchDraw, AnIntervalShowsScoreAndOneHalf) {
  EXPECT_EQ(interval_bar(0.75, {0.6, 0.9}, 11), ".....|--o-.");
  EXPECT_EQ(interval_bar(0.0, {-0.2, 0.2}, 11), "o--..|.....");
  EXPECT_EQ(interval_bar(0.5, {0.5, 0.5}, 11), ".....o.....");
}

TEST(WatchDraw, ASparklineShowsTheLastValues) {
  const std::array<double, 4> values = {9, 0, 0.5, 1};
  EXPECT_EQ(sparkline(values, 3, false), "_=#");
  EXPECT_EQ(sparkline(values, 3, true), "▁▅█");
  EXPECT_EQ(sparkline(std::array<double, 2>{0.5, 0.5}, 5, false), "==");
  EXPECT_EQ(sparkline({}, 5, false), "");
}

TEST(WatchDraw, TextsAreCutByLettersAndCarryNoControlCharacters) {
  EXPECT_EQ(clipped("grün und blau", 4), "grün");
  EXPECT_EQ(width_of("grün"), 4U);
  EXPECT_EQ(padded("ü", 3), "ü  ");
  EXPECT_EQ(clipped("a\x1b[31mb\n", 9), "a [31mb ");
}

}  // namespace
}  // namespace rootward::watch
