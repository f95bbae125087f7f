// Axes begin, end and tick where a reader expects them to.
#include "lab/report/plot/ticks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rootward::plot {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks)
    if (!tick.label.empty()) texts.push_back(tick.label);
  return texts;
}

TEST(Ticks, LinearOnesAreRoundAndSayAsMuchAsTheStep) {
  EXPECT_THAT(labels(axis_ticks(AxisScale::linear, {0, 100}, 5)), ElementsAre("0", "20", "40", "60", "80", "100"));
  EXPECT_THAT(labels(axis_ticks(AxisScale::linear, {-0.11, 0.23}, 4)), ElementsAre("−0.1", "0.0", "0.1", "0.2"));
  EXPECT_THAT(labels(axis_ticks(AxisScale::linear, {0, 12000}, 3)), ElementsAre("0", "5,000", "10,000"));
  EXPECT_THAT(labels(axis_ticks(AxisScale::linear, {0.4981, 0.5019}, 4)), ElementsAre("0.499", "0.500", "0.501"));
}

TEST(Ticks, LogarithmicOnesAreDecadesWithMinorTicks) {
  const std::vector<Tick> ticks = axis_ticks(AxisScale::log, {1, 100000}, 6);
  EXPECT_THAT(labels(ticks), ElementsAre("1", "10", "100", "1,000", "10,000", "100,000"));
  EXPECT_EQ(ticks.size(), 46U);
  EXPECT_EQ(ticks[1].at, 2);
  EXPECT_THAT(labels(axis_ticks(AxisScale::log, {0.15, 6}, 6)), ElementsAre("0.2", "0.5", "1", "2", "5"));
  EXPECT_THAT(labels(axis_ticks(AxisScale::log, {1e-9, 1e9}, 6)),
              ElementsAre("10⁻⁹", "10⁻⁶", "0.001", "1", "1,000", "10⁶", "10⁹"));
}

TEST(Ticks, EndWhereNumbersAreHugeOrTooNearEachOther) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const Interval& range : {Interval{1e300, 1e300 * (1 + 1e-15)}, Interval{1e300, 1.0000001e300},
                                Interval{-1e308, 1e308}, Interval{0, kInfinity}, Interval{1, 1 + 1e-16}})
    EXPECT_LE(axis_ticks(AxisScale::linear, range, 5).size(), 20U) << range.high;
  EXPECT_LE(axis_ticks(AxisScale::log, {1e300, kInfinity}, 5).size(), 100U);
}

TEST(Ticks, WithinAFractionOfADecadeALogarithmicAxisHasEqualSteps) {
  EXPECT_THAT(labels(axis_ticks(AxisScale::log, {3, 4.2}, 4)), ElementsAre("3.0", "3.5", "4.0"));
}

TEST(Ticks, PositionsAreLinearOrLogarithmic) {
  EXPECT_DOUBLE_EQ(axis_position(AxisScale::linear, {-1, 3}, 0), 0.25);
  EXPECT_DOUBLE_EQ(axis_position(AxisScale::log, {1, 10000}, 10), 0.25);
}

TEST(AxisRange, HoldsTheDataWithALittleRoom) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Interval linear = axis_range({}, std::vector<double>{2, 4, nan, 3});
  EXPECT_NEAR(linear.low, 1.92, 1e-12);
  EXPECT_NEAR(linear.high, 4.08, 1e-12);
  const Interval log = axis_range({.scale = AxisScale::log}, std::vector<double>{-5, 0, 1, 1000});
  EXPECT_GT(log.low, 0.7);
  EXPECT_LT(log.low, 1);
  EXPECT_GT(log.high, 1000);
}

TEST(AxisRange, IsNeverEmpty) {
  for (const AxisScale scale : {AxisScale::linear, AxisScale::log}) {
    for (const std::vector<double>& values : {std::vector<double>{}, {7}, {0}, {-3, -3}}) {
      const Interval range = axis_range({.scale = scale}, values);
      EXPECT_LT(range.low, range.high);
    }
    const Interval given = axis_range({.scale = scale, .low = 5, .high = 5}, std::vector<double>{1});
    EXPECT_LT(given.low, given.high);
  }
}

}  // namespace
}  // namespace rootward::plot
