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
using ::testing::Not;

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

TEST(PlayCommand, EndsWhereItsReaderHasGone) {
  const Outcome outcome = run_shell("yes moves | { timeout 60 '" ROOTWARD_PROGRAM
                                    "' play tictactoe --seat both; echo \"code $?\" >&2; } | head -n 1");
  EXPECT_THAT(outcome.err, HasSubstr("code 0\n"));
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

constexpr const char* kFreeCells = "'{name: grid_world, slip: 0.5, max_steps: 12}'";

TEST(PlayCommand, DrawsOutcomesThatNobodyIsAskedFor) {
  const Outcome outcome = play("right\\nmoves\\nhint\\ntable\\nquit\\n", kFreeCells);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\nchance draws "), HasSubstr("1 steps"), HasSubstr("legal: up down left"),
                                 HasSubstr("hint: "), HasSubstr("100 simulations"), Not(HasSubstr("is due"))));
}

TEST(PlayCommand, LetsTheProgramPlayAgainstChance) {
  const Outcome outcome = play("quit\\n", std::string(kFreeCells) + " --seat second");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("first plays "), HasSubstr("\nchance draws "), HasSubstr("the game is over"),
                                 Not(HasSubstr("illegal"))));
}

TEST(PlayCommand, DrawsTheSameOutcomesFromTheSameSeed) {
  const auto walk = [](const std::string& seed) {
    return play("down\\ndown\\ndown\\ndown\\ndown\\ndown\\ndown\\ndown\\n", kFreeCells + (" --seed " + seed)).out;
  };
  EXPECT_EQ(walk("1"), walk("1"));
  EXPECT_NE(walk("1"), walk("2"));
}

/// Chance moves first, and after the move `a`.
constexpr const char* kCoins =
    "'{name: tree, root: {chance: {heads: [0.5, {max: &rest {a: {chance: {x: [0.5, {max: {c: 0.1, d: 0.2}}], "
    "y: [0.5, {max: {c: 0.1, d: 0.2}}]}}, b: 0}}], tails: [0.5, {max: *rest}]}}}'";

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(PlayCommand, TakesBackOutcomesWithTheMoveBeforeThem) {
  const std::string out = play("undo\\na\\nmoves\\nundo\\nmoves\\na\\nnew\\n", kCoins).out;
  EXPECT_EQ(count(out, "there is nothing to take back"), 1U) << out;
  EXPECT_EQ(count(out, "legal: c d"), 1U) << out;
  EXPECT_EQ(count(out, "legal: a b"), 1U) << out;
  // The move brings the outcome that it brought before; the beginning's is drawn again by `new` alone.
  EXPECT_TRUE(count(out, "chance draws x") == 2 || count(out, "chance draws y") == 2) << out;
  EXPECT_EQ(count(out, "chance draws heads") + count(out, "chance draws tails"), 2U) << out;
}

TEST(PlayCommand, RefusesAnUnknownSeat) {
  const Outcome outcome = play("", "connect4 --seat black");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("allowed: first, second, both"));
}

}  // namespace
}  // namespace rootward::testing
