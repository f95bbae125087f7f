// The exact test of a mean: the tests that it is in special cases, its interval, and its coverage by enumeration.
#include "core/statistics/exact_score.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/rng.h"
#include "core/statistics/beta.h"
#include "core/statistics/match_score.h"
#include "core/statistics/score_estimate.h"

namespace rootward {
namespace {

TEST(ExactScore, OfWonEvenAndLostIsTheSignTestOfTheUneven) {
  for (std::uint64_t won = 0; won <= 9; ++won)
    for (std::uint64_t lost = 0; lost <= 9; ++lost)
      for (const std::uint64_t even : {0U, 1U, 17U}) {
        const PairCounts pairs = {lost, 0, even, 0, won};
        if (won + lost + even == 0) continue;
        EXPECT_NEAR(p_against(pair_estimate(pairs), 0.5), sign_test_p(won, lost), 1e-12) << won << " " << lost;
      }
  EXPECT_NEAR(exact_p_of_at_most(PairCounts{0, 0, 5, 0, 3}, 0.5), 0.125, 1e-14);
}

TEST(ExactScore, OfWonAndLostIsClopperAndPearsonsInterval) {
  for (std::uint64_t won = 0; won <= 12; ++won) {
    const Interval interval = exact_interval(PairCounts{12 - won, 0, 0, 0, won}, 0.025);
    const auto w = static_cast<double>(won);
    EXPECT_NEAR(interval.low, won == 0 ? 0 : beta_quantile(0.025, w, 13 - w), 1e-12);
    EXPECT_NEAR(interval.high, won == 12 ? 1 : beta_quantile(0.975, w + 1, 12 - w), 1e-12);
  }
  EXPECT_NEAR(exact_interval(PairCounts{0, 0, 0, 0, 2}, 0.025).low, std::sqrt(0.025), 1e-12);
  EXPECT_EQ(exact_interval(PairCounts{}, 0.025), (Interval{0, 1}));
}

/// The definition, drawn: spacings are exponential draws over their sum.
TEST(ExactScore, IsTheChanceOfAWeightedMean) {
  const PairCounts pairs = {2, 1, 4, 3, 6};
  constexpr int kDraws = 200000;
  for (const double mean : {0.4, 0.5, 0.6}) {
    Rng rng(5);
    int below = 0;
    for (int draw = 0; draw < kDraws; ++draw) {
      double sum = -std::log(1 - rng.uniform());
      double points = 0;
      for (std::size_t outcome = 0; outcome < pairs.size(); ++outcome)
        for (std::uint64_t pair = 0; pair < pairs[outcome]; ++pair) {
          const double weight = -std::log(1 - rng.uniform());
          sum += weight;
          points += weight * static_cast<double>(outcome) / 4;
        }
      below += points <= mean * sum ? 1 : 0;
    }
    const double p = exact_p_of_at_most(pairs, mean);
    EXPECT_NEAR(p, static_cast<double>(below) / kDraws, 5 * std::sqrt(p * (1 - p) / kDraws)) << mean;
  }
}

TEST(ExactScore, IntervalAndTestsAgree) {
  for (const PairCounts& pairs :
       {PairCounts{0, 0, 0, 0, 4}, PairCounts{1, 0, 2, 3, 9}, PairCounts{0, 7, 1, 0, 0}, PairCounts{0, 0, 6, 0, 0}}) {
    const ScoreEstimate estimate = pair_estimate(pairs);
    ASSERT_EQ(estimate.formula, IntervalFormula::exact);
    const Interval interval = score_interval(estimate);
    EXPECT_LE(interval.low, estimate.score);
    EXPECT_GE(interval.high, estimate.score);
    for (int i = 1; i < 400; ++i) {
      const double tested = i / 400.0;
      const bool is_outside = tested < interval.low || tested > interval.high;
      EXPECT_EQ(p_against(estimate, tested) < 0.05, is_outside) << tested;
      EXPECT_EQ(std::fabs(z_against(estimate, tested)) > kZ95, is_outside) << tested;
      EXPECT_NEAR(z_against(reversed(estimate), 1 - tested), -z_against(estimate, tested), 1e-9);
    }
    const Interval turned = score_interval(reversed(estimate));
    EXPECT_NEAR(turned.low, 1 - interval.high, 1e-12);
    EXPECT_NEAR(turned.high, 1 - interval.low, 1e-12);
  }
}

/// With many pairs the formula is the other one, and the two say nearly the same where it changes.
TEST(ExactScore, GivesWayToThePentanomialInterval) {
  EXPECT_EQ(pair_estimate({5, 0, 29, 0, 5}).formula, IntervalFormula::exact);
  EXPECT_EQ(pair_estimate({5, 0, 30, 0, 5}).formula, IntervalFormula::pentanomial);
  EXPECT_EQ(pair_estimate({19, 0, 0, 0, 400}).formula, IntervalFormula::exact);
  EXPECT_EQ(pair_estimate({20, 0, 0, 0, 400}).formula, IntervalFormula::pentanomial);
  const PairCounts many = {100, 60, 180, 40, 120};
  const Interval exact = exact_interval(many, 0.025);
  const Interval normal = score_interval(pair_estimate(many));
  EXPECT_NEAR(exact.low, normal.low, 2e-3);
  EXPECT_NEAR(exact.high, normal.high, 2e-3);
}

/// Wilson counted 80 games of 40 pairs that were all won.
TEST(ExactScore, HoldsForAnyNumberOfPairsThatAllEndedAlike) {
  const ScoreEstimate won = pair_estimate({0, 0, 0, 0, 400});
  EXPECT_EQ(won.formula, IntervalFormula::exact);
  EXPECT_NEAR(score_interval(won).low, std::exp(std::log(0.025) / 400), 1e-12);
  EXPECT_EQ(score_interval(won).high, 1.0);
  EXPECT_TRUE(std::isfinite(z_against(won, 0.01)));
  EXPECT_EQ(p_against(pair_estimate({0, 0, 4, 0, 0}), 0.5), 1.0);
}

TEST(ExactScore, OfGamesThatAreNoPairs) {
  // Two pairs and a game without its second: three independent scores.
  const ScoreEstimate few = score_estimate({3, 0, 2}, {1, 0, 1, 0, 1}, false);
  EXPECT_EQ(few.formula, IntervalFormula::exact);
  EXPECT_NEAR(few.score, 0.6, 1e-12);
  EXPECT_EQ(score_interval(few), score_interval(pair_estimate({1, 0, 1, 0, 1})));
  const ScoreEstimate many = score_estimate({200, 0, 201}, {50, 0, 101, 0, 50}, false);
  EXPECT_EQ(many.formula, IntervalFormula::wilson);
}

TEST(ExactScore, MeansOfOtherScores) {
  // Differences of -4 to 4 half points: three of +4 and one of 0.
  const std::array<std::uint64_t, 9> counts = {0, 0, 0, 0, 1, 0, 0, 0, 3};
  const Interval interval = mean_interval(counts);
  EXPECT_GT(interval.high, 0.99);
  EXPECT_NEAR(exact_p_of_at_most(counts, 0.5), 0.125, 1e-12);
  EXPECT_NEAR(exact_p_of_at_most(counts, interval.low), 0.025, 1e-9);
}

}  // namespace
}  // namespace rootward
