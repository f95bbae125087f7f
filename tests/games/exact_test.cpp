// Exact values of Connect Four: small boards, published 7x6 positions, late positions against the twin's minimax.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/rng.h"
#include "games/connect4.h"
#include "tests/games/exact_value.h"
#include "tests/games/slow_line_game.h"

namespace rootward::testing {
namespace {

template <class Game>
int value_of_start(int width, int height, int connect) {
  const Connect4Rules rules{
      .width = width, .height = height, .connect = connect, .blocked_column = 0, .blocked_row = 0};
  Game game(rules);
  return ExactSolver<Game>().solve(game);
}

/// 4x4, 5x4 and 4x5 (width x height), as in J. Tromp's table of board sizes.
TEST(Connect4Exact, SmallBoardsAreDraws) {
  EXPECT_EQ(value_of_start<Connect4Small>(4, 4, 4), 0);
  EXPECT_EQ(value_of_start<Connect4Large>(4, 4, 4), 0);
  EXPECT_EQ(value_of_start<Connect4Small>(5, 4, 4), 0);
  EXPECT_EQ(value_of_start<Connect4Small>(4, 5, 4), 0);
}

TEST(Connect4Exact, ThreeInLineIsAFirstPlayerWin) {
  EXPECT_EQ(value_of_start<Connect4Small>(4, 4, 3), 1);
  EXPECT_EQ(value_of_start<Connect4Large>(4, 4, 3), 1);
  EXPECT_EQ(value_of_start<Connect4Small>(5, 4, 3), 1);
}

/// Late positions of 7x6 from P. Pons' test set of solved games (http://blog.gamesolver.org); the sign of the score in
/// the view of the player to move.
TEST(Connect4Exact, PublishedLatePositions) {
  struct Solved {
    std::string_view columns;
    int value;
  };
  for (const Solved& solved :
       {Solved{"2252576253462244111563365343671351441", -1}, Solved{"7422341735647741166133573473242566", 1},
        Solved{"23163416124767223154467471272416755633", 0}}) {
    const Connect4Rules rules;
    Connect4Small game(rules);
    for (char column : solved.columns) {
      const auto action = game.parse_action(std::string_view(&column, 1));
      ASSERT_TRUE(action && game.is_legal(*action)) << solved.columns;
      game.play(*action);
    }
    const int sign = game.to_move() == Seat::first ? 1 : -1;
    EXPECT_EQ(ExactSolver<Connect4Small>().solve(game) * sign, solved.value) << solved.columns;
  }
}

TEST(Connect4Exact, LatePositionsHaveTheTwinsMinimaxValue) {
  Rng rng(derive_seed(1, "late positions"));
  int decided = 0;
  for (int sample = 0; sample < 40; ++sample) {
    const bool is_blocked = sample % 2 == 0;
    const Connect4Rules rules{
        .width = 5, .height = 5, .connect = 4, .blocked_column = is_blocked ? 2 : 0, .blocked_row = is_blocked ? 2 : 0};
    Connect4Small game(rules);
    SlowLineGame twin(5, 5, 4, true);
    if (is_blocked) twin.block(1, 1);
    for (int ply = 0; ply < 17 && !game.is_over(); ++ply) {
      ActionList actions;
      game.legal_actions(actions);
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      game.play(action);
      twin.play(action);
    }
    const int value = ExactSolver<Connect4Small>().solve(game);
    EXPECT_EQ(value, twin.minimax()) << twin.text();
    decided += value != 0 ? 1 : 0;
  }
  EXPECT_GT(decided, 5);
}

}  // namespace
}  // namespace rootward::testing
