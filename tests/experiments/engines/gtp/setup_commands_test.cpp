// Size, komi, handicap and SGF: how a game begins otherwise than from the empty board.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/engines/gtp/engine_fixture.h"
#include "tests/experiments/store/scratch_folder.h"

namespace rootward::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

TEST(GtpSetup, BoardSizesWithinTheGamesRange) {
  TestEngine engine;
  for (const char* size : {"2", "9", "13", "19"}) EXPECT_EQ(engine.ask(std::string("boardsize ") + size), "=");
  for (const char* size : {"0", "1", "20", "25", "-3", "1000"})
    EXPECT_EQ(engine.ask(std::string("boardsize ") + size), "? unacceptable size") << size;
  EXPECT_THAT(engine.ask("boardsize nine"), StartsWith("? syntax error"));
  EXPECT_EQ(engine.ask("play b T19"), "=");
  EXPECT_EQ(engine.ask("boardsize 19"), "=");
  EXPECT_EQ(engine.ask("undo"), "? cannot undo");
}

TEST(GtpSetup, ConnectFourKeepsItsSize) {
  TestEngine engine("connect4");
  EXPECT_EQ(engine.ask("boardsize 7"), "=");
  EXPECT_EQ(engine.ask("boardsize 9"), "? unacceptable size");
}

TEST(GtpSetup, KomiChangesNothingElse) {
  TestEngine engine("go:5");
  engine.ask("play b C3");
  const std::string board = engine.ask("showboard");
  EXPECT_EQ(engine.ask("komi 6.5"), "=");
  EXPECT_EQ(engine.ask("showboard"), board);
  EXPECT_EQ(engine.ask("final_score"), "= B+18.5");
  EXPECT_THAT(engine.ask("komi 6.3"), StartsWith("? "));
  EXPECT_THAT(engine.ask("komi much"), StartsWith("? syntax error"));
  EXPECT_EQ(engine.ask("final_score"), "= B+18.5");
  EXPECT_EQ(engine.ask("undo"), "=");
}

TEST(GtpSetup, HandicapStones) {
  TestEngine engine;
  EXPECT_EQ(engine.ask("fixed_handicap 1"), "? invalid number of stones");
  EXPECT_EQ(engine.ask("fixed_handicap 2"), "= C3 G7");
  EXPECT_EQ(engine.ask("gogui-rules_side_to_move"), "= white");
  EXPECT_EQ(engine.ask("fixed_handicap 2"), "? board not empty");
  EXPECT_EQ(engine.ask("undo"), "? cannot undo");
  EXPECT_EQ(engine.ask("play w C3"), "? illegal move");
  engine.ask("clear_board");
  EXPECT_EQ(engine.ask("place_free_handicap 20"), "= C3 G7 C7 G3 C5 G5 E3 E7 E5");
  engine.ask("clear_board");
  EXPECT_THAT(engine.ask("set_free_handicap A1 A1"), StartsWith("? "));
  EXPECT_THAT(engine.ask("set_free_handicap A1 pass"), StartsWith("? "));
  EXPECT_EQ(engine.ask("set_free_handicap A1 J9"), "=");
  EXPECT_EQ(engine.ask("final_status_list alive"), "= J9\nA1");
  EXPECT_THAT(engine.ask("genmove w"), MatchesRegex("= [A-J][1-9]"));
}

TEST(GtpSetup, LoadsSgfUpToAMove) {
  const ScratchFolder folder;
  const std::string file = folder.path("game.sgf");
  write_text(file, "(;FF[4]GM[1]SZ[5]KM[0.5]AB[aa][ba]PL[W];W[cc];B[bb](;W[];B[dd])(;W[ee]))");
  TestEngine engine;
  EXPECT_EQ(engine.ask("loadsgf " + file), "= white");
  EXPECT_EQ(engine.ask("gogui-rules_board"), "= X X . . .\n. X . . .\n. . O . .\n. . . X .\n. . . . .");
  EXPECT_EQ(engine.ask("loadsgf " + file + " 2"), "= black");
  EXPECT_EQ(engine.ask("gogui-rules_board"), "= X X . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . .");
  EXPECT_EQ(engine.ask("final_score"), "= B+0.5");
}

TEST(GtpSetup, KeepsTheGameWhereAnSgfIsWrong) {
  const ScratchFolder folder;
  TestEngine engine("go:5");
  engine.ask("play b C3");
  const std::string before = engine.ask("showboard");
  EXPECT_EQ(engine.ask("loadsgf " + folder.path("missing.sgf")), "? cannot load file");
  for (const char* text : {"no sgf", "(;SZ[5];B[cc];W[cc])", "(;SZ[42])", "(;SZ[5];B[zz])", "(;GM[2])"}) {
    write_text(folder.path("wrong.sgf"), text);
    EXPECT_THAT(engine.ask("loadsgf " + folder.path("wrong.sgf")), StartsWith("? ")) << text;
    EXPECT_EQ(engine.ask("showboard"), before) << text;
  }
}

TEST(GtpSetup, PlaysSequencesWholeOrNotAtAll) {
  TestEngine engine("go:5");
  EXPECT_EQ(engine.ask("gogui-play_sequence b C3 w C4"), "=");
  const std::string before = engine.ask("showboard");
  EXPECT_THAT(engine.ask("gogui-play_sequence b C2 w C2"), StartsWith("? illegal move"));
  EXPECT_EQ(engine.ask("showboard"), before);
  EXPECT_THAT(before, HasSubstr("to move"));
}

}  // namespace
}  // namespace rootward::testing
