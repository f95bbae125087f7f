// What is read, what is skipped, and where a mistake is said to be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/errors.h"
#include "experiments/engines/sgf/sgf_moves.h"
#include "experiments/engines/sgf/sgf_text.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

SgfMoves moves_of(const std::string& text) { return read_sgf_moves(parse_sgf(text, "a.sgf").at(0), "a.sgf"); }

std::string error_of(const std::string& text) {
  try {
    (void)moves_of(text);
  } catch (const UsageError& error) {
    return problem_text(error.problems()[0]);
  }
  return "";
}

TEST(Sgf, ReadsTheMainLineOfEveryGame) {
  const std::vector<SgfGame> games =
      parse_sgf("mail header (not a game)\n(;A[1];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))\n(;C[two])", "a.sgf");
  ASSERT_THAT(games, SizeIs(2));
  ASSERT_THAT(games[0].nodes, SizeIs(4));
  EXPECT_EQ(games[0].nodes[3].find("B")->values[0], "cc");
  EXPECT_EQ(games[1].nodes[0].find("C")->values[0], "two");
}

TEST(Sgf, UnescapesValuesAndEscapesThem) {
  const SgfGame game = parse_sgf("(;C[a\\]b\\\\c\\\nd [e])", "a.sgf").at(0);
  EXPECT_EQ(game.nodes[0].find("C")->values[0], "a]b\\cd [e");
  EXPECT_EQ(sgf_escaped("a]b\\c"), "a\\]b\\\\c");
}

TEST(Sgf, TakesOldNamesWithSmallLetters) {
  EXPECT_EQ(parse_sgf("(;CoPyright[me])", "a.sgf").at(0).nodes[0].find("CP")->values[0], "me");
}

TEST(Sgf, ReadsSizeKomiStonesAndMoves) {
  const SgfMoves game = moves_of("(;GM[1]SZ[9]KM[6.5]AB[aa][ia]AW[ii]PL[W];W[ee];B[];W[tt])");
  EXPECT_EQ(game.size, 9);
  EXPECT_EQ(game.komi, 6.5);
  EXPECT_THAT(game.black, ElementsAre("A9", "J9"));
  EXPECT_THAT(game.white, ElementsAre("J1"));
  EXPECT_EQ(game.to_move, Seat::second);
  ASSERT_THAT(game.moves, SizeIs(3));
  EXPECT_EQ(game.moves[0].vertex, "E5");
  EXPECT_EQ(game.moves[1].vertex, "pass");
  EXPECT_EQ(game.moves[2].vertex, "pass");
  EXPECT_EQ(moves_of("(;W[aa])").to_move, Seat::second);
}

TEST(Sgf, PointsAreLettersFromTheTopLeft) {
  EXPECT_EQ(sgf_point("A1", 9), "ai");
  EXPECT_EQ(sgf_point("J9", 9), "ia");
  EXPECT_EQ(sgf_point("T19", 19), "sa");
  EXPECT_EQ(sgf_point("pass", 9), "");
}

TEST(Sgf, SaysWhereAMistakeIs) {
  EXPECT_THAT(error_of("nothing here"), HasSubstr("no game"));
  EXPECT_THAT(error_of("(;B[aa]\n;W[bb]"), HasSubstr("a.sgf:2:7: SGF: the text ends within a game"));
  EXPECT_THAT(error_of("(;B[aa"), HasSubstr("] is missing"));
  EXPECT_THAT(error_of("(;B)"), HasSubstr("a.sgf:1:4: SGF: the property B has no value"));
  EXPECT_THAT(error_of("(;SZ[9]\n;B[zz])"), HasSubstr("a.sgf:2:2: B: zz is no point of a board of 9 lines"));
  EXPECT_THAT(error_of("(;SZ[9:7])"), HasSubstr("9:7"));
  EXPECT_THAT(error_of("(;GM[5])"), HasSubstr("another game"));
  EXPECT_THAT(error_of("(;B[aa];AB[bb])"), HasSubstr("after the first move"));
  EXPECT_THAT(error_of("(;KM[six])"), HasSubstr("six"));
  EXPECT_THAT(error_of("(;B[aa](;W[bb]);W[cc])"), HasSubstr("behind a variation"));
}

TEST(Sgf, DepthCostsNothing) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "(;C[]";
  text += std::string(100'000, ')');
  EXPECT_THAT(parse_sgf(text, "a.sgf").at(0).nodes, SizeIs(100'000));
}

}  // namespace
}  // namespace rootward
