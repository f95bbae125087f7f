// The engine's conduct: protocol, moves of either colour at any time, legality, undo, the end of the game.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/lab/engines/gtp/engine_fixture.h"

namespace rootward::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

TEST(GtpEngine, AnswersInForm) {
  TestEngine engine;
  EXPECT_EQ(engine.raw("protocol_version"), "= 2\n\n");
  EXPECT_EQ(engine.raw("17 name\r"), "=17 rootward\n\n");
  EXPECT_EQ(engine.raw("8 no_such_command"), "?8 unknown command\n\n");
  EXPECT_EQ(engine.raw("# nothing"), "");
  EXPECT_EQ(engine.raw("\t"), "");
  EXPECT_EQ(engine.raw("5\tknown_command\tgenmove # yes"), "=5 true\n\n");
  EXPECT_EQ(engine.ask("known_command no_such_command"), "= false");
  EXPECT_EQ(engine.raw("clear_board"), "=\n\n");
}

TEST(GtpEngine, KnowsTheStandardCommands) {
  TestEngine engine;
  const std::string list = engine.ask("list_commands");
  for (const char* command : {"protocol_version",
                              "name",
                              "version",
                              "known_command",
                              "list_commands",
                              "quit",
                              "boardsize",
                              "clear_board",
                              "komi",
                              "fixed_handicap",
                              "place_free_handicap",
                              "set_free_handicap",
                              "play",
                              "genmove",
                              "undo",
                              "time_settings",
                              "time_left",
                              "final_score",
                              "final_status_list",
                              "loadsgf",
                              "reg_genmove",
                              "showboard",
                              "gogui-analyze_commands",
                              "lz-analyze",
                              "lz-genmove_analyze",
                              "gogui-rules_legal_moves"}) {
    EXPECT_EQ(engine.ask(std::string("known_command ") + command), "= true") << command;
    EXPECT_THAT(list, HasSubstr(command));
  }
}

TEST(GtpEngine, RefusesWhatIsIllegalInTheProtocolsWords) {
  TestEngine engine("go:5");
  EXPECT_EQ(engine.ask("play b C3"), "=");
  EXPECT_EQ(engine.ask("play w c3"), "? illegal move");
  // White to A1 has no liberty between these.
  engine.ask("play b A2");
  engine.ask("play b B1");
  EXPECT_EQ(engine.ask("play w A1"), "? illegal move");
  EXPECT_THAT(engine.ask("play w Z9"), StartsWith("? "));
  EXPECT_THAT(engine.ask("play w I3"), StartsWith("? "));
  EXPECT_THAT(engine.ask("play red C4"), StartsWith("? syntax error"));
  EXPECT_THAT(engine.ask("play w"), StartsWith("? syntax error"));
  EXPECT_THAT(engine.ask("genmove"), StartsWith("? syntax error"));
  EXPECT_EQ(engine.ask("play w pass"), "=");
}

TEST(GtpEngine, ForbidsRepeatedPositions) {
  TestEngine engine("go:5");
  // A ko around B2 and C2.
  for (const char* move : {"b B3", "b A2", "b B1", "w C3", "w D2", "w C1", "w B2", "b C2"})
    ASSERT_EQ(engine.ask(std::string("play ") + move), "=") << move;
  EXPECT_EQ(engine.ask("play w B2"), "? illegal move");
  EXPECT_EQ(engine.ask("play w E5"), "=");
  EXPECT_EQ(engine.ask("play b E4"), "=");
  EXPECT_EQ(engine.ask("play w B2"), "=");
}

TEST(GtpEngine, TakesEitherColourAndGoesOnAfterTwoPasses) {
  TestEngine engine("go:5");
  EXPECT_EQ(engine.ask("play w C3"), "=");
  EXPECT_EQ(engine.ask("play w D3"), "=");
  EXPECT_EQ(engine.ask("play b pass"), "=");
  EXPECT_EQ(engine.ask("play w pass"), "=");
  EXPECT_EQ(engine.ask("play w B2"), "=");
  EXPECT_THAT(engine.ask("genmove b"), MatchesRegex("= ([A-E][1-5]|pass|resign)"));
  engine.ask("play b pass");
  engine.ask("play w pass");
  EXPECT_THAT(engine.ask("genmove w"), MatchesRegex("= ([A-E][1-5]|pass|resign)"));
}

TEST(GtpEngine, UndoesBackToTheBeginning) {
  TestEngine engine("go:5");
  EXPECT_EQ(engine.ask("undo"), "? cannot undo");
  const std::string empty = engine.ask("showboard");
  engine.ask("play b C3");
  engine.ask("play b C4");
  EXPECT_THAT(engine.ask("showboard"), Not(empty));
  EXPECT_EQ(engine.ask("undo"), "=");
  EXPECT_EQ(engine.ask("undo"), "=");
  EXPECT_EQ(engine.ask("showboard"), empty);
  EXPECT_EQ(engine.ask("undo"), "? cannot undo");
}

TEST(GtpEngine, PlaysTheSameGameFromTheSameSeed) {
  const auto moves = [](TestEngine& engine) {
    std::string text;
    for (const char* colour : {"b", "w", "b", "w"}) text += engine.ask(std::string("genmove ") + colour);
    return text;
  };
  TestEngine one;
  TestEngine two;
  const std::string first = moves(one);
  EXPECT_EQ(first, moves(two));
  one.ask("clear_board");
  one.ask("set_random_seed 1");
  EXPECT_EQ(moves(one), first);
}

TEST(GtpEngine, ProposesWithoutPlayingAndAlwaysTheSame) {
  TestEngine engine;
  const std::string before = engine.ask("showboard");
  const std::string proposal = engine.ask("reg_genmove b");
  EXPECT_THAT(proposal, MatchesRegex("= [A-J][1-9]"));
  EXPECT_EQ(engine.ask("reg_genmove b"), proposal);
  EXPECT_EQ(engine.ask("showboard"), before);
}

