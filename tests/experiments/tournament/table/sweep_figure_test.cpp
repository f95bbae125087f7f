// Which number a gauntlet varies, and the scores along it.
#include "experiments/tournament/report/figures.h"

#include <gtest/gtest.h>

#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

/// Two references; `players` are the others, in YAML.
StoredResults gauntlet(const std::string& players) {
  StoredResults results;
  results.config = parse_tournament("name: x\nseed: 1\ngame: connect4\nplayers:\n  r: {player: random}\n  s: {}\n" +
                                        players + "schedule: {type: gauntlet, reference: [r, s], pairs: 10}\n",
                                    "x.yaml");
  return results;
}

const std::string kConstants =
    "  low: {search: {selection: {name: ucb1, c: 0.1}}}\n"
    "  high: {search: {selection: {name: ucb1, c: 1.9}}}\n"
    "  middle: {search: {selection: {name: ucb1, c: 1}}}\n";

TEST(SweepFigure, DrawsScoresAlongTheNumberThatDiffers) {
  StoredResults results = gauntlet(kConstants);
  for (const char* reference : {"r", "s"}) {
    add_pairs(results, "low", reference, {5, 0, 0, 0, 5});
    add_pairs(results, "middle", reference, {0, 0, 0, 0, 10});
    add_pairs(results, "high", reference, {10, 0, 0, 0, 0});
  }
  const std::optional<plot::Figure> figure = sweep_figure(results.config, make_table(results, text_openings()));
  ASSERT_TRUE(figure.has_value());
  const plot::Panel& panel = figure->panels.at(0);
  EXPECT_EQ(panel.x.label, "search.selection.c");
  EXPECT_EQ(panel.x.scale, plot::AxisScale::linear);
  ASSERT_EQ(panel.series.size(), 2U);
  EXPECT_EQ(panel.series[0].name, "against r");
  ASSERT_EQ(panel.series[0].points.size(), 3U);
  const std::vector<std::pair<double, double>> expected = {{0.1, 50}, {1, 100}, {1.9, 0}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(panel.series[0].points[i].x, expected[i].first);
    EXPECT_EQ(panel.series[0].points[i].y, expected[i].second);
  }
}

TEST(SweepFigure, OperatorsGiveLinesOfTheirOwnAndWideRangesALogarithmicAxis) {
  std::string players;
  for (const char* backup : {"max", "monotone"})
    for (const char* simulations : {"100", "1000", "10000"})
      players += std::string("  ") + backup + simulations + ": {backup: " + backup +
                 ", search: {budget: {simulations: " + simulations + "}}}\n";
  const StoredResults results = gauntlet(players);
  const std::optional<plot::Figure> figure = sweep_figure(results.config, make_table(results, text_openings()));
  ASSERT_TRUE(figure.has_value());
  EXPECT_EQ(figure->panels[0].x.label, "search.budget.simulations");
  EXPECT_EQ(figure->panels[0].x.scale, plot::AxisScale::log);
  ASSERT_EQ(figure->panels.size(), 2U) << "one a reference";
  EXPECT_EQ(figure->panels[1].title, "against s");
  ASSERT_EQ(figure->panels[1].series.size(), 2U);
  EXPECT_EQ(figure->panels[1].series[0].name, "max");
  EXPECT_EQ(figure->panels[1].series[1].name, "monotone");
}

TEST(SweepFigure, IsNotThereWhereNothingIsVariedThreeTimes) {
  const StoredResults two = gauntlet(kConstants.substr(0, kConstants.find("  middle")));
  EXPECT_FALSE(sweep_figure(two.config, make_table(two, text_openings())).has_value());
}

}  // namespace
}  // namespace rootward::tournament
