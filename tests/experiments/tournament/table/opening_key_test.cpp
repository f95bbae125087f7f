// Openings as positions up to board symmetry, in a real game.
#include "experiments/tournament/table/opening_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "lab/config/parts.h"

namespace rootward::tournament {
namespace {

std::unique_ptr<Game> default_game(const std::string& name) {
  const auto found =
      std::find_if(games().begin(), games().end(), [&name](const Described& game) { return game.name == name; });
  return make_game({name, resolve_params(found->parameters, {})});
}

TEST(OpeningKey, MirroredAndTransposedOpeningsAreOne) {
  const std::unique_ptr<Game> game = default_game("connect4");
  const std::string key = canonical_opening(*game, {"1", "2"});
  EXPECT_EQ(canonical_opening(*game, {"7", "6"}), key);
  EXPECT_NE(canonical_opening(*game, {"1", "3"}), key);
  EXPECT_NE(canonical_opening(*game, {}), key);
  EXPECT_EQ(canonical_opening(*game, {"1", "2", "4"}), canonical_opening(*game, {"4", "2", "1"}));
}

TEST(OpeningKey, IllegalMovesAreNamed) {
  const std::unique_ptr<Game> game = default_game("connect4");
  EXPECT_THROW(canonical_opening(*game, {"9"}), RunError);
  EXPECT_THROW(canonical_opening(*game, {"4", "4", "4", "4", "4", "4", "4"}), RunError);
}

GameRecord on_board(const std::string& board, std::vector<std::string> opening) {
  GameRecord record;
  record.game = board;
  record.opening = std::move(opening);
  return record;
}

TEST(OpeningKey, OfADrawnBoardIsTheBoardBeforeItsFirstMove) {
  CanonicalOpenings openings(parse_game("{name: connect4, width: [4, 12], height: 6, blocked: random}", {}));
  const std::string small = "{name: connect4, width: 5, height: 6}";
  const std::string large = "{name: connect4, width: 9, height: 6}";
  EXPECT_EQ(openings.key(on_board(small, {})), openings.key(on_board(small, {})));
  EXPECT_NE(openings.key(on_board(small, {})), openings.key(on_board(large, {})));
  EXPECT_NE(openings.key(on_board(small, {"1"})), openings.key(on_board(small, {})));
  EXPECT_EQ(openings.key(on_board(small, {"1"})), openings.key(on_board(small, {"5"}))) << "mirrored";
  EXPECT_EQ(openings.key(on_board("{name: connect4, width: 1000}", {})), "{name: connect4, width: 1000}")
      << "no board is built where nothing was played before";
  EXPECT_THROW(openings.key(on_board("{name: connect4, width: 1000}", {"1"})), RunError);
  EXPECT_THROW(openings.key(on_board("", {})), RunError) << "the board is missing";
}

}  // namespace
}  // namespace rootward::tournament
