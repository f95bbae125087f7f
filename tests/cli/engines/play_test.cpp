// `rootward play` with its input piped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Outcome play(const std::string& typed, const std::string& arguments) {
  return run_shell("printf '" + typed + "' | rootward play " + arguments + " --set search.budget.simulations=100");
}

TEST(PlayCommand, AnswersMovesInEveryGame) {
  for (const auto& [game, move, answer] :
       {std::tuple("tictactoe", "b2", "second plays "), std::tuple("connect4", "4", "second plays "),
        std::tuple("go:5", "c3", "white plays ")}) {
    const Outcome outcome = play(std::string(move) + "\\n", game);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(answer)) << game;
  }
}

TEST(PlayCommand, LetsTheProgramBegin) {
  EXPECT_THAT(play("quit\\n", "go:5 --seat white").out, AllOf(HasSubstr("You are white"), HasSubstr("black plays ")));
}

TEST(PlayCommand, HintsTablesMovesAndHelp) {
  const Outcome outcome = play("hint\\ntable\\nmoves\\nhelp\\nboard\\n", "tictactoe");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("hint: "), HasSubstr("visits"), HasSubstr("legal: a1 b1 c1"),
                                 HasSubstr("100 simulations"), HasSubstr("undo")));
}

TEST(PlayCommand, TakesBackMoves) {
  const Outcome outcome = play("b2\\nundo\\nb2\\nundo\\nundo\\n", "tictactoe");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("there is nothing to take back"));
}

TEST(PlayCommand, SurvivesWhatIsNoMove) {
  const Outcome outcome = play("z9\\n\\n4\\n99\\n4\\nquit\\n4\\n", "connect4");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("`z9` is neither a move of connect4 nor a command"));
}

TEST(PlayCommand, PlaysToTheEndAndBeginsAnew) {
  const Outcome outcome = play("1\\n2\\n1\\n2\\n1\\n2\\n1\\n5\\nundo\\nresign\\nnew\\n", "connect4 --seat both");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("the game is over: first wins"), HasSubstr("the game is over; `undo`"),
                                 HasSubstr("first resigns")));
}

TEST(PlayCommand, RefusesAnUnknownSeat) {
  const Outcome outcome = play("", "connect4 --seat black");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("allowed: first, second, both"));
}

}  // namespace
}  // namespace rootward::testing
