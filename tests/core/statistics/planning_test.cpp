// Planned games have the power that they are planned for; tests of a score agree with its interval.
#include "core/statistics/planning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/rng.h"
#include "core/statistics/elo.h"

namespace rootward {
namespace {

TEST(Planning, TooFewGamesFindNothing) {
  EXPECT_EQ(detectable_elo(1), std::numeric_limits<double>::infinity());
  EXPECT_EQ(smallest_difference(1, {}), std::numeric_limits<double>::infinity());
}

TEST(Planning, PairsThatAllEndedAlikeTellTheirErrorOnlyWhereManyAreEven) {
  EXPECT_FALSE(tell_error({}));
  EXPECT_FALSE(tell_error({0, 0, 0, 0, 40}));
  EXPECT_FALSE(tell_error({0, 0, 29, 0, 0}));
  EXPECT_TRUE(tell_error({0, 1, 0, 0, 9}));
  EXPECT_TRUE(tell_error({0, 0, 30, 0, 0}));
  EXPECT_EQ(pair_estimate({0, 0, 30, 0, 0}).score, 0.5);
  EXPECT_NEAR(pair_error({0, 0, 30, 0, 0}), std::sqrt(0.5) / 32, 1e-12);
  EXPECT_NEAR(pair_error({0, 0, 149, 0, 1}), 0.0056913, 1e-7);
  EXPECT_NEAR(pair_error({0, 0, 0, 100, 0}), pair_statistics({1, 0, 0, 100, 1}).standard_error, 1e-15);
  EXPECT_EQ(pair_estimate({0, 0, 149, 0, 1}).standard_error, pair_error({0, 0, 149, 0, 1}));
}

TEST(Planning, FewPairsAndManyUnevenOnesHaveTheirOwnSpread) {
  for (const PairCounts& counts : {PairCounts{5, 0, 20, 0, 4}, PairCounts{5, 0, 20, 0, 5}, PairCounts{0, 9, 300, 3, 2}})
    EXPECT_EQ(pair_error(counts), pair_statistics(counts).standard_error);
}

TEST(Planning, SmallestDifferenceInvertsThePairsNeeded) {
  for (double elo : {5.0, 20.0, 100.0, 300.0}) {
    for (const PowerDemand& demand :
         {PowerDemand{}, PowerDemand{.power = 0.9, .comparisons = 7, .pair_deviation = 0.2}}) {
      const std::uint64_t pairs = pairs_for_difference(elo, demand);
      EXPECT_LE(smallest_difference(pairs, demand), elo);
      if (pairs > 1) {
        EXPECT_GT(smallest_difference(pairs - 1, demand), elo);
      }
      EXPECT_EQ(pairs_for_difference(-elo, demand), pairs);
    }
  }
}

TEST(Planning, WithoutAGainFromPairsTheNumbersAreThoseOfGames) {
  // Win-or-loss games between near equals: the two formulas differ by the spread at the tested difference alone.
  const double pairs = static_cast<double>(pairs_for_difference(10, {}));
  EXPECT_NEAR(detectable_elo(2 * pairs), 10, 0.01);
}

/// Of 60 equal points after 400 games each the best shows 55.8 % on average. Half of such tunings show 55.7 % or less,
/// which is 1/2 + Phi^-1(2^(-1/60)) / 40.
TEST(Planning, TheBestOfEqualPointsLooksBetterThanItIs) {
  EXPECT_NEAR(best_of_equals(60, 400), 0.557982, 1e-6);
  EXPECT_NEAR(0.5 + normal_quantile(std::pow(0.5, 1.0 / 60)) * std::sqrt(0.25 / 400), 0.556848, 1e-6);
  EXPECT_DOUBLE_EQ(best_of_equals(1, 400), 0.5);
  EXPECT_NEAR(best_of_equals(60, 1600) - 0.5, 0.5 * (best_of_equals(60, 400) - 0.5), 1e-12);
  EXPECT_NEAR(best_of_equals(2, 100), 0.5 + 0.05 / std::sqrt(std::acos(-1.0)), 1e-9);
}

/// Shares of simulated matches that a test calls: pairs of two independent win-or-loss games at this score.
struct Simulated {
  double found = 0;
  double equivalent = 0;
};
Simulated simulate(double score, std::uint64_t pairs, std::uint64_t comparisons) {
  constexpr int kMatches = 4000;
  Rng rng(20);
  Simulated shares;
  for (int match = 0; match < kMatches; ++match) {
    // The mean of so many games is normal: Box and Muller's draw.
    const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
    const double draw = radius * std::cos(6.283185307179586 * rng.uniform());
    const double error = kUnpairedDeviation / std::sqrt(static_cast<double>(pairs));
    const ScoreEstimate seen{.score = score + draw * error,
                             .formula = IntervalFormula::pentanomial,
                             .effective_n = 0,
                             .standard_error = error};
    const double p = two_sided_p(z_against(seen, 0.5)) * static_cast<double>(comparisons);
    shares.found += p < 0.05 && seen.score > 0.5 ? 1.0 / kMatches : 0;
    shares.equivalent += equivalence_p(seen, 10) < 0.05 ? 1.0 / kMatches : 0;
  }
  return shares;
}

TEST(Planning, ThePairsNeededGiveThePower) {
  for (std::uint64_t comparisons : {1U, 5U}) {
    for (double power : {0.8, 0.95}) {
      const PowerDemand demand{.power = power, .comparisons = comparisons};
      const std::uint64_t pairs = pairs_for_difference(20, demand);
      EXPECT_NEAR(simulate(score_of_elo(20), pairs, comparisons).found, power, 0.02) << comparisons;
    }
  }
  EXPECT_NEAR(simulate(0.5, pairs_for_equivalence(10, {}), 1).equivalent, 0.8, 0.02);
  EXPECT_NEAR(simulate(0.5, pairs_for_equivalence(10, {.power = 0.95}), 1).equivalent, 0.95, 0.02);
}

TEST(Planning, FewResultsAreJudgedByTheSignTest) {
  // All won: 2 (1/2)^6 = 0.031 is below 5 %, 2 (1/2)^5 is not.
  EXPECT_EQ(results_for_sign_test(4, 0, 4, 29, {}), 6U);
  EXPECT_EQ(results_for_sign_test(0, 2, 2, 29, {}), 6U);
  // Every other result decided: twice as many. Eight comparisons: 2 (1/2)^9 = 0.0039 is the first below 5 % / 8.
  EXPECT_EQ(results_for_sign_test(2, 0, 4, 29, {}), 12U);
  EXPECT_EQ(results_for_sign_test(6, 0, 6, 29, {.comparisons = 8}), 9U);
  // Nine won of ten: of 12 results 10 must be won, which happens in 88.9 %; of 11 too, in 69.7 %.
  EXPECT_EQ(results_for_sign_test(9, 1, 10, 29, {}), 12U);
  EXPECT_FALSE(results_for_sign_test(6, 4, 10, 29, {}));
  EXPECT_FALSE(results_for_sign_test(0, 0, 10, 29, {}));
}

TEST(Planning, GamesToShowAScoreGrowWithItsSpreadAndFallWithItsDistance) {
  const ScoreEstimate pairs{
      .score = 0.53, .formula = IntervalFormula::pentanomial, .effective_n = 0, .standard_error = 0.02};
  // (1.959964 + 0.841621)^2 (0.02 / 0.03)^2
  EXPECT_NEAR(games_ratio_to_show(pairs, {}), 3.48837, 1e-4);
  ScoreEstimate nearer = pairs;
  nearer.score = 0.485;
  EXPECT_NEAR(games_ratio_to_show(nearer, {}), 4 * games_ratio_to_show(pairs, {}), 1e-9);
  nearer.score = 0.5;
  EXPECT_EQ(games_ratio_to_show(nearer, {}), std::numeric_limits<double>::infinity());
  // Games: 1000 of them find 30.825 Elo, as detectable_elo says.
  const ScoreEstimate games{
      .score = score_of_elo(detectable_elo(1000)), .formula = IntervalFormula::wilson, .effective_n = 1000};
  EXPECT_NEAR(games_ratio_to_show(games, {}), 1, 1e-9);
  EXPECT_GT(games_ratio_to_show(games, {.comparisons = 4}), 1.4);
}

TEST(Planning, FiveHundredPairsResolveThirtyOneElo) { EXPECT_NEAR(detectable_elo(1000), 30.825, 0.001); }

TEST(Planning, TestAndIntervalAgree) {
  const ScoreEstimate wilson{
      .score = 0.56, .formula = IntervalFormula::wilson, .effective_n = 320, .standard_error = 0};
  const ScoreEstimate pairs{
      .score = 0.56, .formula = IntervalFormula::pentanomial, .effective_n = 0, .standard_error = 0.021};
  for (const ScoreEstimate& estimate : {wilson, pairs}) {
    const Interval interval = score_interval(estimate);
    EXPECT_NEAR(z_against(estimate, interval.low), kZ95, 1e-12);
    EXPECT_NEAR(z_against(estimate, interval.high), -kZ95, 1e-12);
  }
}

TEST(Planning, EquivalenceIsTheNinetyPercentInterval) {
  const double z90 = normal_quantile(0.95);
  for (double error : {0.003, 0.0069, 0.0075, 0.02}) {
    const ScoreEstimate estimate{
        .score = 0.502, .formula = IntervalFormula::pentanomial, .effective_n = 0, .standard_error = error};
    const Interval interval = score_interval(estimate, z90);
    const bool inside = interval.low > score_of_elo(-10) && interval.high < score_of_elo(10);
    EXPECT_EQ(equivalence_p(estimate, 10) < 0.05, inside) << error;
  }
}

TEST(Planning, FewGamesProveNoEquivalence) {
  const ScoreEstimate estimate{
      .score = 0.5, .formula = IntervalFormula::wilson, .effective_n = 1000, .standard_error = 0};
  EXPECT_GT(equivalence_p(estimate, 10), 0.05);
  const ScoreEstimate many{.score = 0.5, .formula = IntervalFormula::wilson, .effective_n = 10000, .standard_error = 0};
  EXPECT_LT(equivalence_p(many, 10), 0.05);
}

}  // namespace
}  // namespace rootward
