// Exact values of larger boards of Connect Four and NoGo.
#include <gtest/gtest.h>

#include "games/connect4.h"
#include "games/nogo.h"
#include "tests/games/exact_value.h"

namespace rootward::testing {
namespace {

int value_of_board(int width, int height) {
  const Connect4Rules rules{.width = width, .height = height, .connect = 4, .blocked_column = 0, .blocked_row = 0};
  Connect4Small game(rules);
  return ExactSolver<Connect4Small>().solve(game);
}

TEST(Connect4ExactSlow, FiveByFiveIsADraw) { EXPECT_EQ(value_of_board(5, 5), 0); }

/// Allis 1988: the second player at least draws on six columns with an even number of rows; with four rows it wins.
TEST(Connect4ExactSlow, SixByFourIsASecondPlayerWin) { EXPECT_EQ(value_of_board(6, 4), -1); }

TEST(NoGoExactSlow, FourByFourIsASecondPlayerWin) {
  const NoGoRules rules(4);
  NoGoSmall position(rules);
  EXPECT_EQ(ExactSolver<NoGoSmall>().solve(position), -1);
}

}  // namespace
}  // namespace rootward::testing
