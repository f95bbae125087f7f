// What every interval of a share must fulfil, whatever its formula.
#include "core/statistics/binomial.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rootward {
namespace {

TEST(Binomial, WilsonInvertsTheScoreTest) {
  // At both ends the tested share lies z standard errors (of the tested share) away.
  const Interval interval = wilson_interval(0.37, 57.5, 1.7);
  for (double end : {interval.low, interval.high}) {
    EXPECT_NEAR(std::fabs(0.37 - end) / std::sqrt(end * (1 - end) / 57.5), 1.7, 1e-12);
  }
}

TEST(Binomial, WilsonIsExactAtTheEnds) {
  EXPECT_EQ(wilson_interval(0, 10).low, 0.0);
  EXPECT_EQ(wilson_interval(1, 10).high, 1.0);
  EXPECT_NEAR(wilson_interval(0, 10).high, kZ95 * kZ95 / (10 + kZ95 * kZ95), 1e-15);
}

TEST(Binomial, IntervalsAreMirrored) {
  for (int wins = 0; wins <= 12; ++wins) {
    const Interval interval = wilson_interval(wins / 12.0, 12);
    const Interval mirrored = wilson_interval(1 - wins / 12.0, 12);
    EXPECT_NEAR(interval.low, 1 - mirrored.high, 1e-12);
  }
}

}  // namespace
}  // namespace rootward
