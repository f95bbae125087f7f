// Flat Monte Carlo, minimax and the exact player: what they play, and that they sit in tournaments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/errors.h"
#include "experiments/tournament/config.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {
namespace {

using ::testing::AnyOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

/// Players from a tournament's text.
tournament::TournamentConfig players(const std::string& game, const std::string& map) {
  return tournament::parse_tournament(
      "name: t\nseed: 1\ngame: " + game + "\nplayers: " + map + "\nschedule: {type: round_robin, pairs: 1}\n",
      "t.yaml");
}

/// The result of one game, first seat's view.
Value play(const Game& game, Player& first, Player& second, std::uint64_t seed) {
  const std::unique_ptr<Position> position = game.start();
  first.new_game(seed);
  second.new_game(seed + 1);
  while (!position->is_over()) {
    Player& mover = position->to_move() == Seat::first ? first : second;
    const Action action = mover.choose(*position, [] { return false; }).action;
    EXPECT_TRUE(position->is_legal(action));
    position->play(action);
    first.observe(action);
    second.observe(action);
  }
  return position->result();
}

struct Pair {
  std::unique_ptr<Game> game;
  std::unique_ptr<Player> a, b;
  Pair(const std::string& game_text, const std::string& map) {
    const tournament::TournamentConfig config = players(game_text, map);
    game = make_game(config.game);
    a = make_player(config.players[0], *game, {});
    b = make_player(config.players[1], *game, {});
  }
};

TEST(OtherPlayers, PerfectPlayersDrawTicTacToeAndNeverLoseToChance) {
  Pair pair("tictactoe", "{a: {player: exact}, b: {player: minimax}}");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(play(*pair.game, *pair.a, *pair.b, seed), 0);
    EXPECT_EQ(play(*pair.game, *pair.b, *pair.a, seed), 0);
  }
  Pair chance("tictactoe", "{a: {player: exact}, b: {player: random}}");
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    EXPECT_GE(play(*chance.game, *chance.a, *chance.b, seed), 0);
    EXPECT_LE(play(*chance.game, *chance.b, *chance.a, seed), 0);
  }
}

TEST(OtherPlayers, ExactVariesAmongBestMovesBySeedAlone) {
  Pair pair("tictactoe", "{a: {player: exact}, b: {player: random}}");
  std::set<Action> seen;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    pair.a->new_game(seed);
    const Action action = pair.a->choose(*pair.game->start(), {}).action;
    pair.a->new_game(seed);
    EXPECT_EQ(pair.a->choose(*pair.game->start(), {}).action, action);
    seen.insert(action);
  }
  EXPECT_EQ(seen.size(), 9U) << "every opening draws";
}

TEST(OtherPlayers, MinimaxFindsShortWinsWithinItsDepth) {
  Pair pair("connect4", "{a: {player: minimax, depth: 3}, b: {player: minimax, nodes: 20000}}");
  const std::unique_ptr<Position> position = pair.game->start();
  for (const char* move : {"4", "4", "5", "5", "3"}) position->play(*position->parse_action(move));
  // The second player must stop 2 and 6: it cannot, but one ply earlier the first wins.
  position->play(*position->parse_action("1"));
  for (Player* player : {pair.a.get(), pair.b.get()}) {
    player->new_game(1);
    EXPECT_THAT(position->action_text(player->choose(*position, {}).action), AnyOf("2", "6"));
  }
}

TEST(OtherPlayers, FlatMonteCarloIsASearchOfTheRootAlone) {
  const tournament::TournamentConfig config =
      players("connect4",
              "{flat: {player: flat_mc, simulations: 70}, ucb: {player: flat_mc, selection: ucb1, simulations: 70}}");
  const std::unique_ptr<Game> game = make_game(config.game);
  const SearchSettings flat = *search_of(config.players[0]);
  EXPECT_EQ(flat.max_nodes, 1U);
  const std::unique_ptr<Searcher> searcher = game->make_searcher(flat);
  searcher->new_game(1);
  for (const RootChild& child : searcher->think(*game->start(), std::nullopt, {}).children)
    EXPECT_EQ(child.visits, 10U) << "each move in turn";
  const SearchSettings ucb = *search_of(config.players[1]);
  EXPECT_EQ(ucb.selection.name, "ucb1");
  EXPECT_EQ(ucb.selection.params.real("c"), 0.7);
}

