// What operators with a bonus come to on small trees: by hand, and by searches that are long enough.
#include "experiments/estimates/limits.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/errors.h"
#include "experiments/estimates/curves.h"
#include "experiments/estimates/measure.h"

namespace rootward::estimates {
namespace {

EstimatesConfig limits_study(const std::string& game, const std::string& op, const std::string& more = "") {
  return parse_estimates("name: limits\nseed: 5\nlimits: true\ncheckpoints: [10]\noperators: {op: " + op +
                             "}\ngames: {g: " + game + "}\n" + more,
                         "study.yaml");
}

Value limit(const EstimatesConfig& config) {
  const Instance instance = *InstanceMaker(config).make(0, 0, {});
  return limit_of(config, instance, config.arms[0], 0);
}

TEST(Limits, ABonusByHand) {
  const std::string two_alike = "{name: tree, root: {max: {a: 0.0, b: 0.0}}}";
  EXPECT_DOUBLE_EQ(limit(limits_study(two_alike, "{name: ments, temperature: 0.2}")), 0.2 * std::log(2.0));
  EXPECT_DOUBLE_EQ(limit(limits_study(two_alike, "{name: tents, temperature: 0.2}")), 0.2 / 4) << "t (K - 1) / (2 K)";
  const std::string min_moves = "{name: tree, root: {min: {a: 0.3, b: 0.3}}}";
  EXPECT_DOUBLE_EQ(limit(limits_study(min_moves, "{name: ments, temperature: 0.2}")), -0.3 + 0.2 * std::log(2.0))
      << "view of the player to move";
  // MIN's bonus is MAX's loss, and the two levels cancel in part: 0.5 ln(e^0.6 + e^(-1)) with 0.3 = 0.5 * 0.6.
  const std::string two_levels = "{name: tree, root: {max: {a: 0.3, b: {min: {c: -0.5, d: 0.1}}}}}";
  const double below = -0.5 * std::log(std::exp(1.0) + std::exp(-0.2));
  EXPECT_DOUBLE_EQ(limit(limits_study(two_levels, "{name: ments, temperature: 0.5}")),
                   0.5 * std::log(std::exp(0.6) + std::exp(2 * below)));
  const std::string drawn =
      "{name: tree, root: {max: {a: {chance: {x: [0.25, 1.0], y: [0.75, {max: {c: 0.0, d: 0.0}}]}}}}}";
  EXPECT_DOUBLE_EQ(limit(limits_study(drawn, "{name: ments, temperature: 0.2}")), 0.25 + 0.75 * 0.2 * std::log(2.0));
  EXPECT_DOUBLE_EQ(
      limit(limits_study(two_levels, "{name: mellowmax, omega: 2, weights: uniform}")),
      0.5 * std::log((std::exp(0.6) + std::exp(2 * (-0.5 * std::log((std::exp(1.0) + std::exp(-0.2)) / 2)))) / 2));
}

TEST(Limits, WhatKeepsNoBonusComesToTheTruth) {
  const std::string game = "{name: tree, root: {min: {a: 0.3, b: -0.25}}}";
  for (const char* op : {"average", "max", "{name: ments, rate: 0.1}", "{name: tents, rate: 0.5}", "mellowmax",
                         "{name: mellowmax, weights: uniform, rate: 0.1}"})
    EXPECT_EQ(limit(limits_study(game, op)), 0.25) << op << ": MIN is to move";
}

/// The limit is where long searches go, within 0.01, and not the truth, which is some bonus away.
TEST(Limits, LongSearchesComeToThem) {
  const std::string game = "{name: synthetic_tree, branching: 3, depth: 3, noise: 0, seed: 7}";
  for (const char* op : {"{name: ments, temperature: 0.2}", "{name: tents, temperature: 0.4}",
                         "{name: mellowmax, omega: 5, weights: uniform}"}) {
    EstimatesConfig config = limits_study(game, op, "selections: {e2w: {name: e2w, temperature: 0.3}}\n");
    config.checkpoints = {20'000};
    config.arms[0].search.budget.simulations = 20'000;
    const Instance instance = *InstanceMaker(config).make(0, 0, {});
    const std::optional<SearchRecord> record = measure(config, {.instance = &instance, .arm = 0, .repeat = 0}, {});
    ASSERT_TRUE(record && record->curves[0].limit);
    EXPECT_NEAR(record->curves[0].values[0], *record->curves[0].limit, 0.01) << op;
    EXPECT_GT(std::fabs(*record->curves[0].limit - instance.truth.value), 0.03) << op;
    const RecordLine again = parse_record_line(to_json_line(*record));
    EXPECT_NEAR(again.search->curves[0].limit.value(), *record->curves[0].limit, 1e-8);
  }
}

TEST(Limits, TheMeasureIsShownWhereAStudyAsksForIt) {
  StoredEstimates study;
  study.config = limits_study("{name: tree, root: {max: {a: 0.0, b: 0.0}}}", "ments");
  const Instance instance = *InstanceMaker(study.config).make(0, 0, {});
  study.truths[instance.truth.id()] = instance.truth;
  const std::optional<SearchRecord> record = measure(study.config, {.instance = &instance, .arm = 0, .repeat = 0}, {});
  study.searches[record->id()] = *record;
  const std::optional<Estimate> shown = make_curves(study)[0].of(Measure::limit_error)[0];
  ASSERT_TRUE(shown);
  EXPECT_DOUBLE_EQ(shown->mean, std::fabs(record->curves[0].values[0] - 0.2 * std::log(2.0)));
  study.searches.begin()->second.curves[0].limit.reset();
  EXPECT_FALSE(is_known(make_curves(study), Measure::limit_error));
}

TEST(Limits, ATreeBeyondReachAndASearchedTruthAreRefused) {
  const EstimatesConfig config =
      limits_study("{name: synthetic_tree, branching: 3, depth: 3, seed: 7}", "ments", "truth: {nodes: 12}\n");
  EXPECT_THROW((void)limit(config), RunError);
  EXPECT_THROW(limits_study("tictactoe", "ments", "truth: {simulations: 10}\n"), UsageError);
}

}  // namespace
}  // namespace rootward::estimates
