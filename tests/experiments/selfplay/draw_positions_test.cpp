// Positions drawn from stored games: which games, which plies, none twice, the same each time.
#include "experiments/selfplay/draw_positions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/errors.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"
#include "tests/experiments/selfplay/made_games.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::selfplay {
namespace {

using rootward::testing::ScratchFolder;
using rootward::testing::write_text;
using ::testing::HasSubstr;

constexpr const char* kGame = "{name: go, size: 5, komi: 24.5}";

std::string refusal(const PositionRequest& request) {
  try {
    (void)draw_positions(request);
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(DrawPositions, ComeFromHeldOutGamesAndNoTwoAreAlike) {
  const ScratchFolder folder;
  // Of numbers 2,000,000 to 2,000,059 three are divisible by 20.
  testing::write_played_shard(folder.path("run"), kGame, 2, 0, 60);
  const PositionRequest request{.paths = {folder.path("run")}, .count = 20, .least_plies = 3, .most_plies = 12};
  const DrawnPositions drawn = draw_positions(request);
  EXPECT_EQ(drawn.games, 3U);
  ASSERT_EQ(drawn.moves.size(), 20U);
  const std::unique_ptr<Game> rules = make_game(parse_game(drawn.game, {}));
  std::set<std::vector<std::string>> lines;
  for (const std::uint64_t number : {2000000U, 2000020U, 2000040U}) {
    const ShardGame game = testing::played_game(*rules, number);
    const std::unique_ptr<Position> position = rules->start();
    std::vector<std::string> line;
    for (std::size_t i = 0; i < 12; ++i) {
      line.push_back(position->action_text(game.plies[i].action));
      position->play(game.plies[i].action);
      lines.insert(line);
    }
  }
  std::set<std::uint64_t> met;
  for (const std::vector<std::string>& moves : drawn.moves) {
    EXPECT_GE(moves.size(), 3U);
    EXPECT_TRUE(lines.contains(moves)) << "of a held-out game";
    const std::unique_ptr<Position> position = rules->start();
    for (const std::string& move : moves) position->play(*position->parse_action(move));
    EXPECT_TRUE(met.insert(position->canonical_hash()).second);
  }
  EXPECT_EQ(draw_positions(request).moves, drawn.moves);
  PositionRequest other = request;
  other.seed = 2;
  EXPECT_NE(draw_positions(other).moves, drawn.moves);
  other.count = 1000;
  EXPECT_LE(draw_positions(other).moves.size(), 30U) << "all that three games have";
}

TEST(DrawPositions, OfSgfAllGamesCountAndRulesAreNeeded) {
  const ScratchFolder folder;
  write_text(folder.path("g.sgf"), "(;SZ[5]KM[24.5];B[cc];W[bb];B[dd];W[cb];B[dc])(;SZ[5];B[aa];W[ee];B[ab];W[de])");
  PositionRequest request{.paths = {folder.path("g.sgf")}, .count = 3, .least_plies = 2, .most_plies = 4};
  EXPECT_THAT(refusal(request), HasSubstr("--game names them"));
  request.game = kGame;
  const DrawnPositions drawn = draw_positions(request);
  EXPECT_EQ(drawn.games, 2U);
  EXPECT_EQ(drawn.moves.size(), 3U);
  write_text(folder.path("g.sgf"), "(;SZ[5];B[cc])\n(;SZ[5];W[bb];B[dd])");
  EXPECT_THAT(refusal(request), HasSubstr("g.sgf:2:1: a game in which White begins"));
}

TEST(DrawPositions, WhereNothingCanBeDrawnSaysWhy) {
  const ScratchFolder folder;
  testing::write_played_shard(folder.path("run"), kGame, 0, 0, 1);
  EXPECT_THAT(refusal({.paths = {folder.path("run")}, .least_plies = 900, .most_plies = 901}),
              HasSubstr("no game has a position after 900 plies"));
  EXPECT_THAT(refusal({.paths = {folder.path("run")}, .game = "{name: go, size: 7}"}), HasSubstr("its games are"));
}

}  // namespace
}  // namespace rootward::selfplay
