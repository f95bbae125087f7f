// Whose scores are drawn, and the files that hold them.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/file_io.h"
#include "experiments/tournament/report/figures.h"
#include "tests/experiments/tournament/table/sample_results.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::tournament {
namespace {

plot::Figure figure_of(const StoredResults& results) {
  return score_figure(results.config, make_table(results, text_openings()));
}

TEST(ScoreFigure, TwoPlayersHaveOneToo) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 20);
  add_pairs(results, "softmax", "average", {2, 3, 5, 6, 4});
  const plot::Figure figure = figure_of(results);
  ASSERT_EQ(figure.panels.size(), 1U);
  const plot::Panel& panel = figure.panels[0];
  EXPECT_EQ(panel.title, "against average");
  EXPECT_EQ(panel.rows, std::vector<std::string>{"softmax"});
  const PairingRow pairing = make_table(results, text_openings()).pairings.at(0);
  const plot::Point& point = panel.series.at(0).points.at(0);
  EXPECT_EQ(point.x, 100 * pairing.range.score);
  EXPECT_EQ(point.y, 1);
  EXPECT_EQ(point.interval->low, 100 * pairing.range.ci95.low);
  // 100 / (1 + 10^(-10/400)) = 51.4388
  EXPECT_NEAR(panel.bands.at(0).between.high, 51.4388, 1e-4);
  EXPECT_NEAR(panel.bands.at(0).between.low, 48.5612, 1e-4);
}

TEST(ScoreFigure, APanelAReferenceOfAGauntlet) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "max", "softmax", "lambda"}, 10);
  results.config.schedule.references = {"average", "max"};
  add_pairs(results, "softmax", "average", {0, 0, 0, 5, 5});
  add_pairs(results, "lambda", "average", {5, 5, 0, 0, 0});
  add_pairs(results, "softmax", "max", {1, 1, 6, 1, 1});
  const plot::Figure figure = figure_of(results);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[0].rows, (std::vector<std::string>{"softmax", "lambda"}));
  EXPECT_EQ(figure.panels[1].rows, std::vector<std::string>{"softmax"});
}

TEST(ScoreFigure, ARoundRobinShowsAllGamesALadderItsPairings) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 4);
  add_pairs(results, "a", "b", {0, 0, 2, 1, 1});
  add_pairs(results, "a", "c", {1, 0, 2, 0, 1});
  add_pairs(results, "b", "c", {2, 0, 1, 0, 1});
  EXPECT_EQ(figure_of(results).panels.at(0).rows.size(), 3U);
  StoredResults ladder = empty_results(ScheduleType::ladder, {"a", "b", "c"}, 4);
  add_pairs(ladder, "a", "b", {0, 0, 2, 1, 1});
  add_pairs(ladder, "b", "c", {2, 0, 1, 0, 1});
  EXPECT_EQ(figure_of(ladder).panels.at(0).rows, (std::vector<std::string>{"a v b", "b v c"}));
}

TEST(BudgetsFigure, DrawsALineAPlayerOverItsBudgets) {
  StoredResults results = empty_results(ScheduleType::budgets, {"average-100", "average-200", "average-400"}, 4);
  for (std::size_t i = 0; i < 3; ++i) {
    results.config.players[i].kind = "search";
    results.config.players[i].search.budget.simulations = 100U << i;
  }
  add_pairs(results, "average-200", "average-100", {0, 0, 2, 1, 1});
  add_pairs(results, "average-400", "average-200", {2, 0, 1, 0, 1});
  const ResultTable table = make_table(results, text_openings());
  const std::optional<plot::Figure> figure = budgets_figure(results.config, table);
  ASSERT_TRUE(figure);
  ASSERT_EQ(figure->panels.at(0).series.size(), 1U);
  const plot::Series& line = figure->panels[0].series[0];
  EXPECT_EQ(line.name, "average");
  ASSERT_EQ(line.points.size(), 2U);
  EXPECT_EQ(line.points[0].x, 200);
  EXPECT_EQ(line.points[0].y, 100 * table.pairings.at(0).range.score);
  EXPECT_EQ(line.points[0].interval->low, 100 * table.pairings[0].range.ci95.low);
  EXPECT_EQ(line.points[0].interval->high, 100 * table.pairings[0].range.ci95.high);
  EXPECT_EQ(line.points[1].x, 400);
  EXPECT_FALSE(budgets_figure(empty_results(ScheduleType::ladder, {"a", "b"}, 4).config, table));
}

TEST(ScoreFigure, LiesBesideTheResultsAsSvgAndNumbers) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 20);
  add_pairs(results, "softmax", "average", {2, 3, 5, 6, 4});
  const rootward::testing::ScratchFolder folder;
  (void)write_figures(folder.path(), results.config, make_table(results, text_openings()));
  EXPECT_NE(read_whole_file(folder.path() + "/plots/scores.svg").find(">softmax<"), std::string::npos);
  EXPECT_NE(read_whole_file(folder.path() + "/plots/scores.csv").find("against average,softmax,"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/plots/sweep.svg"));
}

}  // namespace
}  // namespace rootward::tournament
