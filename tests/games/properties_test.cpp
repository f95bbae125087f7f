// The properties that every game has, for tic-tac-toe and Connect Four.
#include <gtest/gtest.h>

#include "games/connect4.h"
#include "games/tictactoe.h"
#include "tests/games/game_properties.h"

namespace rootward::testing {
namespace {

TEST(GameProperties, TicTacToe) { check_game_properties<TicTacToe>(TicTacToe::Rules{}, 1, 500); }

TEST(GameProperties, Connect4SmallStandard) { check_game_properties<Connect4Small>(Connect4Rules{}, 2, 200); }

TEST(GameProperties, Connect4SmallBlocked) {
  check_game_properties<Connect4Small>({.width = 6, .height = 5, .connect = 4, .blocked_column = 3, .blocked_row = 5},
                                       3, 40);
}

TEST(GameProperties, Connect4LargeStandard) { check_game_properties<Connect4Large>(Connect4Rules{}, 4, 40); }

TEST(GameProperties, Connect4LargeBlocked) {
  check_game_properties<Connect4Large>({.width = 15, .height = 12, .connect = 5, .blocked_column = 8, .blocked_row = 1},
                                       5, 5);
}

}  // namespace
}  // namespace rootward::testing