TEST(GtpEngine, KeepsToItsTime) {
  TestEngine engine("go", "{budget: {simulations: 1000000000}}");
  EXPECT_EQ(engine.ask("time_settings 0 1 10"), "=");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(engine.ask("genmove b"), StartsWith("= "));
  EXPECT_EQ(engine.ask("time_left w 1 10"), "=");
  EXPECT_THAT(engine.ask("genmove w"), StartsWith("= "));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_THAT(engine.ask("time_left w -1 0"), StartsWith("? syntax error"));
}

TEST(GtpEngine, ScoresTheBoardAsItStands) {
  TestEngine engine("{name: go, size: 5, komi: 0.5}");
  EXPECT_EQ(engine.ask("final_score"), "= W+0.5");
  engine.ask("play b C3");
  EXPECT_EQ(engine.ask("final_score"), "= B+24.5");
  EXPECT_EQ(engine.ask("komi 25"), "=");
  EXPECT_EQ(engine.ask("final_score"), "= 0");
  EXPECT_EQ(engine.ask("final_status_list dead"), "=");
  EXPECT_EQ(engine.ask("final_status_list alive"), "= C3");
  EXPECT_THAT(engine.ask("final_status_list sleeping"), StartsWith("? "));
}

TEST(GtpEngine, NoGoForbidsCapturesAndHasNoPass) {
  TestEngine engine("nogo:3");
  EXPECT_EQ(engine.ask("gogui-rules_game_id"), "= NoGo");
  EXPECT_EQ(engine.ask("boardsize 5"), "=");
  EXPECT_EQ(engine.ask("komi 7.5"), "=");
  for (const char* move : {"b A2", "w A1", "b C3"}) ASSERT_EQ(engine.ask(std::string("play ") + move), "=") << move;
  EXPECT_EQ(engine.ask("play b B1"), "? illegal move");
  EXPECT_EQ(engine.ask("play b D4"), "=");
  EXPECT_THAT(engine.ask("play w pass"), StartsWith("? illegal move"));
  EXPECT_THAT(engine.ask("genmove w"), MatchesRegex("= [A-E][1-5]"));
  EXPECT_THAT(engine.ask("final_score"), StartsWith("? cannot score"));
  EXPECT_EQ(engine.ask("known_command fixed_handicap"), "= false");
}

TEST(GtpEngine, NoGoIsLostWithoutAMove) {
  TestEngine engine("nogo:2");
  for (const char* move : {"b A1", "b B2"}) ASSERT_EQ(engine.ask(std::string("play ") + move), "=") << move;
  EXPECT_EQ(engine.ask("gogui-rules_final_result"), "= Black wins");
  EXPECT_EQ(engine.ask("genmove w"), "= resign");
  EXPECT_EQ(engine.ask("final_score"), "= B+1.0");
}

TEST(GtpEngine, NoGosWinnerDoesNotResign) {
  TestEngine engine("nogo:2");
  for (const char* move : {"b A1", "w B2", "b A2"}) ASSERT_EQ(engine.ask(std::string("play ") + move), "=") << move;
  EXPECT_EQ(engine.ask("gogui-rules_final_result"), "= Black wins");
  for (const char* command : {"genmove", "reg_genmove", "lz-genmove_analyze", "kata-genmove_analyze"}) {
    EXPECT_EQ(engine.ask(std::string(command) + " b"), "? the game is over, and this side has won it") << command;
    EXPECT_THAT(engine.ask(std::string(command) + " w"), HasSubstr("resign")) << command;
  }
}

TEST(GtpEngine, AnErrorNamesWhatCannotBeSeen) {
  TestEngine engine;
  EXPECT_EQ(engine.ask("play b E5\xC2\xA0"), "? invalid vertex E5<U+00A0>");
}

TEST(GtpEngine, ConnectFourSpeaksInCellsAndColumns) {
  TestEngine engine("connect4");
  EXPECT_EQ(engine.ask("gogui-rules_board_size"), "= 7 6");
  EXPECT_EQ(engine.ask("gogui-rules_legal_moves"), "= A1 B1 C1 D1 E1 F1 G1");
  EXPECT_EQ(engine.ask("play b D1"), "=");
  EXPECT_EQ(engine.ask("play w 4"), "=");
  EXPECT_THAT(engine.ask("play b D2"), StartsWith("? "));
  EXPECT_THAT(engine.ask("play w A1"), StartsWith("? illegal move"));
  EXPECT_EQ(engine.ask("gogui-rules_side_to_move"), "= black");
  EXPECT_THAT(engine.ask("genmove b"), MatchesRegex("= [A-G][123]"));
  EXPECT_THAT(engine.ask("gogui-rules_final_result"), StartsWith("? "));
  EXPECT_EQ(engine.ask("known_command komi"), "= false");
}

TEST(GtpEngine, ConnectFourEnds) {
  TestEngine engine("connect4");
  for (const char* move : {"b 1", "w 2", "b 1", "w 2", "b 1", "w 2", "b 1"}) engine.ask(std::string("play ") + move);
  EXPECT_EQ(engine.ask("gogui-rules_final_result"), "= Black wins");
  EXPECT_EQ(engine.ask("gogui-rules_legal_moves"), "=");
  EXPECT_EQ(engine.ask("final_score"), "= B+1.0");
  EXPECT_THAT(engine.ask("genmove w"), StartsWith("? illegal move: the game is over"));
  EXPECT_EQ(engine.ask("undo"), "=");
  EXPECT_EQ(engine.ask("play b 3"), "=");
}

}  // namespace
}  // namespace rootward::testing
