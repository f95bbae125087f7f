// Tables, figures and the page of an atlas.
#include "experiments/atlas/report.h"

#include <gmock/gmock.h>

#include "experiments/atlas/recommendations.h"
#include "tests/experiments/atlas/small_atlas.h"

namespace rootward::atlas {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(AtlasReport, ShowsEveryCell) {
  const AtlasResults results = small_atlas();
  const std::string map = heat_map_svg(results, "400");
  EXPECT_THAT(map, HasSubstr("softmax in d+playouts: +80 Elo, 200 games"));
  EXPECT_THAT(map, HasSubstr("url(#hatch-400)"));
  EXPECT_THAT(heat_map_svg(results, "1600"), Not(HasSubstr("softmax in d"))) << "another budget";
  EXPECT_THAT(atlas_markdown(results), HasSubstr("-104 +- 20*"));
  EXPECT_THAT(atlas_csv(results), HasSubstr("max,child-type,h+playouts,400,400,false,true,200,"));
  AtlasResults two_budgets = results;
  two_budgets.budgets.emplace_back("1600");
  EXPECT_THAT(atlas_page(two_budgets), AllOf(HasSubstr("id=\"hatch-400\""), HasSubstr("id=\"hatch-1600\"")))
      << "an id stands on a page once";
  const std::string page = atlas_page(results);
  EXPECT_THAT(
      page, HasSubstr("data-operator=\"softmax\" data-domain=\"d+playouts\" data-budget=\"400\" data-decided=\"yes\""));
  EXPECT_THAT(page, HasSubstr("filterCells"));
  EXPECT_LT(page.find("<h2>Features</h2>"), page.find("<h2>Cells</h2>")) << "nobody scrolls past all cells";
  EXPECT_TRUE(scaling_figure(results).panels.empty()) << "one budget is no curve";
  EXPECT_EQ(predicted_figure(results).panels.at(0).series.size(), 3U)
      << "open games, held-out ones, and where both would lie without error";
  const Grid grid = model_grid(results);
  ASSERT_EQ(grid.rows.size(), 6U);
  EXPECT_EQ(grid.rows[0][4], "1.00") << "max is always below softmax";
}

/// Five domains and three operators; of two domains and three operators the domains stand above. Those without cells
/// are left out.
TEST(AtlasReport, TablesAreHigherThanWide) {
  AtlasResults results = small_atlas();
  results.domains.emplace_back("unplayed");
  results.operators.emplace_back("unplayed");
  const Grid high = elo_grids(results).at(0);
  ASSERT_EQ(high.columns.size(), 4U);
  EXPECT_EQ(high.columns[0].title, "domain");
  EXPECT_EQ(high.columns[2].title, "max");
  ASSERT_EQ(high.rows.size(), 5U);
  EXPECT_EQ(high.rows[0][0], "a+playouts");
  std::erase_if(results.cells, [](const CellResult& cell) { return cell.game != "a" && cell.game != "d"; });
  const Grid low = elo_grids(results).at(0);
  ASSERT_EQ(low.columns.size(), 3U);
  EXPECT_EQ(low.columns[0].title, "operator");
  EXPECT_EQ(low.columns[2].title, "d+playouts");
  ASSERT_EQ(low.rows.size(), 3U);
  EXPECT_EQ(low.rows[1][2], high.rows[3][2]) << "max in d";
  EXPECT_THAT(heat_map_svg(results, "400"), AllOf(HasSubstr(">d+playouts<"), Not(HasSubstr("unplayed"))));
}

/// The page's filters find rows and columns of either kind of table.
TEST(AtlasReport, MarksTablesWhoseRowsAreDomains) {
  AtlasResults results = small_atlas();
  for (CellResult& cell : results.cells) {
    cell.pool_score = 0.6;
    cell.pool_games = 200;
  }
  EXPECT_THAT(atlas_page(results),
              HasSubstr("<tr data-domain=\"a+playouts\"><td>a+playouts</td><td class=\"number\" "
                        "data-operator=\"average\">60.0</td><td class=\"number\" data-operator=\"max\">60.0 (+0.0"));
}

TEST(AtlasReport, SaysWhatEqualTimeMeant) {
  AtlasResults results = small_atlas();
  results.budgets.emplace_back("equal-time");
  EXPECT_TRUE(equal_time_grid(results).rows.empty());
  CellResult cell = cell_of("max", "a", 15);
  cell.budget = "equal-time";
  cell.entrants = {.simulations = 213, .cpu_seconds = 0.0108};
  cell.control = {.simulations = 400, .cpu_seconds = 0.01};
  results.cells.push_back(cell);
  const Grid grid = equal_time_grid(results);
  ASSERT_EQ(grid.rows.size(), 1U);
  EXPECT_EQ(grid.rows[0][0], "max");
  EXPECT_EQ(grid.rows[0][1], "213 to 400 (1.08)~");
  EXPECT_THAT(atlas_markdown(results), HasSubstr("213 to 400 (1.08)~"));
  EXPECT_THAT(atlas_page(results), HasSubstr("213 to 400 (1.08)"));
  EXPECT_THAT(grid_text(elo_grids(results).at(1)), HasSubstr("+15 +- 20~")) << "nobody overlooks it";
  EXPECT_THAT(atlas_page(results), HasSubstr(">equal-time ~<"));
  results.cells.back().entrants.cpu_seconds = 0.0104;
  EXPECT_EQ(equal_time_grid(results).rows[0][1], "213 to 400 (1.04)");
}

/// 0.6 of 200 games and 0.55 of 200: sqrt(.24 / 200 + .2475 / 200) x 1.96 = 9.7 points.
TEST(AtlasReport, ShowsTheHeldOutPool) {
  AtlasResults results = small_atlas();
  EXPECT_TRUE(pool_grid(results, "400").rows.empty());
  const auto meet_pool = [&](std::size_t cell, double score) {
    results.cells[cell].pool_score = score;
    results.cells[cell].pool_games = 200;
  };
  meet_pool(0, 0.55);
  meet_pool(1, 0.6);
  const Grid grid = pool_grid(results, "400");
  ASSERT_EQ(grid.rows.size(), 2U);
  EXPECT_EQ(grid.rows[0][1], "55.0");
  EXPECT_EQ(grid.rows[1][1], "60.0 (+5.0 +- 9.7)");
  EXPECT_THAT(atlas_markdown(results), HasSubstr("60.0 (+5.0 +- 9.7)"));
  const std::string page = atlas_page(results);
  EXPECT_THAT(page,
              HasSubstr("<tr data-operator=\"max\"><td>max</td><td class=\"number\" data-domain=\"a+playouts\">60.0"));
  EXPECT_THAT(page, HasSubstr("<td class=\"number\">60.0</td>")) << "among the cells";
  EXPECT_THAT(page, HasSubstr("<figure data-budget=\"400\">"));
  EXPECT_THAT(page, HasSubstr("<g data-operator=\"max\" data-domain=\"a+playouts\" data-budget=\"400\""))
      << "the filters find the squares of heat maps";
  EXPECT_EQ(parse_atlas_json(atlas_json(results)).cells[1].pool_games, 200U);
}

/// Two families, and of their operators the one that is decided somewhere.
TEST(AtlasReport, CurvesAreFew) {
  AtlasResults results = small_atlas();
  results.budgets = {"400", "1600"};
  for (CellResult& cell : results.cells) cell.holm_p = cell.op == "max" && cell.game == "b" ? 0.001 : 0.9;
  const std::vector<CellResult> small = results.cells;
  for (CellResult cell : small) {
    cell.budget = "1600";
    cell.simulations = 1600;
    cell.elo += 10;
    results.cells.push_back(cell);
  }
  const plot::Figure figure = scaling_figure(results);
  ASSERT_EQ(figure.panels.size(), 5U);
  const std::vector<plot::Series>& series = figure.panels[0].series;
  ASSERT_EQ(series.size(), 2U) << "softmax is decided nowhere";
  EXPECT_EQ(series[0].name, "child-type (mean)");
  EXPECT_EQ(series[0].points[0].y, -42) << "max -104, softmax +20";
  EXPECT_EQ(series[0].points[1].y, -32);
  EXPECT_EQ(series[1].name, "max");
}

/// What no tuning sets is left out; a tuning counts once, in however many cells its player plays. Of the average the
/// first tuning is in every cell, and the others are its own players.
TEST(AtlasReport, ShowsMediansOfTunedConstants) {
  AtlasResults results = small_atlas();
  for (CellResult& cell : results.cells) {
    cell.players.clear();
    if (cell.game != "a" || cell.op == "max") continue;
    const auto player = [&](const char* c, const char* g) {
      const std::string own = cell.op == "average" ? "" : std::string(", g: ") + g + ", span: 400";
      return "{backup: {name: " + cell.op + own + "}, search: {selection: {name: ucb1, c: " + c + ", reads: value}}}";
    };
    cell.players = {player("0.5", "[-4, -6]"), player("0.9", "[-5, -8]")};
    if (cell.op == "average") cell.players.pop_back();
    cell.control_player = "{backup: {name: average}, search: {selection: {name: ucb1, c: 0.8}}}";
  }
  results.budgets = {"100", "400", "1600"};
  const std::vector<std::string> high = {"a+playouts", "c 0.65", "c 0.7, g[0] -4.5, g[1] -7"};
  EXPECT_EQ(constants_grid(results).rows, std::vector<std::vector<std::string>>{high})
      << "five domains are more than two operators";
  EXPECT_EQ(constants_grid(results).columns.at(2).title, "softmax (400)");
  results.domains = {"a+playouts"};
  CellResult other = results.cells[2];
  other.budget = "100";  // for which it was not tuned
  results.cells.push_back(other);
  other.budget = "1600";
  other.players = {"{backup: {name: softmax, g: [-1, -2]}, search: {selection: {name: ucb1, c: 0.3}}}"};
  results.cells.push_back(other);
  EXPECT_EQ(constants_grid(results).rows.at(1)[1], "100, 400");
  const std::vector<std::string> large = {"softmax", "1600", "c 0.3, g[0] -1, g[1] -2"};
  EXPECT_EQ(constants_grid(results).rows.at(2), large) << "medians are not taken over two budgets' tunings";
  results.cells.pop_back();
  const Grid grid = constants_grid(results);
  ASSERT_EQ(grid.rows.size(), 2U);
  EXPECT_EQ(grid.rows[0][0], "average");
  EXPECT_EQ(grid.rows[0][2], "c 0.65");
  EXPECT_EQ(grid.rows[1][0], "softmax");
  EXPECT_EQ(grid.rows[1][2], "c 0.7, g[0] -4.5, g[1] -7");
  EXPECT_THAT(atlas_markdown(results), HasSubstr("c 0.7, g[0] -4.5, g[1] -7"));
  EXPECT_EQ(players_grid(results).rows[0][3], "(control)");
}

/// In d softmax gains 80 and is decided; max is decided worse. Another with a larger estimate and a lower end of its
/// interval is second. Where nothing is decided better the average stays, with what may be missed.
TEST(AtlasReport, RecommendsWhatIsTheSurest) {
  AtlasResults results = small_atlas();
  CellResult luckier = cell_of("expectile", "d", 95);
  luckier.statistics.elo_ci95 = {30, 160};
  results.cells.push_back(luckier);
  for (CellResult& cell : results.cells) {
    if (cell.game == "a") cell.holm_p = 0.9;
    cell.control_player = "{backup: {name: average}, search: {selection: {name: ucb1, c: 0.8}}}";
  }
  const std::vector<Recommendation> made = recommend(results);
  ASSERT_EQ(made.size(), 5U) << "a domain at a budget each";
  EXPECT_EQ(made[0].best, nullptr);
  EXPECT_EQ(made[0].most_missed, 40) << "softmax gains 20 +- 20 there, and max loses";
  ASSERT_NE(made[3].best, nullptr);
  EXPECT_EQ(made[3].best->op, "softmax");
  ASSERT_EQ(made[3].others.size(), 2U);
  EXPECT_EQ(made[3].others[0]->op, "expectile");
  EXPECT_EQ(made[3].others[1]->op, "max");

  AtlasResults begun = results;
  std::erase_if(begun.cells, [](const CellResult& cell) { return !cell.is_control && cell.op != "max"; });
  EXPECT_EQ(recommendations_grid(begun).rows[3][6], "0") << "max is decided, so no gain is missed in d";
  std::erase_if(begun.cells, [](const CellResult& cell) { return !cell.is_control; });
  EXPECT_EQ(recommendations_grid(begun).rows[3][6], "0, no other played");

  const Grid grid = recommendations_grid(results);
  const std::vector<std::string> average = {"a+playouts",          "400", "4", "", "average", "c 0.8",
                                            "0, others up to +40", ""};
  EXPECT_EQ(grid.rows[0], average);
  EXPECT_EQ(grid.rows[3][6], "+80 [+60, +100]");
  EXPECT_EQ(grid.rows[3][7], "expectile +95, max -116");
  EXPECT_LT(atlas_markdown(results).find("### What to use"), atlas_markdown(results).find("### 400 simulations"));
  EXPECT_THAT(atlas_page(results), HasSubstr("<h2>What to use</h2>"));
  EXPECT_THAT(recommendations_text(results, true), HasSubstr("| d+playouts | 400 |"));
  EXPECT_EQ(recommendations_text({.name = "empty"}, false), "empty: no cell has games yet\n");
}

TEST(AtlasReport, PrintsTheHypotheses) {
  const AtlasResults results = small_atlas();
  const Grid grid = hypotheses_grid(results);
  ASSERT_EQ(grid.rows.size(), 9U);
  EXPECT_EQ(grid.rows[2][0], "3a");
  EXPECT_EQ(grid.rows[2][4], "yes") << "max is decided below 0 in all five games";
  EXPECT_EQ(grid.rows[4][4], "undecided") << "one budget";
  EXPECT_THAT(atlas_markdown(results), HasSubstr("max loses in every domain under playouts."));
  EXPECT_THAT(atlas_page(results), HasSubstr("<h2>Hypotheses</h2>"));
}

}  // namespace
}  // namespace rootward::atlas
