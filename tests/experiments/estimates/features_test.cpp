// Features of games: means over positions worked by hand.
#include "experiments/estimates/features.h"

#include <gmock/gmock.h>

#include "experiments/estimates/record.h"
#include "experiments/estimates/render.h"

namespace rootward::estimates {
namespace {

using ::testing::HasSubstr;

TruthRecord truth_of(std::uint32_t instance, std::vector<Value> values, const LookAhead& ahead) {
  TruthRecord truth;
  truth.game = "g";
  truth.instance = instance;
  truth.value = values.front();
  truth.root_moves.assign(values.size(), "m");
  truth.move_values = std::move(values);
  truth.look_ahead = ahead;
  return truth;
}

SearchRecord search_of(std::uint32_t instance, const TreeShape& shape, double value) {
  SearchRecord search;
  search.game = "g";
  search.instance = instance;
  search.arm = "p";
  search.simulations = {400};
  search.curves = {{.op = "average",
                    .values = {0},
                    .moves = {"m"},
                    .regrets = {0},
                    .cumulative_regrets = {0},
                    .optimal_shares = {0},
                    .is_pv_right = {0}}};
  search.shapes = {shape};
  search.evaluation = EvaluationRecord{};
  search.evaluation->value = value;
  search.evaluation->sibling_errors = {value, value};
  return search;
}

StoredEstimates two_positions() {
  StoredEstimates study;
  study.config.feature_nodes = 10;
  study.config.asks_evaluators = true;
  study.config.games = {{.name = "g", .id = {"tictactoe", {}}, .is_family = false}};
  study.config.arms = {{.name = "p", .search = {}, .operators = {"average"}}};
  study.config.checkpoints = {400};
  for (TruthRecord truth : {truth_of(0, {0.5, 0.1, -1.0}, {.plies_to_end = 10, .losing = {0, 0, 1}}),
                            truth_of(1, {0.0}, {.plies_to_end = 20, .losing = {0, 0, 0}})})
    study.truths.emplace(truth.id(), std::move(truth));
  for (SearchRecord search : {search_of(0, {.depth = 2, .width = 3, .best_share = 0.5}, 1),
                              search_of(1, {.depth = 0, .width = 0, .best_share = 0}, 0)})
    study.searches.emplace(search.id(), std::move(search));
  return study;
}

// As stored by programs that looked for each number of plies anew, and ran out of nodes.
TEST(Features, WhatLosesSoonLosesLaterToo) {
  StoredEstimates study = two_positions();
  study.truths.at("g:0").look_ahead->losing = {2, 1, 0};
  const FeatureRow row = make_features(study).front();
  for (const Feature feature : {Feature::losing_3, Feature::losing_5, Feature::losing_7})
    EXPECT_NEAR(row.of(feature).value(), 1.0 / 3, 1e-15) << "two of three moves, and none of one";
  EXPECT_EQ(row.of(Feature::with_losing_7), 0.5);
}

TEST(Features, AreMeansOverPositions) {
  const std::vector<FeatureRow> rows = make_features(two_positions());
  ASSERT_EQ(rows.size(), 1U);
  const FeatureRow& row = rows[0];
  EXPECT_EQ(row.positions, 2U);
  EXPECT_EQ(row.simulations, 400U);
  EXPECT_EQ(row.of(Feature::branching), 2);
  EXPECT_EQ(row.of(Feature::plies_to_end), 15);
  EXPECT_EQ(row.of(Feature::losing_5), 0);
  EXPECT_NEAR(row.of(Feature::losing_7).value(), 1.0 / 6, 1e-15);
  EXPECT_EQ(row.of(Feature::with_losing_7), 0.5);
  EXPECT_EQ(row.of(Feature::gap), 0.4) << "a single move has no second";
  EXPECT_EQ(row.of(Feature::bias), 0.25) << "errors 0.5 and 0";
  EXPECT_EQ(row.of(Feature::siblings), 1) << "moves of one position err alike";
  EXPECT_EQ(row.of(Feature::depth), 2) << "what was proven at once has no tree";
  EXPECT_EQ(row.of(Feature::best_share), 0.5);
}

TEST(Features, AreToldInEveryFormat) {
  const StoredEstimates study = two_positions();
  EXPECT_THAT(estimates_csv(study), HasSubstr("g,p,400,feature_gap,0.4,,,,2,all\n"));
  EXPECT_THAT(render_estimates(study, TableFormat::json), HasSubstr("\"tree_depth\": 2"));
  EXPECT_THAT(render_estimates(study, TableFormat::text), HasSubstr("best's visits"));
}

TEST(Features, AreKeptInRecords) {
  const StoredEstimates study = two_positions();
  const TruthRecord& truth = study.truths.at("g:0");
  const RecordLine line = parse_record_line(to_json_line(truth));
  EXPECT_EQ(line.truth->look_ahead->losing, truth.look_ahead->losing);
  EXPECT_EQ(line.truth->look_ahead->plies_to_end, 10);
  const SearchRecord search = search_of(0, {.depth = 2, .width = 3, .best_share = 0.5}, 1);
  const RecordLine read = parse_record_line(to_json_line(search));
  ASSERT_EQ(read.search->shapes.size(), 1U);
  EXPECT_EQ(read.search->shapes[0].width, 3);
  EXPECT_TRUE(make_features(StoredEstimates{}).empty());
}

}  // namespace
}  // namespace rootward::estimates
