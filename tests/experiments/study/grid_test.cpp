// What follows from a grid's cells: JSON and back, p after all looks, tables, the domains most alike.
#include "experiments/study/grid.h"

#include <gmock/gmock.h>

#include <limits>
#include <tuple>

#include "core/errors.h"
#include "core/statistics/beta.h"
#include "core/statistics/normal.h"
#include "experiments/study/advice.h"
#include "experiments/study/effect_json.h"
#include "experiments/study/grid_tables.h"
#include "experiments/study/recommendations.h"

namespace rootward::study {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

GridCell cell_of(const std::string& op, const std::string& game, double elo) {
  GridCell cell;
  cell.op = op;
  cell.family = "child-type";
  cell.domain = game + "+playouts";
  cell.budget = "400";
  cell.simulations = 400;
  cell.is_control = op == "average";
  cell.is_held_out = game == "h";
  cell.holm_p = elo * elo > 400 ? 0.001 : 0.9;
  cell.effect.pairs = 100;
  cell.effect.elo = elo;
  cell.effect.statistics.elo_ci95 = {elo - 20, elo + 20};
  for (const auto& [c, own] : {std::pair{"1", elo - 1}, {"2", elo + 1}})
    cell.effect.entrants.players.push_back(
        {"{backup: {name: " + op + "}, search: {selection: {name: ucb1, c: " + c + "}}}", own});
  cell.effect.control.players = {{"{backup: {name: average}, search: {selection: {name: ucb1, c: 0.5}}}", -elo}};
  return cell;
}

estimates::FeatureRow features_for(const std::string& game, double branching) {
  estimates::FeatureRow row{.game = game, .evaluator = "playouts", .simulations = 400, .positions = 60};
  row.values[0] = branching;
  return row;
}

/// Five games and three operators, made by hand.
GridResults small_grid() {
  GridResults results{.name = "small", .question = "Which?", .planned_cells = 15};
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

bool holds_half(const EffectScore& score) {
  const Interval interval = score_interval(score.estimate);
  return interval.low <= 0.5 && interval.high >= 0.5;
}

/// 100 pairs: 0.58 +- 0.0272, so z = 2.94. By seven openings of scores .52 to .64 t is larger than z, but of six
/// degrees.
TEST(EffectScore, FewOpeningsHaveWideTails) {
  const PairCounts pairs = {5, 15, 40, 23, 17};
  const GameCounts games{.wins = 116, .draws = 0, .losses = 84};
  const EffectScore alone = score_of_effect(pairs, games, {});
  EXPECT_NEAR(alone.p, two_sided_p(0.08 / alone.estimate.standard_error), 1e-12);
  std::vector<OpeningGroup> openings;
  for (const double points : {520, 540, 560, 580, 600, 620, 640}) openings.push_back({points / 35, 200 / 7});
  const double error = grouped_error(openings).value();
  const EffectScore grouped = score_of_effect(pairs, games, openings);
  const double t = (alone.estimate.score - 0.5) / error;
  EXPECT_GT(t, 0.08 / alone.estimate.standard_error);
  EXPECT_DOUBLE_EQ(grouped.p, student_two_sided_p(t, 6));
  EXPECT_GT(grouped.p, alone.p);
  EXPECT_FALSE(holds_half(grouped));
}

/// Of seven openings t is 2.447 at 5 %. However far they lie apart, the interval holds 1/2 exactly where p is above.
TEST(EffectScore, IntervalAndPAgreeAtFivePercent) {
  const PairCounts many = {1000, 0, 0, 0, 1400};
  const GameCounts games{.wins = 2800, .draws = 0, .losses = 2000};
  EXPECT_LT(score_of_effect(many, games, {}).p, 1e-15);
  for (const double spread : {60.0, 80.0, 88.0, 90.0, 92.0, 100.0, 120.0, 200.0}) {
    std::vector<OpeningGroup> openings;
    for (const double place : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}) openings.push_back({400 + spread * place, 686});
    const EffectScore score = score_of_effect(many, games, openings);
    EXPECT_EQ(holds_half(score), score.p > 0.05) << spread << ", p " << score.p;
    EXPECT_GT(score.p, 1e-4) << spread;
  }
}

/// Openings that all ended alike show no spread: the pairs' is what there is. One opening shows none at all.
TEST(EffectScore, OpeningsWithoutSpread) {
  const PairCounts pairs = {30, 0, 0, 0, 90};
  const GameCounts games{.wins = 180, .draws = 0, .losses = 60};
  const std::vector<OpeningGroup> alike(10, OpeningGroup{18, 24});
  EXPECT_EQ(score_of_effect(pairs, games, alike).p, score_of_effect(pairs, games, {}).p);
  const std::vector<OpeningGroup> one = {{180, 240}};
  const PairCounts few = {5, 0, 0, 0, 7};
  EXPECT_EQ(score_of_effect(few, {.wins = 14, .draws = 0, .losses = 10}, {}).estimate.formula, IntervalFormula::exact);
  EXPECT_EQ(score_of_effect(pairs, games, one).estimate.formula, IntervalFormula::wilson);
}

TEST(GridFile, ReadBackAsItWasWritten) {
  GridResults results = small_grid();
  GridCell& cell = results.cells[1];
  cell.pool_score = 0.25;
  cell.pool_games = 200;
  cell.looks = 3;
  cell.effect.statistics.elo_ci95.low = -std::numeric_limits<double>::infinity();
  cell.effect.planned_games = {200, 400};
  cell.effect.evaluator = "tactical_playouts";
  cell.effect.entrants = {.simulations = 213, .cpu_seconds = 0.012, .players = {{"{backup: max}", -3.5}}};
  cell.effect.control = {.simulations = 400, .cpu_seconds = 0.011};
  const std::string text = grid_json(results);
  const GridResults read = parse_grid_json(text);
  EXPECT_EQ(grid_json(read), text);
  EXPECT_EQ(read.cells[1].looks, 3U);
  EXPECT_EQ(read.cells[1].pool_games, 200U);
  EXPECT_EQ(read.cells[1].effect.entrants.simulations, 213U);
  EXPECT_EQ(read.cells[1].effect.control.cpu_seconds, 0.011);
  EXPECT_EQ(read.cells[1].effect.entrants.players.at(0).elo, -3.5);
  EXPECT_THROW((void)parse_grid_json("{\"schema\":\"rootward.grid/1\"}"), UsageError);
  const KeptTournament kept{.effect = cell.effect, .config_hash = "0123", .digest = "4567"};
  EXPECT_EQ(kept_tournament_json(parse_kept_tournament(kept_tournament_json(kept))), kept_tournament_json(kept));
  EXPECT_THROW((void)parse_kept_tournament("{\"schema\":\"rootward.kept-tournament/1\"}"), UsageError);
}

/// max: 5 looks make 0.05 of 0.01; softmax: 0.02 by one look; erwa: 3 times 0.4 is capped. Holm over three: 0.02 * 3,
/// then the greater of that and 0.05 * 2, then 1.
TEST(GridCells, EveryLookIsPaidFor) {
  GridResults results;
  results.cells = {cell_of("max", "a", 15), cell_of("softmax", "a", 15), cell_of("erwa", "a", 2)};
  std::vector<GridCell>& cells = results.cells;
  const std::vector<std::pair<double, std::uint64_t>> told = {{0.01, 5}, {0.02, 1}, {0.4, 3}};
  for (std::size_t i = 0; i < cells.size(); ++i) std::tie(cells[i].effect.p, cells[i].looks) = told[i];
  correct(results);
  EXPECT_DOUBLE_EQ(cells[0].holm_p, 0.1);
  EXPECT_DOUBLE_EQ(cells[1].holm_p, 0.06);
  EXPECT_DOUBLE_EQ(cells[2].holm_p, 1);
  EXPECT_FALSE(cells[0].is_decided()) << "looked at once it would have been: 0.03";
  cells[0].looks = 1;
  correct(results);
  EXPECT_TRUE(cells[0].is_decided());
}

/// Two cells of A/A are corrected over each other, and no other cell by them.
TEST(GridCells, TuningNoiseDecidesNothing) {
  GridResults results;
  results.cells = {cell_of("average", "a", 90), cell_of("max", "a", 15), cell_of("average", "b", 10)};
  std::vector<GridCell>& cells = results.cells;
  cells[0].effect.p = 0.01;
  cells[1].effect.p = 0.04;
  cells[2].effect.p = 0.3;
  correct(results);
  EXPECT_DOUBLE_EQ(cells[0].holm_p, 0.02);
  EXPECT_DOUBLE_EQ(cells[1].holm_p, 0.04);
  EXPECT_DOUBLE_EQ(cells[2].holm_p, 0.3);
  EXPECT_FALSE(cells[0].is_decided()) << "it says nothing of an operator";
  EXPECT_TRUE(cells[1].is_decided());
}

TEST(GridCells, MoreIsPlayedWhereItIsUndecidedAndMatters) {
  Effect effect = cell_of("max", "a", 15).effect;
  EXPECT_TRUE(is_undecided(effect, MemberGames{}, 5));
  effect.statistics.elo_ci95 = {2, 28};
  EXPECT_FALSE(is_undecided(effect, MemberGames{}, 5)) << "it is decided";
  EXPECT_FALSE(is_undecided(cell_of("max", "a", 5).effect, MemberGames{}, 5)) << "it is small";
  EXPECT_FALSE(is_undecided(cell_of("max", "a", -31).effect, MemberGames{}, 5)) << "it is large";
}

/// Within 20 Elo (0.5288) are 0.5 +- 0.01 by 2.9 errors, p 0.002, and 0.508 by 2.1, p 0.019. Holm's correction doubles
/// the second of three, which is enough for one look and not for two.
TEST(GridCells, EqualityIsShownWithinTheMargin) {
  GridResults results;
  results.margin = 20;
  for (const double score : {0.5, 0.508, 0.53}) {
    GridCell cell = cell_of("max", "a", 0);
    cell.effect.p = score < 0.53 ? 0.3 : 0.0027;
    cell.effect.statistics.score = score;
    cell.effect.statistics.standard_error = 0.01;
    results.cells.push_back(cell);
  }
  correct(results);
  EXPECT_TRUE(results.cells[0].is_equal());
  EXPECT_TRUE(results.cells[1].is_equal());
  EXPECT_FALSE(results.cells[2].is_equal());
  EXPECT_TRUE(results.cells[2].is_decided());
  results.cells[1].looks = 2;
  correct(results);
  EXPECT_FALSE(results.cells[1].is_equal());
  const GridResults read = parse_grid_json(grid_json(results));
  EXPECT_EQ(read.margin, 20);
  EXPECT_EQ(read.cells[0].equal_p, results.cells[0].equal_p);
}

/// Five looks and two tournaments: 0.005 decides. 0.5 +- 0.01 is equal within 20 Elo by p 0.002, 0.508 by 0.019.
TEST(GridCells, MoreIsPlayedUntilAGridWouldDecide) {
  const MemberGames games{.first = 100, .most = 1000, .margin = 20.0};
  EXPECT_THAT(games_by_look(games), ElementsAre(100, 200, 400, 800, 1000));
  GridResults results;
  results.margin = 20;
  results.cells = {cell_of("max", "a", 1), cell_of("softmax", "a", 1)};
  for (const auto& [score, p, more] : std::vector<std::tuple<double, double, bool>>{
           {0.5, 1, false}, {0.508, 0.4, true}, {0.53, 0.006, true}, {0.53, 0.004, false}}) {
    for (GridCell& cell : results.cells) {
      cell.looks = 5;
      cell.effect.p = p;
      cell.effect.statistics.score = score;
      cell.effect.statistics.standard_error = 0.01;
    }
    correct(results);
    const GridCell& cell = results.cells[0];
    EXPECT_EQ(is_undecided(cell.effect, games, 2), more) << score << " " << p;
    EXPECT_TRUE(more || cell.is_decided() || cell.is_equal()) << "it is left undecided";
  }
}

TEST(GridTables, ShowEveryCell) {
  const GridResults results = small_grid();
  const std::string map = heat_map_svg(results, "400");
  EXPECT_THAT(map, AllOf(HasSubstr("softmax in d+playouts: +80 Elo, 200 games"), HasSubstr("url(#hatch-400)")));
  EXPECT_THAT(heat_map_svg(results, "1600"), Not(HasSubstr("softmax in d"))) << "another budget";
  EXPECT_THAT(grid_tables_markdown(results), HasSubstr("-104 +- 20*"));
  EXPECT_THAT(grid_csv(results), HasSubstr("max,child-type,h+playouts,400,400,false,true,200,"));
  EXPECT_THAT(grid_csv(results), HasSubstr(",h,playouts,0,0,\"{backup: {name: max}, search: {selection: {name: ucb1, "
                                           "c: 2}}}\",10,,,"));
}

/// Five domains and three operators; of two domains and three operators the domains stand above. Those without cells
/// are left out.
TEST(GridTables, AreHigherThanWide) {
  GridResults results = small_grid();
  results.domains.emplace_back("unplayed");
  results.operators.emplace_back("unplayed");
  const Grid high = elo_grids(results).at(0);
  ASSERT_EQ(high.columns.size(), 4U);
  EXPECT_EQ(high.columns[0].title, "domain");
  EXPECT_EQ(high.columns[2].title, "max");
  ASSERT_EQ(high.rows.size(), 5U);
  EXPECT_EQ(high.rows[0][0], "a+playouts");
  std::erase_if(results.cells, [](const GridCell& cell) { return cell.game() != "a" && cell.game() != "d"; });
  const Grid low = elo_grids(results).at(0);
  ASSERT_EQ(low.columns.size(), 3U);
  EXPECT_EQ(low.columns[0].title, "operator");
  EXPECT_EQ(low.columns[2].title, "d+playouts");
  ASSERT_EQ(low.rows.size(), 3U);
  EXPECT_EQ(low.rows[1][2], high.rows[3][2]) << "max in d";
  EXPECT_THAT(heat_map_svg(results, "400"), AllOf(HasSubstr(">d+playouts<"), Not(HasSubstr("unplayed"))));
}

TEST(GridTables, SayWhatEqualTimeMeant) {
  GridResults results = small_grid();
  results.budgets.emplace_back(kEqualTime);
  EXPECT_TRUE(equal_time_grid(results).rows.empty());
  GridCell cell = cell_of("max", "a", 15);
  cell.budget = kEqualTime;
  cell.effect.entrants = {.simulations = 213, .cpu_seconds = 0.0108};
  cell.effect.control = {.simulations = 400, .cpu_seconds = 0.01};
  results.cells.push_back(cell);
  const Grid grid = equal_time_grid(results);
  ASSERT_EQ(grid.rows.size(), 1U);
  EXPECT_EQ(grid.rows[0][0], "max");
  EXPECT_EQ(grid.rows[0][1], "213 to 400 (1.08)~");
  EXPECT_THAT(grid_text(elo_grids(results).at(1)), HasSubstr("+15 +- 20~")) << "nobody overlooks it";
  results.cells.back().effect.entrants.cpu_seconds = 0.0104;
  EXPECT_EQ(equal_time_grid(results).rows[0][1], "213 to 400 (1.04)");
}

/// 0.6 of 200 games and 0.55 of 200: sqrt(.24 / 200 + .2475 / 200) x 1.96 = 9.7 points.
TEST(GridTables, ShowTheHeldOutPool) {
  GridResults results = small_grid();
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
}

/// Decided better in d by 80, by 20 in a not; the interval of the surest begins at 60.
TEST(GridTables, RecommendWhatIsDecided) {
  const GridResults grid = small_grid();
  const std::vector<Recommendation> all = recommend(grid);
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].best, nullptr) << "+20 in a is not decided";
  EXPECT_EQ(all[0].most_missed, 40);
  ASSERT_NE(all[3].best, nullptr);
  EXPECT_EQ(all[3].best->op, "softmax");
  ASSERT_EQ(all[3].others.size(), 1U) << "max loses for sure";
  ASSERT_NE(all[3].again, nullptr);
  EXPECT_EQ(all[3].again->op, "average");
  const Grid table = recommendations_grid(grid);
  EXPECT_EQ(table.columns[7].title, "average again");
  EXPECT_THAT(table.rows[3][7], HasSubstr("+2 ["));
}

