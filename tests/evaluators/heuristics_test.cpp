// Heuristics as evaluators, cut and greedy playouts, and the minimax of what a look says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/errors.h"
#include "evaluators/feature_formula.h"
#include "evaluators/registry.h"
#include "evaluators/static_judge.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"
#include "search/search_core.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;

constexpr const char* kBreakthrough = "breakthrough:4";
/// o to move is 5 behind by pawns and rows (tests/games/heuristics_test.cpp).
constexpr const char* kBehind = ".x../..../..x./o.o. o";
/// x to move comes to the last row next, or steps with his other pawn.
constexpr const char* kWins = ".x../..../..x./o... x";

PlayerSpec player_of(const Game& game, const std::string& search, const std::string& backup = "") {
  return parse_search_player(search, backup, {}, game.id());
}

std::unique_ptr<Game> game_of(const std::string& text) { return make_game(parse_game(text, {})); }

/// What the evaluator says of a position, `count` times, in the mover's view.
std::vector<double> values(const std::string& evaluator, const std::string& position, std::size_t count = 1,
                           const std::string& game_text = kBreakthrough) {
  const std::unique_ptr<Game> game = game_of(game_text);
  const PlayerSpec player = player_of(*game, "{evaluator: " + evaluator + "}");
  const std::unique_ptr<Searcher> searcher = game->make_searcher(player.search);
  searcher->new_game(1);
  const std::unique_ptr<Position> at = game->from_text(position);
  std::vector<double> found;
  for (std::size_t i = 0; i < count; ++i) found.push_back(searcher->evaluate(*at).value);
  return found;
}

