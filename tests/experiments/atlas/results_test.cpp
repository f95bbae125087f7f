// What follows from an atlas's cells: JSON and back, rows for the model, figures, advice.
#include "experiments/atlas/results.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <tuple>

#include "core/errors.h"
#include "core/json.h"
#include "experiments/atlas/advice.h"
#include "experiments/atlas/recommendations.h"
#include "experiments/atlas/report.h"
#include "experiments/play/game.h"

namespace rootward::atlas {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

CellResult cell_of(const std::string& op, const std::string& game, double elo) {
  CellResult cell;
  cell.op = op;
  cell.family = "child-type";
  cell.game = game;
  cell.evaluator = "playouts";
  cell.domain = game + "+playouts";
  cell.budget = "400";
  cell.simulations = 400;
  cell.is_control = op == "average";
  cell.is_held_out = game == "h";
  cell.pairs = 100;
  cell.planned_pairs = 100;
  cell.elo = elo;
  cell.statistics.elo_ci95 = {elo - 20, elo + 20};
  cell.holm_p = elo * elo > 400 ? 0.001 : 0.9;
  cell.tuning_elos = {elo - 1, elo + 1};
  cell.players = {"{backup: " + op + ", c: 1}", "{backup: " + op + ", c: 2}"};
  return cell;
}

estimates::FeatureRow features_for(const std::string& game, double branching) {
  estimates::FeatureRow row{.game = game, .evaluator = "playouts", .simulations = 400, .positions = 60};
  row.values[0] = branching;
  return row;
}

AtlasResults small_atlas() {
  AtlasResults results{.name = "small", .question = "Which?", .planned_cells = 15};
  results.operators = {"average", "max", "softmax"};
  results.budgets = {"400"};
  for (const auto& [game, branching] : {std::pair{"a", 4.0}, {"b", 8.0}, {"c", 12.0}, {"d", 16.0}, {"h", 10.0}}) {
    results.domains.push_back(std::string(game) + "+playouts");
    results.features.push_back(features_for(game, branching));
    results.cells.push_back(cell_of("average", game, 2));
    results.cells.push_back(cell_of("max", game, -100 - branching));
    results.cells.push_back(cell_of("softmax", game, 5 * branching));
  }
  return results;
}

TEST(AtlasResults, ReadBackAsTheyWereWritten) {
  AtlasResults results = small_atlas();
  results.cells[1].pool_score = 0.25;
  results.cells[1].statistics.elo_ci95.low = -std::numeric_limits<double>::infinity();
  results.cells[1].looks = 3;
  results.cells[1].evaluator_name = "tactical_playouts";
  results.cells[1].control_player = "{backup: average}";
  results.cells[1].entrants = {.simulations = 213, .cpu_seconds = 0.012};
  results.cells[1].control = {.simulations = 400, .cpu_seconds = 0.011};
  const std::string text = atlas_json(results);
  const AtlasResults read = parse_atlas_json(text);
  EXPECT_EQ(atlas_json(read), text);
  EXPECT_EQ(read.cells[1].looks, 3U);
  EXPECT_EQ(read.cells[1].entrants.simulations, 213U);
  EXPECT_EQ(read.cells[1].control.cpu_seconds, 0.011);
  EXPECT_THROW((void)parse_atlas_json("{\"schema\":\"rootward.atlas/1\"}"), UsageError);
}

/// Fields were added to the schema; files without them are read as before.
TEST(AtlasResults, EarlierFilesAreRead) {
  Json json = parse_json(atlas_json(small_atlas()));
  for (Json& cell : json["cells"])
    for (const char* later : {"looks", "control_player", "sides"}) cell.erase(later);
  const AtlasResults read = parse_atlas_json(dump_json(json));
  EXPECT_EQ(read.cells.size(), 15U);
  EXPECT_EQ(read.cells[0].looks, 1U);
  EXPECT_EQ(read.cells[0].entrants.simulations, 0U) << "not known";
}

/// max: 5 looks make 0.05 of 0.01; softmax: 0.02 by one look; erwa: 3 times 0.4 is capped. Holm over three: 0.02 * 3,
/// then the greater of that and 0.05 * 2, then 1.
TEST(AtlasResults, EveryLookIsPaidFor) {
  std::vector<CellResult> cells = {cell_of("max", "a", 15), cell_of("softmax", "a", 15), cell_of("erwa", "a", 2)};
  const std::vector<std::pair<double, std::uint64_t>> told = {{0.01, 5}, {0.02, 1}, {0.4, 3}};
  for (std::size_t i = 0; i < cells.size(); ++i) std::tie(cells[i].p, cells[i].looks) = told[i];
  correct(cells);
  EXPECT_DOUBLE_EQ(cells[0].holm_p, 0.1);
  EXPECT_DOUBLE_EQ(cells[1].holm_p, 0.06);
  EXPECT_DOUBLE_EQ(cells[2].holm_p, 1);
  EXPECT_FALSE(cells[0].is_decided()) << "looked at once it would have been: 0.03";
  cells[0].looks = 1;
  correct(cells);
  EXPECT_TRUE(cells[0].is_decided());
}

/// Two cells of A/A are corrected over each other, and no other cell by them.
TEST(AtlasResults, TuningNoiseDecidesNothing) {
  std::vector<CellResult> cells = {cell_of("average", "a", 90), cell_of("max", "a", 15), cell_of("average", "b", 10)};
  cells[0].p = 0.01;
  cells[1].p = 0.04;
  cells[2].p = 0.3;
  correct(cells);
  EXPECT_DOUBLE_EQ(cells[0].holm_p, 0.02);
  EXPECT_DOUBLE_EQ(cells[1].holm_p, 0.04);
  EXPECT_DOUBLE_EQ(cells[2].holm_p, 0.3);
  EXPECT_FALSE(cells[0].is_decided()) << "it says nothing of an operator";
  EXPECT_TRUE(cells[1].is_decided());
  AtlasResults results{.name = "noise"};
  results.operators = {"average", "max"};
  results.domains = {"a+playouts"};
  results.budgets = {"400"};
  results.cells = {cells[0]};
  EXPECT_THAT(heat_map_svg(results, "400"), HasSubstr("fill=\"url(#hatch-400)\""));
  EXPECT_THAT(atlas_page(results), HasSubstr("data-operator=\"average\" data-domain=\"a+playouts\" data-budget=\"400\" "
                                             "data-decided=\"no\""));
}

TEST(AtlasResults, TheModelIsNotToldOfTheControlNorOfHeldOutGames) {
  const AtlasResults results = small_atlas();
  EXPECT_EQ(model_rows(results, false).size(), 8U);
  EXPECT_EQ(model_rows(results, true).size(), 2U);
  for (const ModelRow& row : model_rows(results, false)) EXPECT_NE(row.at.op, "average");
}

TEST(AtlasResults, MoreIsPlayedWhereItIsUndecidedAndMatters) {
  CellResult cell = cell_of("max", "a", 15);
  EXPECT_TRUE(wants_more(cell));
  cell.statistics.elo_ci95 = {2, 28};
  EXPECT_FALSE(wants_more(cell)) << "it is decided";
  EXPECT_FALSE(wants_more(cell_of("max", "a", 5))) << "it is small";
  EXPECT_FALSE(wants_more(cell_of("max", "a", -31))) << "it is large";
}

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

TEST(Advice, RanksByTheModelAndGivesTheTunedPlayerOfTheNearestDomain) {
  const AtlasResults results = small_atlas();
  const Advice advice = advise_on(results, features_for("mine", 13), {.simulations = 400});
  ASSERT_EQ(advice.ranking.size(), 2U);
  EXPECT_EQ(advice.ranking[0].op, "softmax");
  EXPECT_GT(advice.ranking[0].prediction.elo, 0);
  EXPECT_LT(advice.ranking[0].interval.low, advice.ranking[0].prediction.elo);
  EXPECT_EQ(advice.nearest_domain, "c+playouts");
  EXPECT_EQ(advice.ranking[0].player, "{backup: softmax, c: 2}") << "the better of its tunings";
  EXPECT_TRUE(advice.outside.empty());
  const std::string text = advice_text(results, advice, 400);
  EXPECT_THAT(text, HasSubstr("player: {backup: softmax, c: 2}"));
  EXPECT_THAT(text, Not(HasSubstr("unlike")));
}

/// On five games the model's first operator gains for sure. Where Elo has nothing to do with features nobody is told to
/// begin with anything but the average.
TEST(Advice, SaysHowMuchTheModelIsWorth) {
  AtlasResults results = small_atlas();
  const Advice sure = advise_on(results, features_for("mine", 13), {.simulations = 400});
  EXPECT_DOUBLE_EQ(sure.ranking[0].mean_elo, 50) << "5 x (4 + 8 + 12 + 16 + 10) / 5";
  const std::string told = advice_text(results, sure, 400);
  EXPECT_THAT(
      told,
      AllOf(HasSubstr(
                "Held-out games:\n  model: rho 1.00, error 2.0 Elo\n  mean over other games: rho 1.00, error 0.0 Elo"),
            HasSubstr("did not foretell better, in rho and in error, than: mean over other games.\n"),
            HasSubstr("The first of the list as it was tuned there, to paste"),
            Not(HasSubstr("begin with the average")), HasSubstr("measured mean")));
  Advice unplayed = sure;
  unplayed.ranking[0].player = "";
  EXPECT_THAT(advice_text(results, unplayed, 400),
              AllOf(HasSubstr("is foretold to gain, but was not played there"), HasSubstr("{backup: average")));
  double sign = 1;
  for (CellResult& cell : results.cells) {
    cell.is_held_out = false;
    if (!cell.is_control) cell.elo = (sign = -sign) * 60 + 5;
    if (cell.game == "c") sign = -sign;
  }
  const Advice unsure = advise_on(results, features_for("mine", 13), {.simulations = 400});
  const std::string text = advice_text(results, unsure, 400);
  EXPECT_THAT(text, AllOf(HasSubstr("Games that were left out in turn:\n  model: rho"),
                          HasSubstr("did not foretell better, in rho and in error, than: "),
                          HasSubstr("so begin with the average")));
  EXPECT_LT(text.find("{backup: average, c: 2}"), text.find("which may gain, to paste"));
  for (CellResult& cell : results.cells) cell.control_player = "{backup: average, c: 3}";
  EXPECT_EQ(advise_on(results, features_for("mine", 13), {.simulations = 400}).average_player,
            "{backup: average, c: 3}")
      << "Elo is against the first tuning";
}

/// A network's player searches by PUCT: constants of UCB1 say nothing of it.
TEST(Advice, NetworksHaveTheirOwnDomains) {
  AtlasResults results = small_atlas();
  const AdviceRequest net{.evaluator = "net", .simulations = 400};
  const Advice none = advise_on(results, features_for("mine", 13), net);
  EXPECT_EQ(none.nearest_domain, "");
  EXPECT_EQ(none.ranking[0].player, "");
  EXPECT_EQ(none.average_player, "{backup: average, search: {selection: {name: puct}}}");
  EXPECT_THAT(advice_text(results, none, 400),
              AllOf(HasSubstr("No game of this atlas was played under an evaluator of that kind"),
                    HasSubstr("asks the network"), Not(HasSubstr("most like it"))));
  for (CellResult& cell : results.cells)
    if (cell.game == "a")
      cell.players =
          std::vector<std::string>(2, "{backup: " + cell.op + ", search: {selection: {name: puct, c: 0.4}}}");
  const Advice own = advise_on(results, features_for("mine", 13), net);
  EXPECT_EQ(own.nearest_domain, "a+playouts");
  EXPECT_EQ(own.average_player, "{backup: average, search: {selection: {name: puct, c: 0.4}}}");
  EXPECT_EQ(advise_on(results, features_for("mine", 5), {.simulations = 400}).nearest_domain, "b+playouts")
      << "a is nearer, but of the other kind";
}

/// Numbers of 4 to 16 with a deviation of 4: 17.9 is near enough, 18.2 is not. Every such feature is told.
TEST(Advice, ListsEveryFeatureOutOfRange) {
  AtlasResults results = small_atlas();
  for (estimates::FeatureRow& row : results.features) row.values[1] = *row.values[0] + 20;
  estimates::FeatureRow mine = features_for("mine", 17.9);
  mine.values[1] = 30;
  EXPECT_THAT(advise_on(results, mine, {.simulations = 400}).outside, ::testing::IsEmpty());
  mine.values[0] = 18.2;
  mine.values[1] = 21;
  EXPECT_THAT(advise_on(results, mine, {.simulations = 400}).outside,
              ::testing::ElementsAre("moves 18.2, seen 4 to 16", "plies 21, seen 24 to 36"));
  mine.values[2] = 0.5;
  EXPECT_THAT(advise_on(results, mine, {.simulations = 400}).outside,
              ::testing::Contains("losing in 3 0.5, never seen"));
}

TEST(Advice, NamesWhatTheUserTyped) {
  const auto refusal = [](const NamedParams& game, const std::string& evaluator) -> std::string {
    try {
      (void)advise(small_atlas(), {.game = game, .evaluator = evaluator, .simulations = 10});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal({"tictactoe", {}}, "nosuch"),
              AllOf(HasSubstr("--evaluator"), HasSubstr("no evaluator is called nosuch; known: playouts"),
                    Not(HasSubstr("advice"))));
  const auto usual = [](const char* game) {
    const auto described = std::ranges::find(games(), game, &Described::name);
    return NamedParams{game, resolve_params(described->parameters, {})};
  };
  EXPECT_THAT(refusal(usual("hex"), "tactical_playouts"), HasSubstr("--evaluator tactical_playouts: "));
  EXPECT_EQ(refusal(usual("sum"), "playouts"), "GAME sum: seats: 1 is not allowed; allowed: a game of two players");
}

TEST(Advice, SaysWhereAGameIsUnlikeAll) {
  AtlasResults results = small_atlas();
  const Advice far = advise_on(results, features_for("mine", 90), {.simulations = 100'000});
  EXPECT_EQ(far.outside.size(), 2U) << "branching and simulations";
  EXPECT_THAT(advice_text(results, far, 100'000),
              HasSubstr("unlike what the model has seen, so take the order for a guess:\n  moves 90, seen 4 to 16\n  "
                        "simulations 100000, seen 400 to 400"));
  const Advice net =
      advise_on(results, features_for("mine", 13), {.evaluator = "{name: net, cache: 9}", .simulations = 400});
  EXPECT_THAT(net.outside, ::testing::ElementsAre("evaluator {name: net, cache: 9}, never seen"));
  for (CellResult& cell : results.cells) cell.evaluator_name = "net";
  const Advice known =
      advise_on(results, features_for("mine", 13), {.evaluator = "{name: net, cache: 9}", .simulations = 400});
  EXPECT_THAT(known.outside, ::testing::IsEmpty()) << "what the cells call it does not matter";
  EXPECT_THROW((void)advise_on(AtlasResults{}, features_for("mine", 9), {.simulations = 400}), UsageError);
}

/// Measured on a game that is over in no time.
TEST(Advice, MeasuresTheGameItself) {
  AdviceRequest request;
  request.game = {"tictactoe", {}};
  request.simulations = 400;
  request.positions = 6;
  request.threads = 1;
  const Advice advice = advise(small_atlas(), request);
  EXPECT_GT(advice.features.of(estimates::Feature::branching).value(), 1);
  EXPECT_LE(advice.features.of(estimates::Feature::branching).value(), 9);
  EXPECT_EQ(advice.ranking.size(), 2U);
}

}  // namespace
}  // namespace rootward::atlas
