// The preregistered hypotheses on made-up cells, with numbers worked by hand.
#include "experiments/atlas/hypotheses.h"

#include <gmock/gmock.h>

#include "core/statistics/elo.h"
#include "experiments/atlas/tails.h"

namespace rootward::atlas {
namespace {

using ::testing::HasSubstr;

/// 100 pairs, whose interval is +-`half` Elo wide and whose p is that of its score.
CellResult played(const std::string& op, const std::string& game, std::uint64_t simulations, double elo, double half) {
  CellResult cell;
  cell.op = op;
  cell.family = op == "average" ? "return-type" : "child-type";
  cell.game = game;
  cell.evaluator = "playouts";
  cell.domain = game + "+playouts";
  cell.budget = std::to_string(simulations);
  cell.simulations = simulations;
  cell.is_control = op == "average";
  cell.pairs = cell.planned_pairs = 100;
  cell.elo = elo;
  cell.statistics.score = score_of_elo(elo);
  cell.statistics.standard_error = (score_of_elo(elo + half) - score_of_elo(elo)) / 1.96;
  cell.statistics.elo_ci95 = {elo - half, elo + half};
  cell.holm_p = elo * elo > half * half ? 0.001 : 0.9;
  return cell;
}

/// Games a, b, c, .. in which `losing` is the share of losing moves.
AtlasResults games_with(const std::vector<double>& losing) {
  AtlasResults results{.name = "made up"};
  results.operators = {"average", "max"};
  results.budgets = {"100"};
  for (std::size_t i = 0; i < losing.size(); ++i) {
    const std::string game(1, static_cast<char>('a' + i));
    results.domains.push_back(game + "+playouts");
    estimates::FeatureRow row{.game = game, .evaluator = "playouts", .simulations = 100, .positions = 60};
    row.values[static_cast<std::size_t>(estimates::Feature::losing_5)] = losing[i];
    results.features.push_back(row);
  }
  return results;
}

void add_cells(AtlasResults& results, const std::string& op, std::uint64_t simulations, const std::vector<double>& elos,
               double half) {
  for (std::size_t i = 0; i < elos.size(); ++i)
    results.cells.push_back(played(op, std::string(1, static_cast<char>('a' + i)), simulations, elos[i], half));
  results.planned_cells = results.cells.size();
}

JudgedHypothesis judged(const AtlasResults& results, const std::string& number) {
  for (JudgedHypothesis& one : judge_hypotheses(results))
    if (one.number == number) return one;
  return {};
}

/// Of six orders of three numbers one is as great as the observed, and all are as small.
TEST(Hypotheses, TailsOfAFewNumbersAreCounted) {
  const Tails order = order_tails({1, 2, 3}, {10, 20, 30}, "test").value();
  EXPECT_DOUBLE_EQ(order.above, 1.0 / 6);
  EXPECT_DOUBLE_EQ(order.below, 1);
  EXPECT_FALSE(order_tails({1, 2, 3}, {5, 5, 5}, "test")) << "equal numbers have no order";
  // Signs of 1, 2, 4: the sums 7, 5, 3, 1, -1, .., of which 7 alone is as great as the observed.
  EXPECT_DOUBLE_EQ(sign_tails({1, 2, 4}, "test").above, 1.0 / 8);
  // The observed 5 (-1 + 2 + 4): 7 and 5 are as great, and seven of eight are as small.
  EXPECT_DOUBLE_EQ(sign_tails({-1, 2, 4}, "test").above, 2.0 / 8);
  EXPECT_DOUBLE_EQ(sign_tails({-1, 2, 4}, "test").below, 7.0 / 8);
}

/// Ten numbers in one order: 1 of 10! orders, so none of the draws but the observed. Twenty signs: 1 of 2^20.
TEST(Hypotheses, TailsOfManyNumbersAreDrawn) {
  std::vector<double> numbers;
  for (int i = 1; i <= 10; ++i) numbers.push_back(i);
  EXPECT_NEAR(order_tails(numbers, numbers, "test")->above, 1e-4, 1e-9);
  EXPECT_EQ(order_tails(numbers, numbers, "test")->below, 1);
  EXPECT_LT(sign_tails(std::vector<double>(20, 1.0), "test").above, 3e-4);
  std::vector<double> mixed;
  for (int i = 0; i < 20; ++i) mixed.push_back(i % 2 == 0 ? 1 : -1);
  EXPECT_NEAR(sign_tails(mixed, "test").above, 0.588, 0.02) << "P(10 or more of 20 heads)";
}

TEST(Hypotheses, TuningNoiseIsSmall) {
  AtlasResults small = games_with({0, 0});
  add_cells(small, "average", 100, {3, -8}, 10);
  EXPECT_EQ(judged(small, "1").verdict, Verdict::yes) << "both intervals lie within 20 Elo";
  EXPECT_EQ(judged(small, "1").statistic, "largest -8 Elo, b+playouts at 100");
  AtlasResults unsure = games_with({0, 0});
  add_cells(unsure, "average", 100, {3, -8}, 40);
  EXPECT_EQ(judged(unsure, "1").verdict, Verdict::undecided);
  // 60 Elo are 40 beyond 20, with a standard error of 10: z is about 4, and the other cell doubles p by Holm.
  AtlasResults large = games_with({0, 0});
  add_cells(large, "average", 100, {3, 60}, 19.6);
  EXPECT_EQ(judged(large, "1").verdict, Verdict::no);
  EXPECT_LT(judged(large, "1").p.value(), 2e-4);
  // Of seven openings that error is t(.975; 6) / 1.96 = 1.248 times theirs: t = 4.1 * 1.248 with 6 degrees of freedom.
  for (CellResult& cell : large.cells) cell.openings = 7;
  EXPECT_GT(judged(large, "1").p.value(), 1e-3);
  EXPECT_LT(judged(large, "1").p.value(), 5e-3);
  for (CellResult& cell : large.cells) cell.openings = 0;
  small.planned_cells = 3;
  EXPECT_EQ(judged(small, "1").verdict, Verdict::undecided) << "a cell is missing";
  large.planned_cells = 3;
  EXPECT_EQ(judged(large, "1").verdict, Verdict::no) << "no other cell can mend that";
}

TEST(Hypotheses, NobodyGainsInMostDomains) {
  AtlasResults few = games_with({0, 0, 0, 0});
  add_cells(few, "max", 100, {50, 45, 0, -90}, 15);
  EXPECT_EQ(judged(few, "2").verdict, Verdict::yes) << "two of four are no more than half";
  EXPECT_EQ(judged(few, "2").statistic, "max at 100: in 2 of 4 domains, perhaps in 2");
  AtlasResults perhaps = games_with({0, 0, 0, 0});
  add_cells(perhaps, "max", 100, {50, 45, 20, -90}, 15);
  EXPECT_EQ(judged(perhaps, "2").verdict, Verdict::undecided) << "20 +- 15 may be 35";
  AtlasResults most = games_with({0, 0, 0, 0});
  add_cells(most, "max", 100, {50, 45, 40, -90}, 15);
  EXPECT_EQ(judged(most, "2").verdict, Verdict::no);
  few.cells.pop_back();
  EXPECT_EQ(judged(few, "2").statistic, "max at 100: in 2 of 4 domains, perhaps in 3") << "of one there is no cell";
  EXPECT_EQ(judged(few, "2").verdict, Verdict::undecided);
}

TEST(Hypotheses, MaxLosesEverywhere) {
  AtlasResults all = games_with({0, 0});
  add_cells(all, "max", 100, {-50, -90}, 15);
  EXPECT_EQ(judged(all, "3a").verdict, Verdict::yes);
  EXPECT_EQ(judged(all, "3a").statistic, "of 2 cells 2 are decided below 0 and 0 above");
  all.cells.push_back(played("max", "trees", 100, 70, 15));
  all.cells.back().evaluator = "noise-2";
  all.planned_cells = 3;
  EXPECT_EQ(judged(all, "3a").verdict, Verdict::yes) << "it speaks of playouts alone";
  AtlasResults some = games_with({0, 0});
  add_cells(some, "max", 100, {-50, -9}, 15);
  EXPECT_EQ(judged(some, "3a").verdict, Verdict::undecided);
  AtlasResults none = games_with({0, 0});
  add_cells(none, "max", 100, {-50, 90}, 15);
  EXPECT_EQ(judged(none, "3a").verdict, Verdict::no);
}

/// Five games in the order of their losing moves: 1 of 120 orders is as great. With 4b, which sees the same cells, Holm
/// doubles it.
TEST(Hypotheses, MaxLosesLeastWhereMovesLoseByForce) {
  AtlasResults results = games_with({0.1, 0.2, 0.3, 0.4, 0.5});
  add_cells(results, "max", 100, {-200, -150, -120, -90, -60}, 15);
  const JudgedHypothesis max = judged(results, "3b");
  EXPECT_EQ(max.statistic, "rho +1.00 of Elo with the feature losing_5 over 5 games");
  EXPECT_DOUBLE_EQ(max.p.value(), 2.0 / 120);
  EXPECT_EQ(max.verdict, Verdict::yes);
  std::swap(results.cells.front().elo, results.cells.back().elo);  // rho is 1 - 6 * 32 / 120
  EXPECT_THAT(judged(results, "3b").statistic, HasSubstr("rho -0.60"));
  EXPECT_EQ(judged(results, "3b").verdict, Verdict::undecided);
  AtlasResults opposite = games_with({0.5, 0.4, 0.3, 0.2, 0.1});
  add_cells(opposite, "max", 100, {-200, -150, -120, -90, -60}, 15);
  EXPECT_EQ(judged(opposite, "3b").verdict, Verdict::no);
  EXPECT_EQ(judged(opposite, "3b").p.value(), 1);
  opposite.features.clear();
  EXPECT_EQ(judged(opposite, "3b").statistic, "");
  EXPECT_EQ(judged(opposite, "3b").verdict, Verdict::undecided) << "nothing is known of the games";
}

/// Gains of 10 to 70 Elo in seven games: 1 of 128 choices of signs is as great. Neither 3b nor 4b has an order, for all
/// games have as many losing moves, so nothing is corrected.
TEST(Hypotheses, ListenersGainWithTheBudget) {
  AtlasResults results = games_with(std::vector<double>(7, 0.2));
  add_cells(results, "softmax", 100, std::vector<double>(7, -20), 15);
  EXPECT_EQ(judged(results, "4a").verdict, Verdict::undecided) << "one budget tells nothing";
  add_cells(results, "softmax", 6400, {-10, 0, 10, 20, 30, 40, 50}, 15);
  results.budgets = {"100", "6400"};
  const JudgedHypothesis gain = judged(results, "4a");
  EXPECT_EQ(gain.statistic, "+40.0 Elo from 100 to 6400 simulations, mean over 7 games");
  EXPECT_DOUBLE_EQ(gain.p.value(), 1.0 / 128);
  EXPECT_EQ(gain.verdict, Verdict::yes);
  for (CellResult& cell : results.cells)
    if (cell.simulations == 6400) cell.pairs = 50;
  EXPECT_EQ(judged(results, "4a").verdict, Verdict::undecided) << "cells are unfinished";
}

/// The mean of two operators by game: 1 of 120 orders is as great.
TEST(Hypotheses, ListenersGainWithLosingMoves) {
  AtlasResults results = games_with({0.1, 0.2, 0.3, 0.4, 0.5});
  add_cells(results, "softmax", 100, {-30, -20, -10, 0, 10}, 15);
  add_cells(results, "power_mean", 100, {-10, 0, 10, 20, 30}, 15);
  EXPECT_DOUBLE_EQ(judged(results, "4b").p.value(), 1.0 / 120);
  EXPECT_EQ(judged(results, "4b").verdict, Verdict::yes);
  EXPECT_EQ(judged(results, "3b").statistic, "") << "max is not there";
}

/// Four open games, in which two operators of two families change places with the share of losing moves, and one that
/// is held out, where that share is 0.85.
AtlasResults with_held_out(double max, double softmax) {
  AtlasResults results = games_with({0.1, 0.2, 0.8, 0.9, 0.85});
  results.operators = {"average", "max", "softmax"};
  add_cells(results, "max", 100, {-80, -60, 60, 80, max}, 15);
  add_cells(results, "softmax", 100, {40, 20, -20, -40, softmax}, 15);
  for (CellResult& cell : results.cells) {
    cell.is_held_out = cell.game == "e";
    if (cell.op == "softmax") cell.family = "path-type";
  }
  return results;
}

/// Over the open games both operators' mean is 0, which orders nothing: rho 0, and an error of sqrt((70^2 + 30^2) / 2).
/// The model foretells about +69 and -30.
TEST(Hypotheses, TheModelIsJudgedOnHeldOutGamesAlone) {
  AtlasResults right = with_held_out(70, -30);
  EXPECT_EQ(judged(right, "5").verdict, Verdict::yes);
  EXPECT_EQ(judged(right, "5").statistic, "1.00 and 0.00, mean over 1 orders");
  EXPECT_EQ(judged(right, "claim").verdict, Verdict::yes);
  EXPECT_THAT(judged(right, "claim").statistic, HasSubstr(", 53.9 and 53.9 Elo"));
  EXPECT_EQ(judged(right, "goal").verdict, Verdict::yes);
  right.planned_cells += 1;
  for (const char* number : {"5", "claim", "goal"}) EXPECT_EQ(judged(right, number).verdict, Verdict::undecided);
  const AtlasResults wrong = with_held_out(-30, 70);
  for (const char* number : {"5", "claim", "goal"}) EXPECT_EQ(judged(wrong, number).verdict, Verdict::no);
}

TEST(Hypotheses, WithoutCellsNothingIsDecided) {
  const std::vector<JudgedHypothesis> all = judge_hypotheses(AtlasResults{});
  ASSERT_EQ(all.size(), 9U);
  for (const JudgedHypothesis& one : all) {
    EXPECT_EQ(one.verdict, Verdict::undecided) << one.number;
    EXPECT_EQ(one.statistic, "") << one.number;
  }
}

}  // namespace
}  // namespace rootward::atlas
