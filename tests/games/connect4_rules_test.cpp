// Connect Four's parameters: defaults, limits, the blocked cell given by half or off the board.
#include "games/connect4_rules.h"

#include <gtest/gtest.h>

#include <string>

namespace rootward::testing {
namespace {

Connect4Rules rules_of(const GivenParams& given) {
  return make_connect4_rules(resolve_params(connect4_description().parameters, given));
}

std::string refused_key(const GivenParams& given) {
  try {
    rules_of(given);
    return "";
  } catch (const ParamError& error) {
    return error.key();
  }
}

TEST(Connect4Rules, DefaultsAreTheStandardBoard) {
  EXPECT_EQ(rules_of({}),
            (Connect4Rules{.width = 7, .height = 6, .connect = 4, .blocked_column = 0, .blocked_row = 0}));
}

TEST(Connect4Rules, EveryParameterIsRead) {
  const GivenParams given{{"width", std::int64_t{32}},
                          {"height", std::int64_t{9}},
                          {"connect", std::int64_t{5}},
                          {"blocked.column", std::int64_t{32}},
                          {"blocked.row", std::int64_t{9}}};
  EXPECT_EQ(rules_of(given),
            (Connect4Rules{.width = 32, .height = 9, .connect = 5, .blocked_column = 32, .blocked_row = 9}));
}

TEST(Connect4Rules, WrongParametersAreNamed) {
  EXPECT_EQ(refused_key({{"width", std::int64_t{3}}}), "width");
  EXPECT_EQ(refused_key({{"width", std::int64_t{33}}}), "width");
  EXPECT_EQ(refused_key({{"height", std::int64_t{3}}}), "height");
  EXPECT_EQ(refused_key({{"connect", std::int64_t{7}}}), "connect");
  EXPECT_EQ(refused_key({{"connect", std::int64_t{2}}}), "connect");
  EXPECT_EQ(refused_key({{"columns", std::int64_t{7}}}), "columns");
  EXPECT_EQ(refused_key({{"blocked.column", std::int64_t{3}}}), "blocked.row");
  EXPECT_EQ(refused_key({{"blocked.row", std::int64_t{3}}}), "blocked.column");
  EXPECT_EQ(refused_key({{"blocked.column", std::int64_t{8}}, {"blocked.row", std::int64_t{1}}}), "blocked.column");
  EXPECT_EQ(refused_key({{"blocked.column", std::int64_t{7}}, {"blocked.row", std::int64_t{7}}}), "blocked.row");
  EXPECT_EQ(refused_key({{"blocked.column", std::int64_t{0}}, {"blocked.row", std::int64_t{1}}}), "blocked.column");
}

TEST(Connect4Rules, OneWordHoldsBoardsOf64BitsWithASpareRow) {
  EXPECT_TRUE(fits_small(Connect4Rules{}));
  EXPECT_TRUE(fits_small(rules_of({{"width", std::int64_t{8}}, {"height", std::int64_t{7}}})));
  EXPECT_FALSE(fits_small(rules_of({{"width", std::int64_t{8}}, {"height", std::int64_t{8}}})));
  EXPECT_TRUE(fits_small(rules_of({{"width", std::int64_t{4}}, {"height", std::int64_t{15}}})));
  EXPECT_TRUE(fits_small(rules_of({{"width", std::int64_t{12}}, {"height", std::int64_t{4}}})));
  EXPECT_FALSE(fits_small(rules_of({{"width", std::int64_t{13}}, {"height", std::int64_t{4}}})));
}

TEST(Connect4Rules, MovesAreColumnNumbersFromOne) {
  const Connect4Rules wide = rules_of({{"width", std::int64_t{12}}});
  EXPECT_EQ(connect4_action_text(3), "4");
  EXPECT_EQ(parse_connect4_action(wide, "12"), Action{11});
  for (const char* wrong : {"", "0", "13", "04", "+4", "-1", "4 ", "a", "1.", "999999999999"})
    EXPECT_FALSE(parse_connect4_action(wide, wrong).has_value()) << wrong;
}

}  // namespace
}  // namespace rootward::testing
