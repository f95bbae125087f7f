// Texts from outside where they are shown.
#include "core/escape.h"

#include <gtest/gtest.h>

#include <string>

#include "core/errors.h"

namespace rootward {
namespace {

using namespace std::string_literals;

TEST(Escape, ControlCharactersDoNotReachATerminal) {
  EXPECT_EQ(terminal_text("a\033[31mb\a"), "a\\x1b[31mb\\x07");
  EXPECT_EQ(terminal_text("two\nlines\tand Größe ✓"), "two\nlines\tand Größe ✓");
  EXPECT_EQ(terminal_text("a\xC2\x9B"
                          "31m"),
            "a\\xc2\\x9b31m")
      << "C1's control sequence introducer";
  EXPECT_EQ(terminal_text("\xFF\xC3"), "\\xff\\xc3") << "no UTF-8";
  EXPECT_EQ(terminal_token("a\nb"), "a\\x0ab");
}

TEST(Escape, WhatCannotBeSeenIsNamed) {
  EXPECT_EQ(terminal_text("10\xC2\xA0"), "10<U+00A0>");
  EXPECT_EQ(terminal_token("\xEF\xBB\xBF"
                           "a"),
            "<U+FEFF>a");
  EXPECT_EQ(terminal_text("\xE2\x80\x8B\xE3\x80\x80\xE2\x80\xAE\xF3\xA0\x80\xA0"), "<U+200B><U+3000><U+202E><U+E0020>");
  EXPECT_EQ(problem_text({.file = "f", .line = 1, .column = 2, .path = "k\xC2\xADy", .message = "a\xE2\x80\xAF!"}),
            "f:1:2: k<U+00AD>y: a<U+202F>!");
  EXPECT_EQ(terminal_text("é ソ ± – “q” ✓ 😀"), "é ソ ± – “q” ✓ 😀");
}

TEST(Escape, ATextGoesOnBehindANullCharacter) {
  EXPECT_EQ(terminal_text("a\0b"s), "a\\x00b");
  EXPECT_EQ(problem_text({.file = "f", .line = 1, .column = 2, .path = "k\0ey"s, .message = "a\0b"s}),
            "f:1:2: k\\x00ey: a\\x00b");
}

TEST(Escape, AnOverlongTokenIsCutAndItsLengthTold) {
  EXPECT_EQ(terminal_token(std::string(100'000, 'x'), 5), "xxxxx.. (100000 bytes)");
  EXPECT_EQ(terminal_token("aaaa\xC3\xBC", 5), "aaaa.. (6 bytes)") << "not within a character";
  const std::string text =
      problem_text({.file = {}, .line = 0, .column = 0, .path = {}, .message = std::string(100'000, 'x')});
  EXPECT_LT(text.size(), 5000);
  EXPECT_TRUE(text.ends_with(".. (100000 bytes)"));
}

TEST(Escape, ALineEndDoesNotLeaveALatexComment) {
  EXPECT_EQ(one_line("a\n\\input{x}\r\0z"s), "a \\input{x}  z");
  EXPECT_EQ(one_line("a\xC2\x9B"
                     "31m\xFFü"),
            "a  31m ü")
      << "C1's control characters, and what is no UTF-8";
  EXPECT_EQ(latex_text("a\nb_c"), "a b\\_c");
}

TEST(Escape, MarkdownKeepsItsCellAndItsLine) {
  EXPECT_EQ(markdown_text("a|b\nc"), "a\\|b c");
  EXPECT_EQ(markdown_text("<script> [x](y)"), "\\<script> [x\\](y)");
  EXPECT_EQ(markdown_text("[0.1, 0.2] p < 0.05"), "[0.1, 0.2] p < 0.05");
  EXPECT_EQ(markdown_text("\\<script>"), "\\\\\\<script>") << "a backslash of the text takes no escape away";
}

TEST(Escape, ABacktickDoesNotEndASpanOfCode) {
  EXPECT_EQ(markdown_code("a|b\nc"), "`a|b c`");
  EXPECT_EQ(markdown_code("a`b<c>"), "``a`b<c>``");
  EXPECT_EQ(markdown_code("``a``"), "``` ``a`` ```");
}

TEST(Escape, ASpreadsheetTakesNoTextForAFormula) {
  EXPECT_EQ(csv_cell("=1+2"), "'=1+2");
  EXPECT_EQ(csv_cell("@x"), "'@x");
  EXPECT_EQ(csv_cell("-cmd"), "'-cmd");
  EXPECT_EQ(csv_cell("+HYPERLINK(\"a\",b)"), "\"'+HYPERLINK(\"\"a\"\",b)\"");
  for (const char* number : {"-0.5", "+12", "-1e-3", "-", "-inf", "0.5"}) EXPECT_EQ(csv_cell(number), number);
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
}

TEST(Escape, StringsOfJsonDotAndXml) {
  EXPECT_EQ(json_string("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
  EXPECT_EQ(dot_string("a\"b\nc"), "\"a\\\"b\\nc\"");
  EXPECT_EQ(xml_text("<a href=\"x\">&\033"), "&lt;a href=&quot;x&quot;&gt;&amp; ");
}

}  // namespace
}  // namespace rootward
