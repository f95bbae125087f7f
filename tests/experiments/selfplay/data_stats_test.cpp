// Statistics of generations against games counted by hand.
#include "experiments/selfplay/data_stats.h"

#include <gtest/gtest.h>

#include "core/json.h"
#include "lab/config/parts.h"
#include "tests/experiments/selfplay/made_games.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::selfplay {
namespace {

using rootward::testing::ScratchFolder;
using rootward::testing::write_text;

/// Connect Four: the first seat wins in column 1 with 7 plies, value +0.5 for the mover each time.
ShardGame short_game(std::uint64_t number) {
  ShardGame game;
  game.number = number;
  game.opening_plies = 1;
  game.score_halves = 2;
  for (const Action action : std::initializer_list<Action>{0, 1, 0, 1, 0, 1, 0}) {
    Ply ply{.action = action, .kind = PlyKind::full, .weight = 200, .root_value = stored_value(0.5), .policy = {}};
    ply.policy = {{action, 32767}, {static_cast<Action>(action + 2), 32768}};
    game.plies.push_back(ply);
  }
  game.plies[0] = {.action = 0, .kind = PlyKind::opening, .weight = 0, .root_value = 0, .policy = {}};
  game.plies[6].kind = PlyKind::coast;
  game.plies[6].weight = 20;
  return game;
}

TEST(DataStats, are_those_of_games_counted_by_hand) {
  const ScratchFolder folder;
  write_text(folder.path("00002-000.games"),
             shard_bytes(testing::played_header("connect4:7x6", 2), {short_game(2'000'001), short_game(2'000'002)}));
  const std::vector<GenerationStats> stats = data_stats({folder.path()}, std::nullopt);
  ASSERT_EQ(stats.size(), 1U);
  const GenerationStats& one = stats[0];
  EXPECT_EQ(one.generation, 2U);
  EXPECT_EQ(one.games, 2U);
  EXPECT_DOUBLE_EQ(one.rows, 10.2);
  EXPECT_DOUBLE_EQ(one.plies_mean, 7);
  EXPECT_DOUBLE_EQ(one.black_share, 1);
  EXPECT_DOUBLE_EQ(one.ended_by_rules, 1);
  EXPECT_NEAR(one.entropy, 0.693147, 1e-6);
  EXPECT_NEAR(one.early_entropy, 0.693147, 1e-6);
  EXPECT_DOUBLE_EQ(one.coast_share, 1.0 / 7);
  EXPECT_EQ(one.distinct_games, 1U);
  EXPECT_DOUBLE_EQ(one.repeated, 0.5);
  EXPECT_EQ(one.distinct_positions, (std::vector<std::uint64_t>{1, 0, 0}));
  // Plies 1 to 6: three of the winner (error 0.25) and three of the loser (2.25).
  ASSERT_EQ(one.values.size(), 1U);
  EXPECT_NEAR(one.values[0].squared_error, 1.25, 1e-4);
  EXPECT_DOUBLE_EQ(one.values[0].sign, 0.5);
  const Json document = parse_json(stats_json(stats));
  EXPECT_EQ(document["generations"][0]["distinct_positions_6"], 1);
}

}  // namespace
}  // namespace rootward::selfplay
