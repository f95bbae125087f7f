// A plan's numbers: Holm over the rows, pairs that gain, a stop rule, cost.
#include "lab/report/power.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace rootward {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

PowerPlan sample_plan() {
  PowerPlan plan;
  plan.name = "sample";
  plan.questions = {{.what = "each of 5 comparisons with average", .games = 1000, .comparisons = 5, .matches = 5}};
  return plan;
}

TEST(Power, CountsTheComparisonsThatHolmCorrects) {
  PowerPlan plan = sample_plan();
  const PowerAnswer five = power_answer(plan, plan.questions[0], {});
  EXPECT_NEAR(five.smallest_elo, 37.694, 0.001);
  EXPECT_EQ(five.games_for_difference, 2U * 7053);
  plan.questions[0].comparisons = 1;
  const PowerAnswer one = power_answer(plan, plan.questions[0], {});
  EXPECT_EQ(one.games_for_difference, 2U * 4740);
  EXPECT_EQ(one.games_for_equivalence, five.games_for_equivalence) << "tables do not correct that test";
}

TEST(Power, MoreDifferenceNeedsFewerGamesMorePowerNeedsMore) {
  const PowerPlan plan = sample_plan();
  const std::uint64_t usual = power_answer(plan, plan.questions[0], {}).games_for_difference;
  EXPECT_LT(power_answer(plan, plan.questions[0], {.elo = 20}).games_for_difference, usual / 3);
  EXPECT_GT(power_answer(plan, plan.questions[0], {.power = 0.95}).games_for_difference, usual);
}

TEST(Power, HoursAreThoseOfAllMatches) {
  PowerPlan plan = sample_plan();
  EXPECT_FALSE(power_answer(plan, plan.questions[0], {}).planned_core_hours.has_value());
  EXPECT_THAT(power_text(plan, {}), Not(HasSubstr("core-hours")));
  plan.seconds_a_game = 3.6;
  EXPECT_NEAR(*power_answer(plan, plan.questions[0], {}).planned_core_hours, 5, 1e-9);
  EXPECT_THAT(power_text(plan, {}), HasSubstr("1000 games a comparison, 5000 in all; 5 core-hours"));
}

TEST(Power, AWholeTuningIsMoreThanItsQuestions) {
  PowerPlan plan = sample_plan();
  plan.games_in_all = 13'000;
  EXPECT_THAT(power_text(plan, {}), ContainsRegex("in all +13000 games\n"));
  plan.seconds_a_game = 3.6;
  EXPECT_THAT(power_text(plan, {}), ContainsRegex("in all +13000 games; 13 core-hours"));
}

TEST(Power, TheDeviationIsPooledWithinMatches) {
  // Two matches whose pairs vary by 0.25 around 0.25 and 0.75: between them they would vary more.
  const PairDeviation measured = measured_deviation({{20, 0, 20, 0, 0}, {0, 0, 20, 0, 20}}, "results/x");
  EXPECT_EQ(measured.pairs, 80U);
  EXPECT_NEAR(measured.value, 0.25, 1e-12);
  EXPECT_THAT(measured.source, HasSubstr("measured in 80 pairs of results/x"));
}

TEST(Power, FewPairsMeasureNothing) {
  for (const std::vector<PairCounts>& matches : {std::vector<PairCounts>{}, std::vector<PairCounts>{{5, 0, 5, 0, 5}},
                                                 std::vector<PairCounts>{{0, 0, 90, 0, 0}}}) {
    const PairDeviation assumed = measured_deviation(matches, "results/x");
    EXPECT_EQ(assumed.pairs, 0U);
    EXPECT_EQ(assumed.value, kUnpairedDeviation);
    EXPECT_THAT(assumed.source, HasSubstr("assumed"));
  }
}

TEST(Power, AStopRuleTellsHowLongItTakes) {
  PowerPlan plan = sample_plan();
  plan.stop = PowerStop{{0, 50}, 0.05, 0.05};
  EXPECT_NEAR(expected_games(*plan.stop, 0, plan.deviation), 256.789, 0.001);
  plan.deviation.value = 0.5 * kUnpairedDeviation;
  EXPECT_NEAR(expected_games(*plan.stop, 0, plan.deviation), 256.789 / 4, 0.001);
  EXPECT_THAT(power_text(plan, {}), HasSubstr("stop.sprt ends a match, in the mean, after 64 games at +0 Elo"));
}

}  // namespace
}  // namespace rootward
