// The shipped games by the C interface: against twins, the built-in game, and published numbers.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/errors.h"
#include "games/connect4_small.h"
#include "games/line_tactics.h"
#include "games/loading/position.h"
#include "games/loading/trial.h"
#include "games/perft.h"
#include "tests/games/plugins.h"

namespace rootward {
namespace {

using testing::plugin_params;
using testing::plugin_rules;
using testing::shipped_plugin;

/// Dots and boxes by sets of pairs of dots, slowly.
class SlowDots {
 public:
  SlowDots(int rows, int columns, bool moves_again) : rows_(rows), columns_(columns), moves_again_(moves_again) {
    for (int y = 0; y <= rows; ++y)
      for (int x = 0; x <= columns; ++x) {
        if (x < columns) open_.insert({x, y, 0});
        if (y < rows) open_.insert({x, y, 1});
      }
  }
  using Edge = std::array<int, 3>;  // left or upper dot, and whether it goes down
  [[nodiscard]] const std::set<Edge>& open() const { return open_; }
  [[nodiscard]] int boxes() const {
    int count = 0;
    for (int y = 0; y < rows_; ++y)
      for (int x = 0; x < columns_; ++x) {
        bool closed = true;
        for (const Edge& side : {Edge{x, y, 0}, Edge{x, y + 1, 0}, Edge{x, y, 1}, Edge{x + 1, y, 1}})
          closed = closed && !open_.contains(side);
        count += closed ? 1 : 0;
      }
    return count;
  }
  void play(const Edge& edge) {
    const int before = boxes();
    open_.erase(edge);
    const int closed = boxes() - before;
    (mover_ == 0 ? first_ : second_) += closed;
    if (closed == 0 || !moves_again_) mover_ = 1 - mover_;
  }
  [[nodiscard]] int mover() const { return mover_; }
  [[nodiscard]] int result() const { return (first_ > second_ ? 1 : 0) - (first_ < second_ ? 1 : 0); }

