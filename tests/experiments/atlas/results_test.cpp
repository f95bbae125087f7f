// What follows from an atlas's cells: JSON and back, rows for the model, figures, advice.
#include "experiments/atlas/results.h"

#include <gmock/gmock.h>

#include "core/errors.h"
#include "experiments/atlas/advice.h"
#include "experiments/atlas/report.h"

namespace rootward::atlas {
namespace {

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
  const std::string text = atlas_json(results);
  EXPECT_EQ(atlas_json(parse_atlas_json(text)), text);
  EXPECT_THROW((void)parse_atlas_json("{\"schema\":\"rootward.atlas/1\"}"), UsageError);
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
  EXPECT_THAT(map, HasSubstr("url(#hatch)"));
  EXPECT_THAT(heat_map_svg(results, "1600"), Not(HasSubstr("softmax in d"))) << "another budget";
  EXPECT_THAT(atlas_markdown(results), HasSubstr("-104 +- 20*"));
  EXPECT_THAT(atlas_csv(results), HasSubstr("max,child-type,h+playouts,400,400,false,true,200,"));
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

TEST(Advice, RanksByTheModelAndGivesTheTunedPlayerOfTheNearestDomain) {
  const AtlasResults results = small_atlas();
  const Advice advice = advise_on(results, features_for("mine", 13), 400);
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

TEST(Advice, SaysWhereAGameIsUnlikeAll) {
  const AtlasResults results = small_atlas();
  const Advice far = advise_on(results, features_for("mine", 90), 100'000);
  EXPECT_EQ(far.outside.size(), 2U) << "branching and simulations";
  EXPECT_THAT(advice_text(results, far, 100'000), HasSubstr("unlike what the model has seen: moves ("));
  EXPECT_THROW((void)advise_on(AtlasResults{}, features_for("mine", 9), 400), UsageError);
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
