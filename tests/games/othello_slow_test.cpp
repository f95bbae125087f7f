// What is published of Othello on six columns, by a search to the end of all games that matter.
#include <gtest/gtest.h>

#include "games/othello.h"
#include "tests/games/othello_solver.h"

namespace rootward::testing {
namespace {

/// Feinstein 1993: with best play the second player wins by 20 discs to 16.
TEST(OthelloSlow, SixBySixIsWonByTheSecondPlayerByFour) {
  constexpr int kTableBits = 23;
  const OthelloRules rules{.size = 6};
  const Othello start(rules);
  OthelloSolver solver(6, kTableBits);
  EXPECT_TRUE(solver.exceeds(start.discs(Seat::first), start.discs(Seat::second), -5));
  EXPECT_FALSE(solver.exceeds(start.discs(Seat::first), start.discs(Seat::second), -4));
}

}  // namespace
}  // namespace rootward::testing