std::string error_of(const std::function<void()>& run) {
  try {
    run();
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(HeuristicEvaluator, IsTheSquashedValueForTheMover) {
  for (const double x : {-60.0, -3.0, -0.5, 0.0, 1e-3, 0.7, 50.0}) {
    EXPECT_NEAR(tanh_exact(x), std::tanh(x), 1e-15);
    EXPECT_EQ(tanh_exact(-x), -tanh_exact(x));
  }
  EXPECT_EQ(values("heuristic", kBehind)[0], tanh_exact(-5.0 / 30));
  EXPECT_EQ(values("{name: heuristic, scale: 5}", kBehind)[0], tanh_exact(-1));
  EXPECT_EQ(values("{name: heuristic, by: mobility}", kBehind)[0], tanh_exact(-1.0 / 10));
}

TEST(HeuristicEvaluator, AFormulaOverFeaturesTakesItsPlace) {
  const std::string same =
      "{name: heuristic, scale: 30, value: 10 * (pawns - their_pawns) + 2.5 * (farthest - their_farthest)}";
  EXPECT_EQ(values(same, kBehind), values("heuristic", kBehind));
  EXPECT_EQ(values("{name: heuristic, value: \"where(pawns > 1, min(moves, 3), 0) / 3 - 1\"}", kBehind)[0], 0);
  const std::vector<FeatureFacts> features{{"a", ""}, {"b", ""}};
  const std::vector<double> numbers{2, -3};
  EXPECT_EQ(FeatureFormula("-b * (a + 1.5) - 1 / 4", features).at(numbers), 3 * 3.5 - 0.25);
  EXPECT_EQ(FeatureFormula("7", features).at(numbers), 7);
  EXPECT_EQ(FeatureFormula("max(a, abs(b)) >= 3", features).at(numbers), 1);
}

/// A network that judges where playouts are cut draws its symmetries by the game's seed, as it does alone.
TEST(CutPlayouts, TheirJudgeHearsOfGames) {
  const std::unique_ptr<Game> game = game_of("connect4");
  const std::unique_ptr<Position> at = game->start();
  for (const char* move : {"4", "4", "3"}) at->play(*at->parse_action(move));
  const std::string net = "{name: net, symmetry: by_position, file: " ROOTWARD_SOURCE_DIR
                          "/results/training/connect4-first/networks/00080.safetensors}";
  const auto by_seed = [&](const std::string& evaluator) {
    const std::unique_ptr<Searcher> searcher =
        game->make_searcher(player_of(*game, "{evaluator: " + evaluator + "}").search);
    std::vector<double> values;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      searcher->new_game(seed);
      values.push_back(searcher->evaluate(*at).value);
    }
    return values;
  };
  const std::vector<double> alone = by_seed(net);
  EXPECT_NE(alone, std::vector<double>(8, alone[0]));
  EXPECT_EQ(by_seed("{name: playouts, plies: 0, then: " + net + "}"), alone);
  EXPECT_EQ(by_seed("{name: tactical_playouts, plies: 0, then: " + net + "}"), alone);
}

TEST(HeuristicEvaluator, WhatIsWrongIsSaidToTheCharacter) {
  const auto wrong = [](const std::string& evaluator, const std::string& game = kBreakthrough) {
    return error_of([&] { (void)player_of(*game_of(game), "{evaluator: " + evaluator + "}"); });
  };
  EXPECT_THAT(wrong("{name: heuristic, value: pawn - their_pawns}"),
              HasSubstr("search.evaluator.value: no feature is called 'pawn'; features of this game: pawns, "));
  EXPECT_THAT(wrong("{name: heuristic, value: sum(pawns)}"),
              HasSubstr("sum(pawns) is none of the functions of numbers"));
  EXPECT_THAT(wrong("{name: heuristic, value: 1 +}"), HasSubstr("search.evaluator.value"));
  EXPECT_THAT(
      wrong("{name: heuristic, by: mobilty}"),
      HasSubstr("no heuristic of this game is called mobilty; it has: pawns, mobility; did you mean mobility?"));
  EXPECT_THAT(wrong("{name: heuristic, by: pawns, value: pawns}"), HasSubstr("allowed: one of both"));
  EXPECT_THAT(wrong("heuristic", "nogo:7"), HasSubstr("this game has no heuristics; games that have: breakthrough"));
  EXPECT_THAT(wrong("{name: mix, a: {name: heuristic, by: x}, b: playouts}"),
              HasSubstr("search.evaluator.a.by: no heuristic of this game is called x"));
  EXPECT_THAT(wrong("{name: playouts, plies: 5, then: {name: heuristic, value: x}}"),
              HasSubstr("search.evaluator.then.value: no feature is called 'x'"));
  EXPECT_THAT(wrong("{name: playouts, until: 0.5, then: exact+noise}"),
              HasSubstr("looks at positions by `then`, which is exact+noise; allowed there: heuristic"));
  EXPECT_THAT(wrong("{name: playouts, plies: 5}", "nogo:7"), HasSubstr("this game has no heuristics"));
  EXPECT_THAT(wrong("{name: playouts, plies: 5}", "go:9"), HasSubstr("are not cut"));
}

TEST(CutPlayouts, EndWhereTheyAreAskedTo) {
  EXPECT_EQ(values("{name: playouts, plies: 0}", kBehind), values("heuristic", kBehind));
  EXPECT_EQ(values("{name: playouts, plies: 0, then: {name: heuristic, by: mobility}}", kBehind),
            values("{name: heuristic, by: mobility}", kBehind));
  // One ply on, each move's look, seen from before it; then the mean of several is between these.
  const std::unique_ptr<Game> game = game_of(kBreakthrough);
  std::vector<double> looks;
  const std::unique_ptr<Position> at = game->from_text(kBehind);
  for (const Action action : at->legal_actions()) {
    const std::unique_ptr<Position> next = at->clone();
    next->play(action);
    looks.push_back(-values("heuristic", next->to_text())[0]);
  }
  for (const double value : values("{name: playouts, plies: 1}", kBehind, 50))
    EXPECT_NE(std::ranges::find(looks, value), looks.end());
  // tanh(-5 / 5) is beyond -1/2: lost at once; with a scale of 30 the game goes on to its end.
  EXPECT_EQ(values("{name: playouts, until: 0.5, then: {name: heuristic, scale: 5}}", kBehind)[0], -1);
  for (const double value : values("{name: playouts, until: 0.99}", kBehind, 20)) EXPECT_EQ(std::abs(value), 1);
  // Exactly so much is enough.
  for (const double value :
       values("{name: playouts, until: 1, then: {name: heuristic, value: 100 + pawns}}", kBehind, 20))
    EXPECT_EQ(value, 1);
}

TEST(CutPlayouts, AGreedyPlayoutTakesTheBestMove) {
  EXPECT_EQ(values("{name: playouts, epsilon: 0, plies: 1}", kWins, 20), std::vector<double>(20, 1.0));
  const std::vector<double> all = values("{name: playouts, epsilon: 1, plies: 1}", kWins, 200);
  EXPECT_LT(*std::ranges::min_element(all), 1) << "drawn moves do not always win";
  // The best move by the heuristic, and no other.
  const std::vector<double> greedy = values("{name: playouts, epsilon: 0, plies: 1}", kBehind, 20);
  const std::vector<double> drawn = values("{name: playouts, plies: 1}", kBehind, 200);
  EXPECT_EQ(greedy, std::vector<double>(20, *std::ranges::max_element(drawn)));
}

TEST(CutPlayouts, TacticalOnesAreCutTheSame) {
  EXPECT_EQ(values("{name: tactical_playouts, plies: 0, takes: 4}", kBehind), values("heuristic", kBehind));
  for (const double value : values("{name: tactical_playouts, plies: 1}", kWins, 50)) EXPECT_EQ(value, 1);
  EXPECT_EQ(values("{name: tactical_playouts, plies: 0}", "x.../.xo./.ox./.... o", 1, "othello:4"),
            values("heuristic", "x.../.xo./.ox./.... o", 1, "othello:4"));
  EXPECT_THAT(error_of([] { (void)player_of(*game_of("go:9"), "{evaluator: {name: tactical_playouts, plies: 3}}"); }),
              HasSubstr("are not cut"));
}

TEST(CutPlayouts, WholeOnesAreStoredAsBefore) {
  const std::unique_ptr<Game> game = game_of(kBreakthrough);
  EXPECT_THAT(player_summary(player_of(*game, "{evaluator: playouts}")), HasSubstr("playouts(count=1)"));
  EXPECT_THAT(player_summary(player_of(*game, "{evaluator: {name: playouts, plies: 20}}")),
              HasSubstr("playouts(count=1, plies=20)"));
}

/// w of a node by looking at all below it, in the view of the first seat.
class MinimaxTwin {
 public:
  MinimaxTwin(const Game& game, const SearchCore& core, bool takes_all) : core_(core), takes_all_(takes_all) {
    const PlayerSpec player = parse_search_player("{evaluator: heuristic}", "", {}, game.id());
    searcher_ = game.make_searcher(player.search);
    searcher_->new_game(1);
  }

  double look(const Position& position) {
    if (position.is_over()) return position.result();
    return sign_of(position.to_move()) * searcher_->evaluate(position).value;
  }

  double value(BlockRef ref, const Position& position) {
    if (ref == kNoBlock) return look(position);
    const Block block = core_.tree().block(ref);
    double best = -2;
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (!takes_all_ && block.visits()[i] == 0) continue;
      const std::unique_ptr<Position> next = position.clone();
      next->play(block.actions()[i]);
      const double below = value(block.children()[i], *next);
      if (block.visits()[i] > 0) {
        EXPECT_NEAR(block.values()[i], sign_of(position.to_move()) * below, 1e-12);
        ++compared_;
      }
      best = std::max(best, sign_of(position.to_move()) * below);
    }
    return best == -2 ? look(position) : sign_of(position.to_move()) * best;
  }
  [[nodiscard]] int compared() const { return compared_; }

 private:
  const SearchCore& core_;
  bool takes_all_;
  std::unique_ptr<Searcher> searcher_;
  int compared_ = 0;
};