 private:
  int rows_;
  int columns_;
  bool moves_again_;
  std::set<Edge> open_;
  int mover_ = 0;
  int first_ = 0;
  int second_ = 0;
};

std::string name_of(const SlowDots::Edge& edge) {
  return std::string(1, static_cast<char>('a' + edge[0])) + std::to_string(edge[1] + 1) + (edge[2] == 0 ? "h" : "v");
}

TEST(Plugins, DotsAndBoxesGoesAsItsSlowTwin) {
  for (const bool again : {true, false})
    for (const auto& [rows, columns] : {std::pair{1, 1}, std::pair{2, 3}, std::pair{4, 2}}) {
      const loading::PluginRules rules = plugin_rules("dots", {{"parameters.rows", std::int64_t{rows}},
                                                               {"parameters.columns", std::int64_t{columns}},
                                                               {"parameters.again", again}});
      Rng rng(7);
      for (int game = 0; game < 50; ++game) {
        PluginPosition position(rules);
        SlowDots twin(rows, columns, again);
        while (!position.is_over()) {
          ActionList actions;
          position.legal_actions(actions);
          std::set<std::string> names;
          for (const Action action : actions) names.insert(position.action_text(action));
          std::set<std::string> of_twin;
          for (const SlowDots::Edge& edge : twin.open()) of_twin.insert(name_of(edge));
          ASSERT_EQ(names, of_twin);
          ASSERT_EQ(position.to_move(), twin.mover() == 0 ? Seat::first : Seat::second);
          auto edge = twin.open().begin();
          std::advance(edge, rng.below(static_cast<std::uint32_t>(actions.size())));
          position.play(position.parse_action(name_of(*edge)).value());
          twin.play(*edge);
        }
        ASSERT_TRUE(twin.open().empty());
        ASSERT_EQ(position.result(), twin.result());
      }
    }
}

TEST(Plugins, ConnectFourIsTheBuiltInGame) {
  const loading::PluginRules rules = plugin_rules("connect4");
  const Connect4Rules own = make_connect4_rules(resolve_params(connect4_description().parameters, {}));
  PluginPosition position(rules);
  Connect4Small built_in(own);
  EXPECT_EQ(perft(position, 6), perft(built_in, 6));
  Rng rng(3);
  for (int game = 0; game < 200; ++game) {
    PluginPosition a(rules);
    Connect4Small b(own);
    while (!b.is_over()) {
      ASSERT_FALSE(a.is_over());
      Rng here = rng;
      Rng there = rng;
      const PlayoutResult mine = a.random_playout(here);
      const PlayoutResult theirs = b.random_playout(there);
      ASSERT_EQ(mine.value, theirs.value);
      ASSERT_EQ(mine.plies, theirs.plies);
      ASSERT_EQ(here.state(), there.state()) << "both draw the same";
      ASSERT_EQ(a.board_rows(), b.board_rows());
      ActionList actions;
      b.legal_actions(actions);
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      a.play(action);
      b.play(action);
    }
    ASSERT_TRUE(a.is_over());
    ASSERT_EQ(a.result(), b.result());
  }
}

/// One of the games of runs.c.
loading::PluginRules rules_of_runs(const std::string& game, std::int64_t size, bool moves_again) {
  return plugin_rules("runs",
                      {{"parameters.game", game}, {"parameters.size", size}, {"parameters.again", moves_again}});
}

std::vector<Seat> movers_after(PluginPosition position, const std::vector<std::string>& moves) {
  std::vector<Seat> movers;
  for (const std::string& move : moves) {
    position.play(position.parse_action(move).value());
    movers.push_back(position.to_move());
  }
  return movers;
}

TEST(Plugins, GamesWithAndWithoutMovesInARow) {
  constexpr Seat kFirst = Seat::first;
  constexpr Seat kSecond = Seat::second;
  const Connect4Rules own = make_connect4_rules(resolve_params(connect4_description().parameters, {}));
  Connect4Small built_in(own);
  const auto count = [](const std::string& game, std::int64_t size, int plies) {
    const loading::PluginRules rules = rules_of_runs(game, size, false);
    PluginPosition position(rules);
    return perft(position, plies);
  };
  EXPECT_EQ(count("connect4", 7, 6), perft(built_in, 6));
  EXPECT_EQ(count("hex", 7, 3), 110'544U) << "49 x 48 x 47";
  EXPECT_EQ(count("breakthrough", 8, 4), 256'036U) << "published";

  const loading::PluginRules hex_again = rules_of_runs("hex", 5, true);
  EXPECT_EQ(movers_after(PluginPosition(hex_again), {"a1", "b1", "c1", "d1", "e1", "a2"}),
            (std::vector<Seat>{kSecond, kSecond, kFirst, kFirst, kSecond, kSecond}));
  const loading::PluginRules connect4_again = rules_of_runs("connect4", 7, true);
  PluginPosition position(connect4_again);
  EXPECT_EQ(movers_after(position, {"1", "7", "1", "7", "1"}),
            (std::vector<Seat>{kSecond, kFirst, kSecond, kFirst, kFirst}))
      << "three stones in line move again";
  for (const char* move : {"1", "7", "1", "7", "1", "1"}) position.play(position.parse_action(move).value());
  ASSERT_TRUE(position.is_over());
  EXPECT_EQ(position.result(), 1);

  for (const char* game : {"connect4", "hex", "breakthrough"})
    for (const bool moves_again : {false, true}) {
      const auto library = shipped_plugin("runs");
      const GivenParams given = {{"parameters.game", std::string(game)}, {"parameters.again", moves_again}};
      EXPECT_EQ(loading::try_game(library, plugin_params(*library, given), {.games = 20}), 20U) << game;
    }
}

TEST(Plugins, APlayoutOfItsOwnIsTheOneMoveByMove) {
  const loading::PluginRules with = plugin_rules("connect4");
  const loading::PluginRules without = plugin_rules("connect4_plain");
  PluginPosition a(with);
  PluginPosition b(without);
  Rng here(5);
  Rng there(5);
  for (int i = 0; i < 500; ++i) {
    const PlayoutResult mine = a.random_playout(here);
    const PlayoutResult theirs = b.random_playout(there);
    ASSERT_EQ(mine.value, theirs.value);
    ASSERT_EQ(mine.plies, theirs.plies);
  }
  PlayoutTrace trace;
  Rng traced(9);
  const PlayoutResult result = a.random_playout(traced, trace);
  EXPECT_EQ(trace.moves().size(), result.plies);
}

TEST(Plugins, AmazonsHasItsPublishedNumbersAndMoreThan512Moves) {
  const loading::PluginRules ten = plugin_rules("amazons", {{"parameters.size", std::int64_t{10}}});
  EXPECT_FALSE(ten.has_plain_moves()) << "a million numbers of moves";
  PluginPosition large(ten);
  EXPECT_EQ(perft(large, 1), 2176U);
  EXPECT_EQ(perft(large, 2), 4'307'152U);
  const loading::PluginRules six = plugin_rules("amazons");
  EXPECT_TRUE(six.has_plain_moves());
  Rng rng(1);
  for (const loading::PluginRules* rules : {&ten, &six}) {
    PluginPosition position(*rules);
    while (!position.is_over()) {
      ActionList actions;
      position.legal_actions(actions);
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      ASSERT_EQ(position.parse_action(position.action_text(action)), action);
      position.play(action);
    }
    const PluginPosition read = PluginPosition::from_text(*rules, position.to_text());
    EXPECT_EQ(read.hash(), position.hash());
    EXPECT_EQ(read.to_text(), position.to_text());
  }
}

TEST(Plugins, MarksBringAPositionBack) {
  const loading::PluginRules rules = plugin_rules("dots", {{"parameters.rows", std::int64_t{9}}});
  PluginPosition position(rules);
  position.play(position.parse_action("a1h").value());
  const std::string before = position.to_text();
  const std::uint64_t hash = position.hash();
  const PluginPosition::Mark mark = position.mark();
  position.play(position.parse_action("B2V").value());
  EXPECT_NE(position.to_text(), before);
  PluginPosition copy = position;
  position.rewind(mark);
  EXPECT_EQ(position.to_text(), before);
  EXPECT_EQ(position.hash(), hash);
  EXPECT_EQ(copy.to_text(), "a1h b2v");
}

TEST(Plugins, SymmetricPositionsHaveOneCanonicalHash) {
  const loading::PluginRules rules = plugin_rules("connect4");
  const auto after = [&](const char* moves) { return PluginPosition::from_text(rules, moves); };
  EXPECT_EQ(after("1 2 2").canonical_hash(), after("7 6 6").canonical_hash());
  EXPECT_NE(after("1 2 2").hash(), after("7 6 6").hash());
  EXPECT_NE(after("1 2 2").canonical_hash(), after("1 2 3").canonical_hash());
}

TEST(Plugins, DotsAndBoxesHasAHeuristicAndFeatures) {
  const loading::PluginRules rules = plugin_rules("dots", {{"parameters.rows", std::int64_t{1}}});
  const Judgements judgements = PluginPosition::judgements(rules);
  ASSERT_EQ(judgements.heuristics.size(), 1U);
  EXPECT_EQ(judgements.heuristics[0].scale, 0) << "it is in [-1, 1]";
  ASSERT_EQ(judgements.features.size(), 2U);
  EXPECT_EQ(judgements.features[0].name, "lead");
  const auto look = [&](const char* moves) {
    const PluginPosition position = PluginPosition::from_text(rules, moves);
    std::array<double, 2> features{};
    position.features(features);
    return std::array{position.heuristic(0), features[0], features[1]};
  };
  EXPECT_EQ(look("start"), (std::array{0.0, 0.0, 10.0}));
  EXPECT_EQ(look("a1h a1v a2h b1v"), (std::array{1.0 / 3, 1.0, 6.0})) << "who closes a box moves again";
  EXPECT_EQ(look("a1h a1v a2h b1v b1h"), (std::array{-1.0 / 3, -1.0, 5.0}));
  EXPECT_TRUE(PluginPosition::judgements(plugin_rules("connect4")).heuristics.empty());
}

TEST(Plugins, ParametersAreCheckedAsOurs) {
  const auto library = shipped_plugin("dots");
  const auto problem = [&](const GivenParams& given) -> std::string {
    try {
      (void)plugin_params(*library, given);
    } catch (const ParamError& error) {
      return error.key() + ": " + error.what();
    }
    return "";
  };
  EXPECT_EQ(problem({{"parameters.rows", std::int64_t{12}}}),
            "parameters.rows: 12 is not allowed; allowed: an integer in [1, 9]");
  EXPECT_EQ(problem({{"parameters.again", false}}), "");
}

TEST(Plugins, ResultsInUnitsOfTheirOwnMayBeNoisy) {
  const loading::PluginRules rules = plugin_rules("paid");
  EXPECT_EQ(loading::try_game(shipped_plugin("paid"), plugin_params(*shipped_plugin("paid")), {.games = 20}), 20U);
  const auto after = [&](const char* moves) { return PluginPosition::from_text(rules, moves); };
  EXPECT_EQ(after("0 0").result(), -1);
  EXPECT_EQ(after("1 1").result(), 0);
  EXPECT_EQ(after("2 1").result(), 0.5) << "3 of 4";
  EXPECT_EQ(after("2 2").result(), 1);
  const PluginPosition end = after("2 1");
  ASSERT_TRUE(end.has_noisy_result());
  Rng rng(4);
  std::set<Value> drawn;
  for (int i = 0; i < 50; ++i) drawn.insert(end.draw_result(rng));
  EXPECT_EQ(drawn, (std::set<Value>{0.25, 0.75})) << "half a unit more or less";
  const PluginPosition two = after("2");
  double sum = 0;
  PlayoutTrace trace;
  constexpr int kGames = 3000;
  for (int i = 0; i < kGames; ++i) sum += two.random_playout(rng).value + two.random_playout(rng, trace).value;
  EXPECT_NEAR(sum / (2 * kGames), 0.5, 0.02) << "3 of 4 on average";
}

TEST(Plugins, TacticalPlayoutsGoByTheGamesWeightsAndWhatASearchHasLearned) {
  const loading::PluginRules rules = plugin_rules("paid");
  const PluginPosition start(rules);
  PlayoutTrace trace;
  Rng rng(2);
  std::map<MoveKey, int> played;
  constexpr int kGames = 2000;
  for (int i = 0; i < kGames; ++i) {
    (void)start.tactical_playout({}, rng, &trace, nullptr);
    for (const MoveKey key : trace.moves()) ++played[key];
  }
  EXPECT_EQ(played.count(11), 0U) << "its weight is 0";
  EXPECT_NEAR(played[12] / (2.0 * kGames), 0.75, 0.03) << "3 of 4";

  PlayoutPolicy policy;
  policy.use_mast(PlayoutPolicy::Mast::epsilon, 0);
  policy.scores(Seat::first).assign(13, 0);
  policy.scores(Seat::second).assign(13, 0);
  policy.scores(Seat::first)[11] = 1;
  policy.scores(Seat::second)[10] = 1;
  (void)start.tactical_playout({}, rng, &trace, &policy);
  EXPECT_EQ(std::vector<MoveKey>(trace.moves().begin(), trace.moves().end()), (std::vector<MoveKey>{11, 10}));

  // Plain playouts, too, play the move that has the key, and draw a noisy result.
  std::set<Value> drawn;
  for (int i = 0; i < 50; ++i) {
    drawn.insert(line_tactical_playout(start, 0, rng, &trace, &policy).value);
    EXPECT_EQ(std::vector<MoveKey>(trace.moves().begin(), trace.moves().end()), (std::vector<MoveKey>{11, 10}));
  }
  EXPECT_EQ(drawn, (std::set<Value>{-0.75, -0.25})) << "1 of 4, half a unit more or less";
}

TEST(Plugins, ABadPositionIsRefused) {
  const loading::PluginRules rules = plugin_rules("dots");
  EXPECT_THROW((void)PluginPosition::from_text(rules, "a1h a1h"), UsageError);
  EXPECT_THROW((void)PluginPosition::from_text(rules, "z9h"), UsageError);
  EXPECT_EQ(PluginPosition::from_text(rules, "start").to_text(), "start");
}

}  // namespace
}  // namespace rootward
