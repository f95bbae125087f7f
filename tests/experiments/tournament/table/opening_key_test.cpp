// Openings as positions up to board symmetry, in a real game.
#include "experiments/tournament/table/opening_key.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/errors.h"

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

}  // namespace
}  // namespace rootward::tournament