/// With a = 1 a stored value is w.
void expect_minimax(const std::string& children, const std::string& search) {
  const std::unique_ptr<Game> game = game_of(kBreakthrough);
  const PlayerSpec player =
      player_of(*game, search, "{name: implicit_minimax, a: 1, leaf: heuristic, children: " + children + "}");
  const std::unique_ptr<Searcher> searcher = game->make_searcher(player.search);
  searcher->new_game(3);
  const std::unique_ptr<Position> start = game->start();
  const SearchResult result = searcher->think(*start, std::nullopt, nullptr);
  const SearchedTree tree = searcher->tree();
  MinimaxTwin twin(*game, *tree.core, children == "all");
  EXPECT_NEAR(result.value, twin.value(tree.core->tree().child_block(tree.core->tree().root()), *start), 1e-12);
  EXPECT_GT(twin.compared(), 100);
}

TEST(ImplicitMinimax, KeepsTheMinimaxOfWhatALookSays) {
  expect_minimax("all", "{budget: {simulations: 400}}");
  expect_minimax("visited", "{budget: {simulations: 400}}");
  expect_minimax("all", "{budget: {simulations: 400}, expansion: {kind: all}}");
  expect_minimax("all", "{budget: {simulations: 400}, batch: {leaves: 4}}");
}