/// softmax gains 80 in d: not where the average's other tunings may lose as much to its first.
TEST(GridTables, RecommendNoGainThatMayBeABadTuningsLoss) {
  GridResults grid = small_grid();
  const auto again = std::ranges::find_if(grid.cells, [](const GridCell& cell) {
    return cell.is_control && cell.domain == "d+playouts" && cell.budget == "400";
  });
  ASSERT_NE(again, grid.cells.end());
  again->effect.statistics.elo_ci95 = {-79, 10};
  EXPECT_NE(recommend(grid)[3].best, nullptr);
  again->effect.statistics.elo_ci95 = {-81, 10};
  EXPECT_EQ(recommend(grid)[3].best, nullptr);
  EXPECT_EQ(recommend(grid)[3].others.size(), 2U) << "it is shown all the same";
}

AdviceRequest request_of(std::uint64_t simulations) {
  AdviceRequest request;
  request.simulations = simulations;
  return request;
}

/// Where all tunings of the average are met, the one that is recommended did best over all rules' games; its own cell,
/// in which only the first is met, does not count.
TEST(GridTables, RecommendTheAveragesBestTuning) {
  GridCell own = cell_of("average", "a", 2);
  GridCell max = cell_of("max", "a", 0);
  GridCell softmax = cell_of("softmax", "a", 0);
  own.effect.control.players = {{"first", 100}};
  max.effect.control.players = {{"first", 5}, {"second", 0}, {"third", -5}};
  softmax.effect.control.players = {{"first", -20}, {"second", 20}, {"third", 0}};
  EXPECT_EQ(best_control({&own}), "first");
  EXPECT_EQ(best_control({&max}), "first");
  EXPECT_EQ(best_control({&own, &max, &softmax}), "second");
  EXPECT_EQ(control_players({&own, &max, &softmax}).at(0).elo, -7.5);
  EXPECT_EQ(best_control({}), "");
  GridResults grid = small_grid();
  EXPECT_EQ(most_controls(grid), 1U);
  grid.cells = {own, max, softmax};
  EXPECT_EQ(most_controls(grid), 3U);
}

