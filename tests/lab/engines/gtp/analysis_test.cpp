// Streams for Sabaki and its kin, tables for GoGui.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "tests/lab/engines/gtp/engine_fixture.h"

namespace rootward::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

/// The test engine's input is at its end, so that an analysis stops after its first report.
TEST(GtpAnalysis, StreamsUntilTheNextLine) {
  TestEngine engine;
  const std::string stream = engine.raw("7 lz-analyze b 10");
  EXPECT_THAT(stream, StartsWith("=7\ninfo move "));
  EXPECT_TRUE(stream.ends_with("\n\n"));
  EXPECT_EQ(stream.find("\n\n"), stream.size() - 2);
  std::istringstream lines(stream);
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  EXPECT_THAT(line, MatchesRegex("info move [A-J][1-9] visits [0-9]+ winrate [0-9]+ prior [0-9]+ order 0 pv [A-J].*"));
  EXPECT_THAT(line, HasSubstr(" info move "));
  EXPECT_THAT(line, HasSubstr(" order 1 pv "));
  EXPECT_EQ(engine.ask("undo"), "? cannot undo");
}

TEST(GtpAnalysis, ChangesNothingOfTheGameThatFollows) {
  TestEngine with;
  TestEngine without;
  with.raw("lz-analyze w interval 5 minmoves 1");
  EXPECT_EQ(with.ask("genmove b"), without.ask("genmove b"));
  EXPECT_EQ(with.ask("genmove w"), without.ask("genmove w"));
}

TEST(GtpAnalysis, GenmoveAnalyzePlaysWhatGenmoveWould) {
  TestEngine streaming;
  TestEngine plain;
  const std::string move = plain.ask("genmove b").substr(2);
  const std::string stream = streaming.raw("lz-genmove_analyze b 100");
  EXPECT_THAT(stream, StartsWith("=\ninfo move "));
  EXPECT_TRUE(stream.ends_with("play " + move + "\n\n")) << stream;
  EXPECT_EQ(streaming.ask("showboard"), plain.ask("showboard"));
}

TEST(GtpAnalysis, TablesForGoGui) {
  TestEngine engine("go:5");
  EXPECT_EQ(engine.ask("rootward-root_table"), "? there is no search yet");
  const std::string move = engine.ask("genmove b").substr(2);
  EXPECT_THAT(engine.ask("rootward-root_table"), HasSubstr(move));
  EXPECT_THAT(engine.ask("rootward-principal_variation"), StartsWith("= "));
  EXPECT_THAT(engine.ask("rootward-visits"), HasSubstr(move + " "));
  std::istringstream shares(engine.ask("rootward-visit_shares").substr(2));
  double total = 0;
  int count = 0;
  for (double share = 0; shares >> share; ++count) total += share;
  EXPECT_EQ(count, 25);
  EXPECT_NEAR(total, 1, 0.1);  // the pass has a share too
  const std::string commands = engine.ask("gogui-analyze_commands");
  EXPECT_THAT(commands, HasSubstr("dboard/Values/rootward-values"));
}

/// What rootward-visits tells of a search, as shares of all visits: by vertex, as rootward-visit_shares writes them.
std::map<std::string, std::string> shares_by_vertex(TestEngine& engine) {
  std::istringstream list(engine.ask("rootward-visits").substr(2));
  std::map<std::string, double> visits;
  double all = 0;
  std::string vertex;
  for (double count = 0; list >> vertex >> count; all += count) visits[vertex] = count;
  std::map<std::string, std::string> shares;
  for (const auto& [one, count] : visits) shares[one] = fmt::format("{:.3f}", count / all);
  return shares;
}

/// The board map has each vertex's share at its place, 0 elsewhere and in columns without one of the letters.
void expect_map(TestEngine& engine, const std::string& letters, std::size_t width, std::size_t height) {
  std::map<std::string, std::string> shares = shares_by_vertex(engine);
  std::istringstream map(engine.ask("rootward-visit_shares").substr(2));
  for (std::size_t row = height; row > 0; --row) {
    for (std::size_t column = 0; column < width; ++column) {
      const std::string vertex = column < letters.size() ? letters[column] + std::to_string(row) : "none";
      const auto known = shares.find(vertex);
      std::string share;
      ASSERT_TRUE(map >> share) << vertex;
      EXPECT_EQ(share, known == shares.end() ? "0.000" : known->second) << vertex << ", column " << column;
    }
  }
  std::string more;
  EXPECT_FALSE(map >> more) << more;
}

TEST(GtpAnalysis, HexsBoardMapHasAColumnI) {
  TestEngine engine("hex", "{budget: {simulations: 400}}");
  engine.ask("play b A1");
  engine.ask("play w K1");
  engine.ask("genmove b");
  const std::map<std::string, std::string> shares = shares_by_vertex(engine);
  for (const char* vertex : {"I5", "J5", "K5"}) ASSERT_TRUE(shares.contains(vertex)) << vertex;
  expect_map(engine, "ABCDEFGHIJK", 11, 11);
}

TEST(GtpAnalysis, BoardMapsOfColumnsEndWithTheLetters) {
  TestEngine engine("connect4:32x32", "{budget: {simulations: 300}}");
  engine.ask("play b 1");
  engine.ask("genmove w");
  expect_map(engine, "ABCDEFGHJKLMNOPQRSTUVWXYZ", 32, 32);
}

}  // namespace
}  // namespace rootward::testing
