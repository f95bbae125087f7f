// The properties that every game has, for Go on both boards.
#include <gtest/gtest.h>

#include "games/go/go.h"
#include "tests/games/game_properties.h"

namespace rootward::testing {
namespace {

GoRules board(int size, KoRule ko, bool suicide, int move_limit) {
  return {.size = size, .komi = 6.5, .suicide = suicide, .ko = ko, .move_limit = move_limit};
}

TEST(GameProperties, GoSmallTiny) {
  check_game_properties<Go<SmallBoard>>(board(2, KoRule::positional, true, 40), 1, 60);
  check_game_properties<Go<SmallBoard>>(board(3, KoRule::positional, false, 60), 2, 20);
}

TEST(GameProperties, GoSmallNine) {
  check_game_properties<Go<SmallBoard>>(board(9, KoRule::positional, false, 243), 3, 3, 160);
  check_game_properties<Go<SmallBoard>>(board(9, KoRule::simple, true, 243), 4, 3, 160);
}

TEST(GameProperties, GoLargeTiny) {
  check_game_properties<Go<LargeBoard>>(board(2, KoRule::positional, false, 40), 5, 60);
  check_game_properties<Go<LargeBoard>>(board(3, KoRule::simple, true, 60), 6, 20);
}

TEST(GameProperties, GoLargeThirteen) {
  check_game_properties<Go<LargeBoard>>(board(13, KoRule::positional, true, 507), 7, 1, 250);
}

}  // namespace
}  // namespace rootward::testing