/// Fifteen moves are nearest to d's 16, then to c's 12; over 4, 8, 12, 16, 10 the deviation is 4.
TEST(GridAdvice, TakesTheMostAlike) {
  const GridResults grid = small_grid();
  const Advice advice = advise_on(grid, features_for("mine", 15), request_of(400));
  ASSERT_EQ(advice.nearest.size(), 3U);
  EXPECT_EQ(advice.nearest[0].domain, "d+playouts");
  EXPECT_NEAR(advice.nearest[0].distance, 0.25, 1e-12);
  EXPECT_EQ(advice.nearest[0].backup, "softmax");
  EXPECT_EQ(advice.nearest[1].domain, "c+playouts");
  EXPECT_THAT(advice.player, AllOf(HasSubstr("softmax"), HasSubstr("c: 2"), HasSubstr("simulations: 400")))
      << "the better of its tunings";
  EXPECT_THAT(advice_text(grid, advice),
              AllOf(HasSubstr("+80 [+60, +100]"), HasSubstr("To begin with, softmax as it was tuned in d+playouts")));
}

/// Nothing is decided where four moves are.
TEST(GridAdvice, BeginsWithTheAverage) {
  const Advice advice = advise_on(small_grid(), features_for("mine", 4), request_of(400));
  EXPECT_EQ(advice.nearest[0].backup, "average");
  EXPECT_EQ(advice.nearest[0].decided, nullptr);
  EXPECT_THAT(advice.player, AllOf(HasSubstr("average"), HasSubstr("c: 0.5")));
}