TEST(ImplicitMinimax, MayMixTheMeanWithEachPositionsOwnLook) {
  const std::unique_ptr<Game> game = game_of(kBreakthrough);
  const PlayerSpec player = player_of(*game, "{budget: {simulations: 300}}",
                                      "{name: implicit_minimax, a: 1, leaf: heuristic, mixes: heuristic}");
  const std::unique_ptr<Searcher> searcher = game->make_searcher(player.search);
  searcher->new_game(3);
  const std::unique_ptr<Position> start = game->start();
  (void)searcher->think(*start, std::nullopt, nullptr);
  const SearchedTree tree = searcher->tree();
  const Block root = tree.core->root_block();
  MinimaxTwin twin(*game, *tree.core, false);
  int visited = 0;
  for (std::uint32_t i = 0; i < root.header().visited; ++i) {
    const std::unique_ptr<Position> below = start->clone();
    below->play(root.actions()[i]);
    EXPECT_NEAR(root.values()[i], sign_of(start->to_move()) * twin.look(*below), 1e-12);
    visited += root.visits()[i] > 1 ? 1 : 0;
  }
  EXPECT_GT(visited, 3);
}

TEST(ImplicitMinimax, LooksByTheHeuristicThatItsParametersName) {
  const std::unique_ptr<Game> game = game_of(kBreakthrough);
  const auto value = [&](const std::string& heuristic) {
    const PlayerSpec player =
        player_of(*game, "{budget: {simulations: 1}}",
                  "{name: implicit_minimax, a: 1, leaf: heuristic, children: all" + heuristic + "}");
    const std::unique_ptr<Searcher> searcher = game->make_searcher(player.search);
    searcher->new_game(1);
    return searcher->think(*game->start(), std::nullopt, nullptr).value;
  };
  // The first move takes a pawn, a row ahead: 10 + 2.5; x has then gone two rows.
  EXPECT_NEAR(value(""), tanh_exact(12.5 / 30), 1e-12);
  EXPECT_NEAR(value(", heuristic: {scale: 2.5}"), tanh_exact(5), 1e-12);
  EXPECT_NEAR(value(", heuristic: {value: their_farthest}"), tanh_exact(-2), 1e-12);
}

TEST(ImplicitMinimax, RefusesWhatDoesNotGoTogether) {
  const auto wrong = [](const std::string& parameters, const std::string& game = kBreakthrough) {
    return error_of([&] { (void)player_of(*game_of(game), "", "{name: implicit_minimax, " + parameters + "}"); });
  };
  EXPECT_THAT(wrong("children: all"), HasSubstr("backup.children: all is not allowed under leaf: own_mean"));
  EXPECT_THAT(wrong("mixes: heuristic"), HasSubstr("backup.mixes: heuristic is not allowed under leaf: own_mean"));
  EXPECT_THAT(wrong("leaf: heuristic, mixes: heuristic, children: all"), HasSubstr("backup.children: all is not read"));
  EXPECT_THAT(wrong("leaf: heuristic, mixes: heuristic, min_visits: 2"), HasSubstr("backup.min_visits: is not read"));
  EXPECT_THAT(wrong("heuristic: {scale: 2}"), HasSubstr("backup.heuristic.scale: is read under leaf: heuristic alone"));
  EXPECT_THAT(wrong("leaf: heuristic, heuristic: {by: x}"),
              HasSubstr("backup.heuristic.by: no heuristic of this game is called x"));
  EXPECT_THAT(wrong("leaf: heuristic", "go:9"), HasSubstr("this game has no heuristics"));
  EXPECT_THAT(wrong("leaf: heuristic, children: all, min_visits: 2"), HasSubstr("backup.min_visits: must be 1"));
}

}  // namespace
}  // namespace rootward
