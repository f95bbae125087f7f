// Encodings: every one that is read, where its bytes look like SGF's own signs, and all that may be wrong with CA.
#include "lab/engines/sgf/sgf_encoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/errors.h"
#include "lab/engines/sgf/sgf_moves.h"
#include "lab/engines/sgf/sgf_text.h"

namespace rootward {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

const std::string kMark = "\xEF\xBB\xBF";

std::string refusal_of(const std::string& text) {
  try {
    (void)parse_sgf(text, "a.sgf");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

/// A comment written in an encoding, then two moves.
std::string record(const std::string& charset, const std::string& comment) {
  return "(;SZ[9]CA[" + charset + "];B[ee]C[" + comment + "];W[dd];B[ff])";
}

std::string comment_of(const SgfGame& game) {
  const SgfProperty* comment = game.nodes.at(1).find("C");
  return comment == nullptr ? "none" : comment->values.at(0);
}

struct WrittenText {
  const char* charset;
  const char* bytes;
  const char* text;
};

class SgfEncodings : public ::testing::TestWithParam<WrittenText> {};

TEST_P(SgfEncodings, TextsAreUtf8AndNoMoveIsLost) {
  const WrittenText& written = GetParam();
  const std::string text = record(written.charset, written.bytes);
  const SgfGame game = parse_sgf(text, "a.sgf").at(0);
  EXPECT_EQ(comment_of(game), written.text);
  EXPECT_FALSE(game.is_guessed);
  EXPECT_THAT(read_sgf_moves(game, "a.sgf").moves, SizeIs(3));
  // The text before CA is in the same encoding.
  const std::string late = std::string("(;SZ[9]PB[") + written.bytes + "]CA[" + written.charset + "];B[ee];W[dd])";
  const SgfGame other = parse_sgf(late, "a.sgf").at(0);
  EXPECT_EQ(other.nodes[0].find("PB")->values[0], written.text);
  EXPECT_THAT(read_sgf_moves(other, "a.sgf").moves, SizeIs(2));
}

INSTANTIATE_TEST_SUITE_P(
    Bytes, SgfEncodings,
    ::testing::Values(WrittenText{"Shift_JIS", "\x83\x5c", "ソ"}, WrittenText{"SJIS", "\x83\x5d", "ゾ"},
                      WrittenText{"shift-jis", "\x83\x5c\x83\x5d", "ソゾ"}, WrittenText{"Windows-31J", "\x87\x40", "①"},
                      WrittenText{"cp932", "\xb1\x5c]", "ｱ]"}, WrittenText{"GBK", "\x8f\x5c", "廫"},
                      WrittenText{"gb2312", "\x8f\x5d", "廬"},
                      WrittenText{"GB18030", "\x8f\x5d\x81\x30\x84\x36", "廬¥"},
                      WrittenText{"Big5", "\xa5\x5c\xb3\x5c", "功許"}, WrittenText{"BIG5", "\xa5\x5d", "包"},
                      WrittenText{"Big5-HKSCS", "\xa5\x5d\x88\x62", "包Ê̄"},
                      WrittenText{"EUC-JP", "\xa4\xcf\x8f\xb0\xa1", "は丂"}, WrittenText{"euc_kr", "\xc0\xcc", "이"},
                      WrittenText{"ks_c_5601-1987", "\x81\x41", "갂"}, WrittenText{"ISO-8859-1", "Andr\xe9", "André"},
                      WrittenText{"latin1", "\xa0\xff", "\xC2\xA0ÿ"}, WrittenText{"windows-1252", "\x80", "€"},
                      WrittenText{"KOI8-R", "\xc7\xcf", "го"}, WrittenText{"UTF-8", "Größe ソ", "Größe ソ"},
                      WrittenText{" utf8\n", "ソ", "ソ"}, WrittenText{"US-ASCII", "plain", "plain"}));

TEST(SgfEncoding, AByteOrderMarkSaysUtf8) {
  EXPECT_EQ(comment_of(parse_sgf(kMark + record("UTF-8", "ソ"), "a.sgf").at(0)), "ソ");
  EXPECT_EQ(comment_of(parse_sgf(kMark + "\n(;SZ[9];B[ee]C[ソ])", "a.sgf").at(0)), "ソ");
  EXPECT_EQ(comment_of(parse_sgf(kMark + record("GBK", "ソ"), "a.sgf").at(0)), "ソ") << "an editor has converted it";
  EXPECT_EQ(refusal_of(kMark + "(;C[\x83\x5c])"),
            "a.sgf:1:5: SGF: byte 0x83: the text is not UTF-8, as its byte order mark says");
}

TEST(SgfEncoding, WithoutCaATextIsUtf8OrElseLatin1ByGuess) {
  const std::vector<SgfGame> games = parse_sgf("(;SZ[9];B[aa]C[André])(;SZ[9];B[aa]C[Andr\xe9];W[bb])", "a.sgf");
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(comment_of(games[0]), "André");
  EXPECT_FALSE(games[0].is_guessed);
  EXPECT_EQ(comment_of(games[1]), "André");
  EXPECT_TRUE(games[1].is_guessed);
  EXPECT_THAT(games[1].nodes, SizeIs(3));
  EXPECT_TRUE(parse_sgf("(;CA[];C[\xe9])", "a.sgf").at(0).is_guessed) << "an empty CA says nothing";
  EXPECT_EQ(
      refusal_of("(;SZ[9];C[\x83\x5c])"),
      "a.sgf:1:15: SGF: the text ends within a value: ] is missing; the game names no encoding (CA), is not UTF-8 "
      "and was read as ISO-8859-1");
}

TEST(SgfEncoding, AGuessIsTold) {
  ::testing::internal::CaptureStderr();
  note_guessed_encoding(0, "a.sgf");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  ::testing::internal::CaptureStderr();
  note_guessed_encoding(2, "a.sgf");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "a.sgf: 2 games name no encoding (CA) and are not UTF-8; read as ISO-8859-1\n");
}

TEST(SgfEncoding, EveryGameOfACollectionHasItsOwn) {
  const std::vector<SgfGame> games =
      parse_sgf(record("Shift_JIS", "\x83\x5c") + record("Big5", "\xa5\x5c") + record("UTF-8", "ソ") +
                    "(;SZ[9];B[ee]C[Andr\xe9])\n" + kMark + "(;SZ[9];B[ee]C[ü])" + record("GBK", "\x8f\x5d"),
                "a.sgf");
  ASSERT_THAT(games, SizeIs(6));
  std::string all;
  for (const SgfGame& game : games) all += comment_of(game) + " ";
  EXPECT_EQ(all, "ソ 功 ソ André ü 廬 ");
}

TEST(SgfEncoding, ACommentThatTellsOfCaNamesNothing) {
  const SgfGame game = parse_sgf("(;SZ[9]C[see CA[GBK\\]];B[ee]C[ü])", "a.sgf").at(0);
  EXPECT_EQ(comment_of(game), "ü");
  EXPECT_EQ(game.nodes[0].find("C")->values[0], "see CA[GBK]");
  EXPECT_EQ(comment_of(parse_sgf("(;SZ[9]C[CA[foo\\]]CA[Big5];B[ee]C[\xa5\x5c])", "a.sgf").at(0)), "功");
}

TEST(SgfEncoding, OthersAreRefusedByName) {
  for (const char* name : {"UTF-16", "ISO-2022-JP", "HZ-GB-2312", "UTF-7", "JOHAB", "UTF-8//IGNORE", "../x", "foo"})
    EXPECT_THAT(refusal_of(record(name, "x")),
                AllOf(StartsWith("a.sgf:1:8: CA: " + std::string(name) + " is not read; allowed: UTF-8, US-ASCII"),
                      HasSubstr("Shift_JIS, GBK, GB18030, Big5")));
  EXPECT_THAT(refusal_of(record("Shift_JISX", "\x83\x5c")), HasSubstr("did you mean Shift_JIS?"));
  EXPECT_THAT(refusal_of(std::string("\xFF\xFE(\0;\0)\0", 8)), HasSubstr("UTF-16 is not read"));
}

TEST(SgfEncoding, BytesThatTheNamedEncodingDoesNotHaveAreToldWithTheirPlace) {
  EXPECT_EQ(refusal_of("(;CA[UTF-8]\n;C[ü\xe9])"), "a.sgf:2:5: SGF: byte 0xe9: the text is not UTF-8, as CA says");
  EXPECT_EQ(refusal_of("(;CA[Shift_JIS]C[\x83\x5c\xff])"),
            "a.sgf:1:19: SGF: byte 0xff: the text is not Shift_JIS, as CA says");
  EXPECT_THAT(refusal_of("(;CA[GBK]C[\x8f])"), HasSubstr("a.sgf:1:14: SGF: the text ends within a value"));
  EXPECT_THAT(refusal_of("(;CA[US-ASCII]C[\xe9])"), HasSubstr("the text is not US-ASCII"));
  EXPECT_THAT(refusal_of("(;CA[UTF-8]C[\xC0\x80])"), HasSubstr("byte 0xc0"));
}

TEST(SgfEncoding, CaMayNotSayTwoThings) {
  EXPECT_EQ(refusal_of("(;CA[GBK]CA[UTF-8];B[aa])"),
            "a.sgf:1:10: CA: UTF-8 is not allowed in a game that is read as GBK; allowed: CA once, in its first node");
  EXPECT_THAT(refusal_of("(;CA[GBK][UTF-8];B[aa])"), HasSubstr("read as GBK"));
  EXPECT_THAT(refusal_of("(;SZ[9];B[aa]CA[GBK])"),
              HasSubstr("a.sgf:1:14: CA: GBK is not allowed in a game that is read as UTF-8"));
  EXPECT_THAT(refusal_of("(;SZ[9];B[aa](;W[bb])(;CA[foo]))"), HasSubstr("foo is not read"));
  EXPECT_EQ(refusal_of("(;CA[GBK]CA[gb2312];B[aa]CA[])"), "") << "the same twice";
}

TEST(SgfEncoding, ColumnsCountCharacters) {
  EXPECT_THAT(refusal_of("(;CA[Shift_JIS]PB[\x83\x5c]B)"), HasSubstr("a.sgf:1:22: SGF: the property B has no value"));
  EXPECT_THAT(refusal_of(kMark + "(;B)"), HasSubstr("a.sgf:1:4: "));
  EXPECT_THAT(refusal_of("(;B[aa]\xE3\x80\x80;W[bb])"), HasSubstr("a.sgf:1:8: SGF: `<U+3000>` stands where"));
}

// In GBK each of these comments would swallow its own end and go on to the last byte.
TEST(SgfEncoding, ManyGamesThatSeemToHideTheirEncodingTakeNoTimeOfTheSquare) {
  const auto games = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "(;C[\xe9])";
    return text;
  };
  EXPECT_THAT(parse_sgf(games(100), "a.sgf"), SizeIs(100));
  EXPECT_THAT(refusal_of(games(100'000)), HasSubstr("too many games hide their encoding; CA stands first in a game"));
}

}  // namespace
}  // namespace rootward