/// PUCT's constants are others than UCB1's.
TEST(GridAdvice, ConstantsOfAnotherRuleSayNothing) {
  AdviceRequest request = request_of(400);
  request.evaluator = "net";
  const Advice advice = advise_on(small_grid(), features_for("mine", 4), request);
  EXPECT_TRUE(advice.nearest.empty());
  EXPECT_THAT(advice.player, AllOf(HasSubstr("average"), HasSubstr("puct")));
  GridResults empty = small_grid();
  empty.features.clear();
  EXPECT_THROW((void)advise_on(empty, features_for("mine", 4), request_of(400)), UsageError);
}

TEST(GridAdvice, StudiesOfOneDomainEachAreJoinedByTheirNames) {
  GridResults one = small_grid();
  GridResults two = small_grid();
  std::erase_if(two.domains, [](const std::string& domain) { return domain != "d+playouts"; });
  std::erase_if(two.cells, [](const GridCell& cell) { return cell.domain != "d+playouts"; });
  std::erase_if(two.features, [](const estimates::FeatureRow& row) { return row.game != "d"; });
  two.name = "other";
  two.budgets.emplace_back("9");
  const std::size_t cells = one.cells.size() + two.cells.size();
  const GridResults joined = join_grids({{"many", one}, {"mine", two}});
  EXPECT_EQ(joined.cells.size(), cells);
  EXPECT_EQ(joined.planned_cells, one.planned_cells + two.planned_cells);
  EXPECT_EQ(joined.name, one.name + ", other");
  EXPECT_EQ(joined.domains.front(), "many/" + one.domains.front());
  EXPECT_EQ(joined.domains.back(), "mine");
  EXPECT_EQ(joined.budgets.back(), "9");
  EXPECT_EQ(joined.operators, one.operators);
  EXPECT_NE(features_of(joined.features, "mine", "", 400), nullptr);
  EXPECT_NE(features_of(joined.features, "many/d", "playouts", 400), nullptr);
  const GridCell* cell = cell_at(joined, "softmax", "mine", "400");
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->holm_p, cell_at(two, "softmax", "d+playouts", "400")->holm_p) << "as it was corrected within its own";
  two.margin = one.margin.value_or(0) + 5;
  EXPECT_THROW((void)join_grids({{"many", one}, {"mine", two}}), UsageError);
}

}  // namespace
}  // namespace rootward::study
