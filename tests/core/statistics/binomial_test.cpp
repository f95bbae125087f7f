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
    const Interval a = clopper_pearson_interval(wins, 12);
    const Interval b = clopper_pearson_interval(12 - wins, 12);
    EXPECT_NEAR(a.low, 1 - b.high, 1e-12);
    const Interval c = jeffreys_interval(wins, 12);
    const Interval d = jeffreys_interval(12 - wins, 12);
    EXPECT_NEAR(c.high, 1 - d.low, 1e-12);
    const Interval e = wilson_interval(wins / 12.0, 12);
    const Interval f = wilson_interval(1 - wins / 12.0, 12);
    EXPECT_NEAR(e.low, 1 - f.high, 1e-12);
  }
}

TEST(Binomial, ExactIntervalCoversAtLeastItsLevel) {
  const int n = 15;
  for (double p : {0.03, 0.2, 0.5, 0.81}) {
    double covered = 0;
    double chance = std::pow(1 - p, n);
    for (int wins = 0; wins <= n; ++wins) {
      const Interval interval = clopper_pearson_interval(wins, n);
      if (interval.low <= p && p <= interval.high) covered += chance;
      chance *= p / (1 - p) * (n - wins) / (wins + 1);
    }
    EXPECT_GE(covered, 0.95) << p;
  }
}

}  // namespace
}  // namespace rootward
