// Size, komi, handicap and SGF: how a game begins otherwise than from the empty board.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lab/engines/gtp/engine_fixture.h"
#include "tests/lab/store/scratch_folder.h"

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

TEST(GtpSetup, FreeHandicapOnSmallBoards) {
  TestEngine engine("go:5");
  EXPECT_EQ(engine.ask("place_free_handicap 2"), "= B2 D4");
  EXPECT_EQ(engine.ask("gogui-rules_side_to_move"), "= white");
  for (const char* size : {"2", "3", "4", "6"}) {
    engine.ask(std::string("boardsize ") + size);
    EXPECT_THAT(engine.ask("place_free_handicap 9"), StartsWith("= ")) << size;
    EXPECT_THAT(engine.ask("genmove w"), MatchesRegex("= ([A-F][1-6]|pass)")) << size;
  }
  engine.ask("boardsize 5");
  EXPECT_EQ(engine.ask("place_free_handicap 1"), "? invalid number of stones");
  EXPECT_EQ(engine.ask("fixed_handicap 2"), "? invalid number of stones") << "the protocol has none there";
}

TEST(GtpSetup, ARecordWithoutKomiHasThePlayersOwn) {
  const ScratchFolder folder;
  const std::string file = folder.path("game.sgf");
  TestEngine engine("{name: go, size: 5, komi: 3.5}");
  for (const char* komi : {"", "KM[]"}) {
    write_text(file, "(;SZ[5]KM[0.5];B[cc])");
    engine.ask("komi 9.5");
    engine.ask("loadsgf " + file);
    EXPECT_EQ(engine.ask("final_score"), "= B+24.5");
    write_text(file, fmt::format("(;SZ[5]{};B[cc])", komi));
    EXPECT_EQ(engine.ask("loadsgf " + file), "= white");
    EXPECT_EQ(engine.ask("final_score"), "= B+21.5") << komi;
  }
}

TEST(GtpSetup, WhatIsWrongWithARecordIsToldWithItsPlace) {
  const ScratchFolder folder;
  const std::string file = folder.path("a.sgf");
  TestEngine engine("go:5");
  const auto answer = [&](const std::string& text) {
    write_text(file, text);
    return engine.ask("loadsgf " + file);
  };
  const std::string at = "? " + file;
  EXPECT_EQ(answer("(;SZ[5]\nKM[6.25])"),
            at + ":2:1: KM: 6.25 is not allowed; allowed: a multiple of 0.5 in [-361, 361]");
  EXPECT_EQ(answer("(;SZ[5]KM[375])"), at + ":1:8: KM: 375 is not allowed; allowed: a number in [-361, 361]");
  EXPECT_EQ(answer("(;SZ[20])"), at + ":1:3: SZ: 20 is not allowed; allowed: an integer in [2, 19]");
  EXPECT_EQ(answer("(;SZ[5];B[cc]\n;W[cc])"), at + ":2:2: move 2 (C3): is illegal");
  EXPECT_THAT(answer("(;SZ[5]CA[UTF-7])"), StartsWith(at + ":1:8: CA: UTF-7 is not read; allowed: UTF-8"));
  EXPECT_EQ(answer("(;SZ[5]CA[Shift_JIS];B[cc]C[\x83\x5c];W[bb];B[dd])"), "= white");
  EXPECT_EQ(engine.ask("final_status_list alive"), "= B4\nC3\nD2");
  EXPECT_EQ(answer("(;SZ[5]AB[aa:ba]AE[ee])"), "= black");
  EXPECT_EQ(engine.ask("final_status_list alive"), "= A5 B5");
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
  const std::string missing = folder.path("missing.sgf");
  EXPECT_THAT(engine.ask("loadsgf " + missing), StartsWith("? cannot load file: " + missing + ": "));
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
