// The solver: proofs as the golden cases say, exact values under every operator.
#include <gtest/gtest.h>

#include "games/tictactoe.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::Fixture;
using testing::settings_with;

TEST(Solver, ProvesADrawUnderEveryOperator) {
  for (const OperatorEntry& entry : operators()) {
    SearchSettings settings = settings_with(entry.description.name, 200000);
    settings.selection = testing::named(selections(), "uniform");  // a hard max starves moves that look lost
    settings.solver = true;
    Fixture<TicTacToe> fixture(settings, 7);
    const SearchResult result = fixture.run(testing::after({"a1", "b2", "c3"}));
    EXPECT_TRUE(fixture.search->core().is_root_proven()) << entry.description.name;
    EXPECT_EQ(result.value, 0.0) << entry.description.name;
    EXPECT_LT(result.simulations, 200000U);
  }
}

TEST(Solver, ProvesAWinForEitherSeat) {
  for (const OperatorEntry& entry : operators()) {
    SearchSettings settings = settings_with(entry.description.name, 20000);
    settings.solver = true;
    Fixture<TicTacToe> fixture(settings, 7);
    const TicTacToe first = testing::after({"a1", "b2", "b1", "c2"});
    SearchResult result = fixture.run(first);
    EXPECT_EQ(first.action_text(result.move), "c1");
    EXPECT_EQ(result.value, 1.0);
    const TicTacToe second = testing::after({"a1", "b2", "b1", "c2", "a3"});
    result = fixture.run(second);
    EXPECT_EQ(second.action_text(result.move), "a2");
    EXPECT_EQ(result.value, 1.0);
  }
}

// a1 b2 c3 leaves the corner replies a3 and c1 lost against correct play: the solver must find and avoid them.
TEST(Solver, NeverPlaysAProvenLossWhileAnotherMoveIsLeft) {
  SearchSettings settings = settings_with("average", 100000);
  settings.solver = true;
  Fixture<TicTacToe> fixture(settings, 7);
  const TicTacToe position = testing::after({"a1", "b2", "c3"});
  const SearchResult result = fixture.run(position);
  EXPECT_EQ(result.value, 0.0);
  for (const RootChild& child : result.children) {
    const std::string move = position.action_text(child.action);
    if (move == "a3" || move == "c1") {
      EXPECT_TRUE(child.proof == 0 || child.value == -1.0) << move;
      EXPECT_NE(child.action, result.move);
    }
  }
}

TEST(Solver, AllMovesLostIsALoss) {
  // First seat threatens twice: a1, c1, a3 with b1 and a2 open; the second seat to move is lost.
  SearchSettings settings = settings_with("softmax", 100000);
  settings.solver = true;
  Fixture<TicTacToe> fixture(settings, 7);
  const SearchResult result = fixture.run(testing::after({"a1", "c3", "c1", "b3", "a3"}));
  EXPECT_EQ(result.value, -1.0);
  EXPECT_NE(result.move, kNoAction);
}

TEST(Solver, WithoutItNothingIsProven) {
  Fixture<TicTacToe> fixture(settings_with("average", 5000), 7);
  const SearchResult result = fixture.run(TicTacToe(testing::kTicTacToe));
  EXPECT_FALSE(fixture.search->core().is_root_proven());
  EXPECT_EQ(result.simulations, 5000U);
}

}  // namespace
}  // namespace rootward