// Plain Monte Carlo prefers b2 for ever, however long it thinks; minimax knows that b1 is right.
TEST(OtherPlayers, PlainMonteCarloIsWrongForEverOnTheTextbookTree) {
  const std::string game =
      "{name: tree, root: {max: {b1: {min: {w1: 0.0, w2: -0.04}}, b2: {min: {w3: 0.24, w4: -0.10, w5: 0.16}}}}}";
  Pair pair(game, "{a: {player: flat_mc, simulations: 20000}, b: {player: minimax}}");
  const std::unique_ptr<Position> start = pair.game->start();
  for (Player* player : {pair.a.get(), pair.b.get()}) player->new_game(3);
  EXPECT_EQ(start->action_text(pair.a->choose(*start, {}).action), "b2");
  EXPECT_EQ(start->action_text(pair.b->choose(*start, {}).action), "b1");
}

TEST(OtherPlayers, WhatIsOutOfReachIsAnErrorAndMistakesAreTold) {
  Pair pair("{name: go, size: 7}", "{a: {player: exact, nodes: 500}, b: {player: random}}");
  pair.a->new_game(1);
  EXPECT_THROW((void)pair.a->choose(*pair.game->start(), {}), RunError);
  try {
    (void)players("tictactoe", "{a: {player: minimax, evaluator: {name: playouts, count: 0}}, b: {player: minmax}}");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("players.a.evaluator.count: 0 is not allowed"));
    EXPECT_THAT(error.what(), HasSubstr("no kind of player is called minmax"));
  }
}

/// Also where it stands inside another evaluator: the records and manifests name what a player computes with.
TEST(OtherPlayers, NameTheirNetworks) {
  const std::string nested = "{name: noisy, of: net, sd: 0.1}";
  const tournament::TournamentConfig config =
      players("{name: go, size: 9, komi: 7.5}",
              "{searched: {backup: average, search: {evaluator: net}}, flat: {player: flat_mc, evaluator: net}, "
              "mixed: {player: flat_mc, evaluator: {name: mix, a: playouts, b: " +
                  nested +
                  "}}, "
                  "deep: {player: minimax, depth: 1, evaluator: net}, "
                  "noisy: {player: minimax, depth: 1, evaluator: " +
                  nested +
                  "}, "
                  "plain: {player: minimax, depth: 1}, dice: {player: random}}");
  const std::unique_ptr<Game> game = make_game(config.game);
  const std::string network = network_of(config.players.front());
  EXPECT_THAT(network, ContainsRegex("^[0-9a-f]{16} "));
  for (const PlayerSpec& player : config.players) {
    const bool has_none = player.name == "plain" || player.name == "dice";
    EXPECT_EQ(network_of(player), has_none ? "" : network) << player.name;
    EXPECT_EQ(make_player(player, *game, {})->network(), network_of(player)) << player.name;
  }
}

TEST(OtherPlayers, ResolvedPlayersReadBack) {
  const tournament::TournamentConfig config = players("connect4",
                                                      "{a: {player: flat_mc, evaluator: {name: mix, a: playouts, b: "
                                                      "tactical_playouts}}, b: {player: minimax, depth: 4}}");
  const tournament::TournamentConfig again = tournament::parse_tournament(resolved_yaml(config), "again.yaml");
  EXPECT_EQ(again.players, config.players);
  EXPECT_EQ(resolved_yaml(again), resolved_yaml(config));
}

}  // namespace
}  // namespace rootward
