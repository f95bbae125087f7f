// Games played for an estimate: those of the tournament itself, and what they would take side by side.
#include <gtest/gtest.h>

#include <set>

#include "experiments/tournament/config.h"
#include "experiments/tournament/dry_run.h"

namespace rootward::tournament {
namespace {

TournamentConfig config_of(const std::string& game) {
  return parse_tournament("name: s\nseed: 3\ngame: " + game +
                              "\ndefaults: {search: {budget: {simulations: 4}}}\n"
                              "players: {a: {backup: average}, b: {backup: max}, r: {player: random}}\n"
                              "schedule: {type: round_robin, pairs: 3, opening: {random_plies: 2}}\n",
                          "s.yaml");
}

TEST(PlaySample, PlaysWholeGamesOfEveryPairing) {
  const TournamentConfig config = config_of("{name: go, size: 9}");
  TournamentSetup setup(config, RunSettings{});
  const std::vector<GameRecord> games = play_sample(setup, 4);
  std::set<std::string> ids;
  for (const GameRecord& game : games) {
    ids.insert(game.id);
    EXPECT_FALSE(game.moves.empty());
    EXPECT_GE(game.cpu_seconds[0] + game.cpu_seconds[1], 0);
  }
  EXPECT_EQ(ids.size(), 18U) << "three pairings of three pairs, all of which end in time";
}

TEST(PlaySample, AShareIsOneWhereGamesArePlayedOneByOne) {
  const TournamentConfig config = config_of("connect4");
  TournamentSetup setup(config, RunSettings{});
  setup.openings().prepare(1, 1, [] { return false; });
  const PaceSetting alone{.openings = &setup.openings(), .side_by_side = {}, .seed = 1};
  const auto make = [&](std::size_t player) {
    return [&setup, player](const Game& game) { return setup.make_player(player, game); };
  };
  EXPECT_EQ(side_by_side_share(alone, make(0), 0), 1);
  PaceSetting together = alone;
  together.side_by_side = {.evaluator = config.players[0].search.evaluator, .slots = 4};
  EXPECT_EQ(side_by_side_share(together, make(2), 0), 1) << "who moves at random searches nothing";
  EXPECT_GT(side_by_side_share(together, make(0), 0), 0);
}

}  // namespace
}  // namespace rootward::tournament
