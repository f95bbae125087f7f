// Numbers that a text spells.
#include "core/number_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

namespace rootward {
namespace {

TEST(NumberText, IsTheWholeText) {
  EXPECT_EQ(parse_number<int>("-12"), -12);
  EXPECT_EQ(parse_number<double>("2.5e-3"), 0.0025);
  EXPECT_EQ(parse_number<std::uint64_t>("00ff", 16), 255U);
  for (const char* text : {"", "+1", " 1", "1 ", "1x", "0x10", "1.5", "99999999999"})
    EXPECT_FALSE(parse_number<int>(text)) << text;
  for (const char* text : {"", "1e999", "1,5", "--1"}) EXPECT_FALSE(parse_number<double>(text)) << text;
}

TEST(NumberText, IsTakenOffTheFront) {
  std::string_view text = "12/34";
  EXPECT_EQ(take_number<int>(text), 12);
  EXPECT_EQ(text, "/34");
  EXPECT_FALSE(take_number<int>(text));
  EXPECT_EQ(text, "/34");
  text = "300";
  EXPECT_FALSE(take_number<std::uint8_t>(text)) << "it does not fit";
  EXPECT_EQ(text, "300");
}

}  // namespace
}  // namespace rootward
