// Command lines taken apart, replies put together and read back, scores.
#include "lab/engines/gtp/gtp_text.h"

#include <gtest/gtest.h>

namespace rootward {
namespace {

TEST(GtpText, TakesCommandLinesApart) {
  const GtpCommand command = parse_gtp_command("  12\tplay  B\te5 # a comment\r").value();
  EXPECT_EQ(command.id, "12");
  EXPECT_EQ(command.name, "play");
  EXPECT_EQ(command.arguments, (std::vector<std::string>{"B", "e5"}));
  EXPECT_EQ(parse_gtp_command("na\x01me\x7f").value().name, "name");
  EXPECT_EQ(parse_gtp_command("\xEF\xBB\xBF"
                              "3 name")
                .value()
                .id,
            "3")
      << "a byte order mark";
  EXPECT_EQ(parse_gtp_command("7").value().id, "7");
  EXPECT_EQ(parse_gtp_command("7").value().name, "");
  for (const char* line : {"", "   \t ", "# only a comment", "\r"}) EXPECT_FALSE(parse_gtp_command(line)) << line;
}

TEST(GtpText, WritesReplies) {
  EXPECT_EQ(gtp_reply("", true, ""), "=\n\n");
  EXPECT_EQ(gtp_reply("3", true, "E5"), "=3 E5\n\n");
  EXPECT_EQ(gtp_reply("3", false, "illegal move"), "?3 illegal move\n\n");
  EXPECT_EQ(gtp_reply("", true, "a\n\n\nb\n"), "= a\nb\n\n");
  EXPECT_EQ(gtp_reply("", true, "\nboard\nrow\n"), "=\nboard\nrow\n\n");
}

TEST(GtpText, ReadsReplies) {
  const GtpReplyLine reply = parse_gtp_reply("=15 E5 \r").value();
  EXPECT_TRUE(reply.is_success);
  EXPECT_EQ(reply.id, "15");
  EXPECT_EQ(reply.text, "E5");
  EXPECT_FALSE(parse_gtp_reply("? unknown command").value().is_success);
  EXPECT_EQ(parse_gtp_reply("=").value().text, "");
  EXPECT_FALSE(parse_gtp_reply("hello"));
  EXPECT_FALSE(parse_gtp_reply(""));
}

TEST(GtpText, ReadsScoresAsWritten) {
  for (const double margin : {3.5, -0.5, 81.0, 0.0}) EXPECT_EQ(parse_score(score_text_of(margin)), margin);
  EXPECT_EQ(parse_score("W+12.5 (upper bound: 3)"), -12.5);
  EXPECT_EQ(parse_score("B+3"), 3);
  for (const char* text : {"", "B+", "B+R", "?", "X+2", "B+-1", "B+nan"}) EXPECT_FALSE(parse_score(text)) << text;
}

TEST(GtpText, NumbersAreWholeWords) {
  EXPECT_EQ(parse_int("19"), 19);
  EXPECT_FALSE(parse_int("19x"));
  EXPECT_FALSE(parse_int("99999999999999"));
  EXPECT_EQ(parse_double("+6.5"), 6.5);
  EXPECT_FALSE(parse_double("inf"));
}

}  // namespace
}  // namespace rootward
