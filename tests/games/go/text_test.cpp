// Go's text forms: moves in any case, states that read back, sentences for what does not, the drawing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/errors.h"
#include "games/go/coordinates.h"
#include "tests/games/go/boards.h"

namespace rootward::test {
namespace {

using ::testing::HasSubstr;

TEST(GoCoordinates, SkipTheLetterI) {
  EXPECT_EQ(point_text(0, 19), "A1");
  EXPECT_EQ(point_text(7, 19), "H1");
  EXPECT_EQ(point_text(8, 19), "J1");
  EXPECT_EQ(point_text(360, 19), "T19");
  EXPECT_EQ(parse_point("e5", 9), 40);
  EXPECT_EQ(parse_point("E5", 9), 40);
  EXPECT_EQ(parse_point("t19", 19), 360);
}

TEST(GoCoordinates, EveryPointReadsBack) {
  for (int size = kMinGoSize; size <= kMaxGoSize; ++size)
    for (Point point = 0; point < size * size; ++point) EXPECT_EQ(parse_point(point_text(point, size), size), point);
}

TEST(GoCoordinates, RefusesWhatNamesNoPoint) {
  for (const char* text : {"", "E", "5", "I5", "i5", "E0", "E05", "E10", "K1", "E5 ", " E5", "5E", "E+5", "E-5", "EE",
                           "E5x", "E100", "@1"})
    EXPECT_EQ(parse_point(text, 9), std::nullopt) << text;
}

TEST(GoText, PassIsTheLastAction) {
  const GoRules rules = go_rules(9);
  const Go<SmallBoard> position(rules);
  for (const char* text : {"pass", "PASS", "Pass"}) EXPECT_EQ(position.parse_action(text), Action{81});
  EXPECT_EQ(position.action_text(81), "pass");
  EXPECT_EQ(position.action_text(40), "E5");
  for (const char* text : {"pas", "passe", "resign", "p\x01ss"}) EXPECT_EQ(position.parse_action(text), std::nullopt);
}

TEST(GoText, TheStateIsReadable) {
  const GoRules rules = go_rules(3, KoRule::simple);
  Go<SmallBoard> position(rules);
  for (const char* move : {"B2", "A1", "pass"}) play_text(position, move);
  EXPECT_EQ(position.to_text(), "go 3\nto_move white\nply 3\npasses 1\nko none\nearlier none\nboard\n...\n.X.\nO..\n");
}

TEST(GoText, EarlierPositionsStandThereByKey) {
  const GoRules rules = go_rules(3);
  Go<SmallBoard> position(rules);
  play_text(position, "B2");
  play_text(position, "A1");
  const std::string text = position.to_text();
  const std::size_t begin = text.find("earlier ") + 8;
  EXPECT_EQ(text.find('\n', begin) - begin, 2 * 16 + 1U) << text;
  EXPECT_EQ((Go<SmallBoard>::from_text(rules, text).hash()), position.hash());
  EXPECT_EQ((Go<LargeBoard>::from_text(rules, text).hash()), position.hash());
}

TEST(GoText, WrongStatesAreRefusedWithASentence) {
  struct Case {
    std::string text, sentence;
  };
  const std::string board = "board\n...\n...\n...\n";
  const std::string head = "go 3\nto_move black\nply 2\npasses 0\nko none\n";
  const std::string key = "0123456789abcdef";
  const Case cases[] = {
      {"", "the text ends where"},
      {"chess 3\n", "\"chess 3\" stands where the line \"go ...\" should"},
      {"go 5\n", "its size is 5, the game's is 3"},
      {"go 3\nto_move red\n", "to_move \"red\" is not allowed; allowed: black, white"},
      {"go 3\nto_move black\nply 28\n", "ply \"28\" is not allowed; allowed: an integer in [0, 27]"},
      {"go 3\nto_move black\nply x\n", "ply \"x\" is not allowed"},
      {"go 3\nto_move black\nply 3\npasses 3\n", "passes \"3\" is not allowed; allowed: an integer in [0, 2]"},
      {"go 3\nto_move black\nply 1\npasses 2\n", "more passes than plies"},
      {head + "earlier zz\n", "earlier key \"zz\" is not allowed"},
      {head + "earlier " + key + " " + key + "\n", "do not ascend"},
      {head + "earlier none\nbord\n", "\"bord\" stands where the line \"board\" should"},
      {head + "earlier none\nboard\n...\n.a.\n...\n", "row 2 is \".a.\""},
      {head + "earlier none\nboard\n...\n..\n...\n", "row 2 is \"..\""},
      {head + "earlier none\nboard\n...\n...\n", "row 1 of the board"},
      {head + "earlier none\nboard\nOX.\nX..\n...\n", "the stone on A3 has no liberty"},
      {head + "earlier none\n" + board + "...\n", "follows the board"},
      {"go 3\nto_move black\nply 2\npasses 0\nko D4\nearlier none\n" + board, "ko \"D4\" is not allowed"},
      {"go 3\nto_move black\nply 2\npasses 0\nko B2\nearlier none\n" + board, "ko B2 is no empty point"},
      {"go 3\nto_move black\nply 2\npasses 1\nko A3\nearlier none\nboard\n.O.\nO..\n...\n", "a pass lifts a ko"},
      {"go 3\nto_move black\nply 0\npasses 0\nko none\nearlier " + key + "\n" + board, "more earlier positions"},
  };
  const GoRules rules = go_rules(3);
  for (const Case& test : cases) {
    try {
      Go<SmallBoard>::from_text(rules, test.text);
      ADD_FAILURE() << "accepted: " << test.text;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr(test.sentence));
    }
  }
}

TEST(GoText, EarlierKeysAreCheckedAgainstTheRules) {
  const GoRules rules = go_rules(3), simple = go_rules(3, KoRule::simple);
  Go<SmallBoard> position(rules);
  play_text(position, "B2");
  EXPECT_THROW(Go<SmallBoard>::from_text(simple, position.to_text()), UsageError);
  std::string text = position.to_text();
  const std::size_t begin = text.find("earlier ") + 8;
  const std::string empty_key = text.substr(begin, 16);
  const std::string empty_board =
      "go 3\nto_move black\nply 1\npasses 1\nko none\nearlier " + empty_key + "\nboard\n...\n...\n...\n";
  EXPECT_THROW(Go<SmallBoard>::from_text(rules, empty_board), UsageError) << "the board is its own past";
}

TEST(GoText, TheDrawingHasCoordinates) {
  const GoRules rules = go_rules(9);
  Go<SmallBoard> position(rules);
  play_text(position, "A1");
  play_text(position, "J9");
  const std::string drawing = position.drawing();
  EXPECT_THAT(drawing, HasSubstr("   A B C D E F G H J\n 9 . . . . . . . . O 9\n"));
  EXPECT_THAT(drawing, HasSubstr(" 1 X . . . . . . . . 1\n   A B C D E F G H J\nBlack (X) to move\n"));
}

}  // namespace
}  // namespace rootward::test
