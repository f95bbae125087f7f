// Detectable differences invert the sample size; tests of a score agree with its interval.
#include "core/statistics/planning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/statistics/elo.h"

namespace rootward {
namespace {

TEST(Planning, DetectableEloInvertsTheGamesNeeded) {
  for (double elo : {5.0, 20.0, 100.0, 300.0}) {
    const auto games = static_cast<double>(games_for_power80(elo));
    EXPECT_LE(detectable_elo(games), elo);
    EXPECT_GT(detectable_elo(games - 1), elo);
  }
  EXPECT_EQ(detectable_elo(1), std::numeric_limits<double>::infinity());
}

TEST(Planning, FiveHundredPairsResolveThirtyOneElo) { EXPECT_NEAR(detectable_elo(1000), 30.825, 0.001); }

TEST(Planning, TestAndIntervalAgree) {
  const ScoreEstimate wilson{.score = 0.56, .is_wilson = true, .effective_n = 320, .standard_error = 0};
  const ScoreEstimate pairs{.score = 0.56, .is_wilson = false, .effective_n = 0, .standard_error = 0.021};
  for (const ScoreEstimate& estimate : {wilson, pairs}) {
    const Interval interval = score_interval(estimate);
    EXPECT_NEAR(z_against(estimate, interval.low), kZ95, 1e-12);
    EXPECT_NEAR(z_against(estimate, interval.high), -kZ95, 1e-12);
  }
}

TEST(Planning, EquivalenceIsTheNinetyPercentInterval) {
  const double z90 = normal_quantile(0.95);
  for (double error : {0.003, 0.0069, 0.0075, 0.02}) {
    const ScoreEstimate estimate{.score = 0.502, .is_wilson = false, .effective_n = 0, .standard_error = error};
    const Interval interval = score_interval(estimate, z90);
    const bool inside = interval.low > score_of_elo(-10) && interval.high < score_of_elo(10);
    EXPECT_EQ(equivalence_p(estimate, 10) < 0.05, inside) << error;
  }
}

TEST(Planning, FewGamesProveNoEquivalence) {
  const ScoreEstimate estimate{.score = 0.5, .is_wilson = true, .effective_n = 1000, .standard_error = 0};
  EXPECT_GT(equivalence_p(estimate, 10), 0.05);
  const ScoreEstimate many{.score = 0.5, .is_wilson = true, .effective_n = 10000, .standard_error = 0};
  EXPECT_LT(equivalence_p(many, 10), 0.05);
}

}  // namespace
}  // namespace rootward
