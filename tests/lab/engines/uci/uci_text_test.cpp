// Options as programs announce them, and moves of Breakthrough as squares.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/config/parts.h"
#include "lab/engines/uci/uci_option.h"
#include "lab/play/uci_notation.h"

namespace rootward::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(UciOption, NamesAndValuesMayHaveSeveralWords) {
  const UciOption level = parse_uci_option("option name Skill Level type spin default 20 min -20 max 20").value();
  EXPECT_EQ(level.name, "Skill Level");
  EXPECT_EQ(level.type, "spin");
  EXPECT_EQ(level.low, -20);
  EXPECT_EQ(level.high, 20);
  const UciOption style =
      parse_uci_option("option name Style type combo default Very Solid var Very Solid var Risky").value();
  EXPECT_THAT(style.values, ElementsAre("Very Solid", "Risky"));
  for (const char* line : {"", "option", "option name", "option name X", "options name X type check",
                           "option type spin", "info option name X type check"})
    EXPECT_FALSE(parse_uci_option(line)) << line;
}

TEST(UciOption, SaysWhatIsAllowed) {
  const UciOption spin{.name = "Hash", .type = "spin", .low = 1, .high = 64};
  for (const char* value : {"1", "64"}) EXPECT_EQ(option_problem(spin, value), "");
  for (const char* value : {"0", "65", "8.5", "", "many", "8 9"})
    EXPECT_THAT(option_problem(spin, value), HasSubstr("allowed: a whole number from 1 to 64")) << value;
  const UciOption check{.name = "Ponder", .type = "check"};
  EXPECT_EQ(option_problem(check, "false"), "");
  EXPECT_EQ(option_problem(check, "no"), "no is not allowed; allowed: true or false");
  const UciOption combo{.name = "Style", .type = "combo", .values = {"Solid", "Risky"}};
  EXPECT_EQ(option_problem(combo, "Risky"), "");
  EXPECT_THAT(option_problem(combo, "Rsky"), HasSubstr("allowed: Solid, Risky; did you mean Risky?"));
  EXPECT_EQ(option_problem({.name = "File", .type = "string"}, "any thing"), "");
}

TEST(UciNotation, BreakthroughsFirstSeatIsWhiteAndMovesUp) {
  const std::unique_ptr<Game> game = make_game(parse_game("breakthrough", {}));
  EXPECT_EQ(uci_game(*game)->variant, "breakthrough");
  EXPECT_EQ(uci_game(*game)->start, "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP");
  const std::unique_ptr<Position> position = game->start();
  const Action first = position->parse_action("a7a6").value();
  EXPECT_EQ(uci_move_text(*position, first), "a2a3");
  EXPECT_EQ(parse_uci_move(*position, "a2a3"), first);
  for (const char* text : {"", "a2", "a2a3q", "0000", "(none)", "a9a3", "a2a0", "i2i3", "A2A\xff", "a7a6", "e2e4"})
    EXPECT_FALSE(parse_uci_move(*position, text)) << text;
}

TEST(UciNotation, EveryMoveOfAGameIsReadBack) {
  for (const char* name : {"breakthrough", "breakthrough:5"}) {
    const std::unique_ptr<Game> game = make_game(parse_game(name, {}));
    const std::unique_ptr<Position> position = game->start();
    Rng rng(3);
    while (!position->is_over()) {
      const std::vector<Action> actions = position->legal_actions();
      for (const Action action : actions)
        ASSERT_EQ(parse_uci_move(*position, uci_move_text(*position, action)), action) << position->to_text();
      position->play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
  }
}

TEST(UciNotation, OtherSizesHaveNoUsualNameAndOtherGamesNone) {
  const auto known = [](const char* name) { return uci_game(*make_game(parse_game(name, {}))); };
  EXPECT_EQ(known("breakthrough:6")->variant, "");
  EXPECT_EQ(known("breakthrough:6")->start, "pppppp/pppppp/6/6/PPPPPP/PPPPPP");
  EXPECT_FALSE(known("othello"));
}

}  // namespace
}  // namespace rootward::testing
