// The bench's rows: what is always measured, their JSON and their text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backup/registry.h"
#include "cli/bench/lane_playouts.h"
#include "cli/bench/measure.h"
#include "cli/bench/report.h"
#include "cli/bench/workloads.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"
#include "search/companion.h"

namespace rootward::bench {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Row search_row() {
  Row row;
  row.workload = {.game = "go:9", .kind = "search", .backup = "softmax", .simulations = 5000, .beside = "average"};
  row.per_second = 61234.5;
  row.cycles = 51442;
  row.bytes_per_child = 28.5;
  row.cost_ratio = 1.0625;
  return row;
}

TEST(BenchWorkloads, HoldPlayoutsBudgetsAndEveryOperator) {
  std::vector<std::string> labels;
  for (const Workload& workload : all_workloads()) labels.push_back(workload.label());
  for (const char* game : {"connect4", "go:9", "go:19"}) {
    EXPECT_EQ(std::ranges::count(labels, std::string(game) + " playout"), 1);
    for (const char* simulations : {"1000", "5000", "10000"})
      EXPECT_EQ(std::ranges::count(labels, std::string(game) + " search average " + simulations), 1);
  }
  for (const char* game : {"breakthrough", "breakthrough:6", "othello", "othello:6", "hex", "kalah"})
    EXPECT_EQ(std::ranges::count(labels, std::string(game) + " playout"), 1);
  for (const OperatorEntry& entry : operators()) {
    EXPECT_EQ(std::ranges::count(labels, "go:9 search " + entry.description.name + " 5000"), 1);
    EXPECT_EQ(std::ranges::count(labels, "connect4 search " + entry.description.name + " 10000"), 1);
  }
}

TEST(BenchWorkloads, HoldFormulasBesideTheBuiltInsOfTheirRules) {
  std::vector<std::string> labels;
  for (const Workload& workload : all_workloads()) {
    labels.push_back(workload.label());
    if (workload.rule.empty()) continue;
    EXPECT_EQ(workload.beside, workload.backup);
    EXPECT_EQ(parse_search_player("", workload.rule, {}, parse_game(workload.game, {})).search.backup.name, "formula");
  }
  for (const char* rule : {"max", "softmax", "coulom"}) {
    EXPECT_THAT(labels, Contains("go:9 search formula:" + std::string(rule) + " 5000"));
    EXPECT_THAT(labels, Contains("connect4 search formula:" + std::string(rule) + " 10000"));
  }
}

TEST(BenchWorkloads, HoldPlayoutsInLanesWithoutATree) {
  std::vector<std::string> labels;
  for (const Workload& workload : all_workloads()) labels.push_back(workload.label());
  if (best_lane_width(9) == LaneWidth::none) GTEST_SKIP() << "this processor has no lanes";
  EXPECT_THAT(labels, Contains("go:9 playout lanes"));
  EXPECT_THAT(labels, Contains("go:9 playout traced lanes"));
  for (const bool is_traced : {false, true}) {
    LanePlayouts playouts(9, is_traced);
    EXPECT_GT(playouts.lanes(), 1U);
    EXPECT_GT(playouts.seconds(100), 0.0);
  }
}

/// Each row's search is put together: what a companion refuses shows here, and not first in a bench run.
TEST(BenchWorkloads, HoldEveryCompanionBesideThePlainSearch) {
  for (const Described& companion : companions()) {
    std::vector<Workload> rows;
    for (const Workload& workload : all_workloads())
      if (workload.companion == companion.name) rows.push_back(workload);
    ASSERT_EQ(rows.size(), 1U) << companion.name;
    const std::unique_ptr<Game> game = make_game(parse_game(rows[0].game, {}));
    EXPECT_NO_THROW((void)settings_of(rows[0], *game)) << companion.name;
  }
}

TEST(BenchWorkloads, HoldEverySelectionRuleBesideUcb1) {
  for (const Described& rule : selections()) {
    std::vector<Workload> rows;
    for (const Workload& workload : all_workloads())
      if (workload.selection == rule.name) rows.push_back(workload);
    ASSERT_EQ(rows.size(), rule.name == "ucb1" ? 0U : 1U) << rule.name;
    if (rows.empty()) continue;
    EXPECT_EQ(rows[0].beside, rows[0].backup) << rule.name;
    EXPECT_EQ(settings_of(rows[0], *make_game(parse_game(rows[0].game, {}))).selection.name, rule.name);
  }
}

TEST(BenchWorkloads, HoldEveryRuleAtTheRootBesideNone) {
  for (const Described& rule : root_rules()) {
    std::vector<Workload> rows;
    for (const Workload& workload : all_workloads())
      if (workload.root == rule.name) rows.push_back(workload);
    ASSERT_EQ(rows.size(), rule.name == "none" ? 0U : 1U) << rule.name;
    if (rows.empty()) continue;
    EXPECT_EQ(rows[0].label(), "go:9 search average 1000 root " + rule.name);
    EXPECT_EQ(settings_of(rows[0], *make_game(parse_game(rows[0].game, {}))).root.name, rule.name);
  }
}

TEST(BenchWorkloads, HoldTheNetworksOfThePaper) {
  std::vector<std::string> labels;
  for (const Workload& workload : all_workloads()) labels.push_back(workload.label());
  const std::string path = net::path_name(net::choose_path("f32"));
  EXPECT_THAT(labels, Contains("go:9 evaluate random 4x32 " + path));
  EXPECT_THAT(labels, Contains("go:19 evaluate random 10x64 " + path));
}

TEST(BenchNetworks, RandomOnesHaveTheirShapes) {
  for (const BenchNetwork& network : bench_networks()) {
    if (!network.path.empty()) continue;
    const net::Model model = load(network);
    EXPECT_EQ(model.min_size, network.size);
    EXPECT_EQ(net::plane_count(model.planes), network.size == 9 ? 10 : 18);
    EXPECT_GT(NetworkRun(model, network.size, net::Path::eigen).seconds(1), 0.0);
  }
}

TEST(BenchReport, NetworkRowsNameNetworkAndWay) {
  Row row;
  row.workload = {.game = "go:9", .kind = "evaluate"};
  row.workload.network = BenchNetwork{.name = "random 4x32"};
  EXPECT_EQ(row.unit(), "evaluations");
  EXPECT_EQ(row.evaluator(), "net random 4x32 f32-fma");
  EXPECT_EQ(nlohmann::json::parse(json_text({row}, ""))["rows"][0]["evaluator"], "net random 4x32 f32-fma");
}

TEST(BenchReport, JsonHasItsKeys) {
  Row playouts;
  playouts.workload = {.game = "connect4", .kind = "playout"};
  playouts.per_second = 8e6;
  const nlohmann::json report = nlohmann::json::parse(json_text({playouts, search_row()}, "00ff00ff00ff00ff"));
  EXPECT_EQ(report["schema"], "rootward.bench/1");
  EXPECT_EQ(report["signature"], "00ff00ff00ff00ff");
  ASSERT_EQ(report["rows"].size(), 2U);
  for (const auto& row : report["rows"])
    for (const char* key : {"game", "workload", "backup", "evaluator", "simulations", "lanes", "unit", "per_second",
                            "bytes_per_child", "cycles"})
      EXPECT_TRUE(row.contains(key)) << key;
  EXPECT_EQ(report["rows"][0]["unit"], "playouts");
  EXPECT_TRUE(report["rows"][0]["backup"].is_null());
  EXPECT_EQ(report["rows"][1]["simulations"], 5000);
  EXPECT_EQ(report["rows"][1]["cost_ratio"], 1.0625);
}

TEST(BenchReport, TextLinesFitTheirHeading) {
  const std::string heading = text_heading();
  const std::string columns = heading.substr(heading.rfind('\n') + 1);
  EXPECT_EQ(text_line(search_row()).find("playouts"), columns.find("evaluator"));
  EXPECT_THAT(text_line(search_row()), HasSubstr("softmax"));
  EXPECT_THAT(text_line(search_row()), HasSubstr("28.5"));
  EXPECT_THAT(text_line(search_row()), HasSubstr("51442"));
}

TEST(BenchMeasure, MedianIsTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
}

TEST(BenchMeasure, CountsCpuTimeOfWork) {
  volatile double sink = 0;
  const double seconds = seconds_of([&] {
    for (int i = 0; i < 3'000'000; ++i) sink = sink + 1;
  });
  EXPECT_GT(seconds, 0.0);
}

}  // namespace
}  // namespace rootward::bench
