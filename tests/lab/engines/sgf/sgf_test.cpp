// What is read, what is skipped, and where a mistake is said to be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/errors.h"
#include "lab/config/parts.h"
#include "lab/engines/sgf/sgf_moves.h"
#include "lab/engines/sgf/sgf_text.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

SgfMoves moves_of(const std::string& text) { return read_sgf_moves(parse_sgf(text, "a.sgf").at(0), "a.sgf"); }

std::string sgf_error_of(const std::string& text) {
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
  EXPECT_EQ(parse_sgf("(;C[a\\\r\nb])", "a.sgf").at(0).nodes[0].find("C")->values[0], "ab");
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

TEST(Sgf, WhiteBeginsBehindAHandicap) {
  EXPECT_EQ(moves_of("(;SZ[9]HA[2]AB[cc][gg])").to_move, Seat::second);
  EXPECT_EQ(moves_of("(;SZ[9]HA[2]AB[cc][gg]PL[B])").to_move, Seat::first);
  EXPECT_EQ(moves_of("(;SZ[9]HA[0])").to_move, Seat::first);
}

TEST(Sgf, ReadsCompressedListsOfPoints) {
  const SgfMoves game = moves_of("(;SZ[9]AB[dd:ef]AW[aa][ca:ca][hh:ii])");
  EXPECT_THAT(game.black, ElementsAre("D6", "E6", "D5", "E5", "D4", "E4"));
  EXPECT_THAT(game.white, ElementsAre("A9", "C9", "H2", "J2", "H1", "J1"));
  const SgfMoves hollow = moves_of("(;SZ[5]AB[aa:ee];AE[bb:dd];AW[cc];B[bb])");
  EXPECT_THAT(hollow.black, SizeIs(16));
  EXPECT_THAT(hollow.white, ElementsAre("C3"));
}

TEST(Sgf, LaterNodesSetUpAnew) {
  const SgfMoves game = moves_of("(;SZ[9]AB[aa][ba];AW[aa];AE[ba])");
  EXPECT_THAT(game.black, SizeIs(0));
  EXPECT_THAT(game.white, ElementsAre("A9"));
  EXPECT_FALSE(moves_of("(;SZ[9]AB[aa];AE[aa:ii])").has_setup());
}

TEST(Sgf, EmptyRootPropertiesSayNothing) {
  const SgfMoves game = moves_of("(;GM[]SZ[ ]KM[]PL[];B[aa])");
  EXPECT_EQ(game.size, 19);
  EXPECT_FALSE(game.komi);
  EXPECT_EQ(game.to_move, Seat::first);
  EXPECT_EQ(moves_of("(;KM[ 6.5 ])").komi, 6.5);
}

TEST(Sgf, RulesRefuseASizeAndAKomiWithTheirPlace) {
  const NamedParams go = parse_game("go:9", {});
  const SgfMoves wrong = moves_of("(;SZ[25]\nKM[6.25])");
  const auto refusal = [&](auto game_of) {
    try {
      (void)game_of(go, wrong, "a.sgf");
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(game_of_sgf_size), "a.sgf:1:3: SZ: 25 is not allowed; allowed: an integer in [2, 19]");
  EXPECT_EQ(refusal(game_of_sgf_komi), "a.sgf:2:1: KM: 6.25 is not allowed; allowed: a multiple of 0.5 in [-361, 361]");
  EXPECT_EQ(game_of_sgf_komi(go, moves_of("(;SZ[9]KM[-361])"), "a.sgf").params.real("komi"), -361);
  EXPECT_EQ(game_of_sgf_komi(go, moves_of("(;SZ[9])"), "a.sgf"), go);
  const NamedParams nogo = parse_game("nogo:9", {});
  EXPECT_EQ(game_of_sgf_komi(nogo, wrong, "a.sgf"), nogo) << "a game without komi";
}

TEST(Sgf, PointsAreLettersFromTheTopLeft) {
  EXPECT_EQ(sgf_point("A1", 9), "ai");
  EXPECT_EQ(sgf_point("J9", 9), "ia");
  EXPECT_EQ(sgf_point("T19", 19), "sa");
  EXPECT_EQ(sgf_point("pass", 9), "");
}

TEST(Sgf, SaysWhereAMistakeIs) {
  EXPECT_THAT(sgf_error_of("nothing here"), HasSubstr("no game"));
  EXPECT_THAT(sgf_error_of("(;B[aa]\n;W[bb]"), HasSubstr("a.sgf:2:7: SGF: the text ends within a game"));
  EXPECT_THAT(sgf_error_of("(;B[aa"), HasSubstr("] is missing"));
  EXPECT_THAT(sgf_error_of("(;B)"), HasSubstr("a.sgf:1:4: SGF: the property B has no value"));
  EXPECT_THAT(sgf_error_of("(;SZ[9]\n;B[zz])"), HasSubstr("a.sgf:2:2: B: zz is no point of a board of 9 lines"));
  EXPECT_THAT(sgf_error_of("(;SZ[9:7])"), HasSubstr("9:7"));
  EXPECT_THAT(sgf_error_of("(;GM[5])"), HasSubstr("another game"));
  EXPECT_THAT(sgf_error_of("(;B[aa];AB[bb])"), HasSubstr("after the first move"));
  EXPECT_THAT(sgf_error_of("(;B[aa];AE[aa])"), HasSubstr("after the first move"));
  EXPECT_THAT(sgf_error_of("(;KM[six])"), HasSubstr("six"));
  EXPECT_EQ(sgf_error_of("(;SZ[9]AB[ef:dd])"),
            "a.sgf:1:8: AB: ef:dd is no rectangle; allowed: its upper left point, a "
            "colon, its lower right point");
  EXPECT_THAT(sgf_error_of("(;SZ[9]AB[dd:jj])"), HasSubstr("jj is no point of a board of 9 lines"));
  EXPECT_THAT(sgf_error_of("(;SZ[9]AW[dd:])"), HasSubstr(" is no point"));
  EXPECT_THAT(sgf_error_of("(;SZ[9]AB[dd:ee:ff])"), HasSubstr("ee:ff is no point"));
  EXPECT_THAT(sgf_error_of("(;SZ[9];B[dd:ee])"), HasSubstr("dd:ee is no point"));
  EXPECT_THAT(sgf_error_of("(;SZ[9]AB[])"), HasSubstr("a stone without a point"));
  EXPECT_EQ(sgf_error_of("(;SZ[9]AB[aa]AW[aa:bb])"), "a.sgf:1:14: AW: A9 stands in the node's AB too");
  EXPECT_THAT(sgf_error_of("(;B[aa](;W[bb]);W[cc])"), HasSubstr("behind a variation"));
}

TEST(Sgf, DepthCostsNothing) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "(;C[]";
  text += std::string(100'000, ')');
  EXPECT_THAT(parse_sgf(text, "a.sgf").at(0).nodes, SizeIs(100'000));
}

}  // namespace
}  // namespace rootward
