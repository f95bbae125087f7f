// What analysis tools ask for: how many moves and which, KataGo's form, the game as SGF.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include "core/file_io.h"
#include "tests/lab/engines/gtp/engine_fixture.h"

namespace rootward::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

/// The moves of an analysis' last report, in order.
std::vector<std::string> moves_of(const std::string& stream) {
  std::istringstream lines(stream);
  std::string line, report;
  while (std::getline(lines, line))
    if (line.starts_with("info ")) report = line;
  std::vector<std::string> moves;
  std::istringstream words(report);
  for (std::string word; words >> word;)
    if (word == "move" && words >> word) moves.push_back(word);
  return moves;
}

/// Of the i-th move of an analysis' last report.
int visits_told(const std::string& stream, int i) {
  std::size_t at = stream.rfind("\ninfo ");
  for (int k = 0; k <= i; ++k) at = stream.find(" visits ", at + 1);
  return std::atoi(stream.c_str() + at + 8);
}

TEST(GtpTools, MaxmovesIsTheMostMovesToBeTold) {
  TestEngine engine;
  EXPECT_EQ(moves_of(engine.raw("lz-analyze b 10 maxmoves 3")).size(), 3);
  EXPECT_EQ(moves_of(engine.raw("lz-genmove_analyze b 10 maxmoves 2")).size(), 2);
  EXPECT_THAT(engine.ask("lz-analyze w maxmoves x"), HasSubstr("? syntax error: x is not an integer"));
}

// 60 simulations of genmove cannot visit all 82 moves.
TEST(GtpTools, MinmovesTellsUnvisitedMovesToo) {
  TestEngine engine;
  const std::string stream = engine.raw("lz-genmove_analyze b 1000 minmoves 82 maxmoves 100");
  const std::vector<std::string> moves = moves_of(stream);
  EXPECT_EQ(std::set<std::string>(moves.begin(), moves.end()).size(), 82);
  EXPECT_THAT(stream, HasSubstr(" visits 0 winrate "));
}

TEST(GtpTools, AvoidedMovesAreNotLookedAt) {
  TestEngine free_engine;
  const std::string best = free_engine.ask("genmove b").substr(2);
  TestEngine engine;
  const std::string stream = engine.raw("lz-genmove_analyze b 1000 avoid b " + best + " 1 maxmoves 100");
  for (const std::string& move : moves_of(stream)) EXPECT_NE(move, best);
  EXPECT_THAT(stream, Not(HasSubstr("play " + best + "\n")));
  // Of the other player's moves the root has none.
  TestEngine other;
  EXPECT_THAT(other.raw("lz-genmove_analyze b 1000 avoid w " + best + " 1"), HasSubstr("play " + best + "\n"));
}

// Black's corner loses on this board: the solver proves it and has nothing left to search.
TEST(GtpTools, TheOnlyMoveThatIsAllowedMayBeProvenLost) {
  TestEngine engine("hex:3", "{solver: true, budget: {simulations: 2000}}");
  EXPECT_THAT(engine.raw("lz-genmove_analyze b allow b a1 1"), HasSubstr("play A1\n"));
  for (const std::string& move : moves_of(engine.raw("lz-analyze w avoid w b2 1"))) EXPECT_NE(move, "B2");
}

TEST(GtpTools, PassAndResignMayStandAmongVertices) {
  TestEngine engine;
  for (const std::string& move : moves_of(engine.raw("lz-analyze b 10 avoid b pass,resign 1 maxmoves 100")))
    EXPECT_NE(move, "pass");
  EXPECT_THAT(engine.raw("kata-genmove_analyze b 10 avoid b RESIGN,PASS 1"), HasSubstr("play "));
  EXPECT_THAT(engine.raw("lz-genmove_analyze w 10 allow w resign,A9 1"), HasSubstr("play A9\n"));
  EXPECT_EQ(engine.ask("lz-analyze b allow b resign 1"), "? avoid and allow leave no legal move");
  TestEngine nogo("nogo:5");
  EXPECT_THAT(nogo.raw("lz-analyze b 10 avoid b pass,resign 1"), StartsWith("=\ninfo move "));
}

// As controllers read it: order 0 is the engine's choice.
TEST(GtpTools, TheFirstMoveToldIsTheOneThatIsPlayed) {
  for (const char* rule : {"final_move: most_visits", "final_move: best_value", "final_move: secure", "final_move: lcb",
                           "final_move: robust_max", "temperature: {moves: 100, value: 2}", "root: gumbel"}) {
    TestEngine engine("go:5", fmt::format("{{budget: {{simulations: 60}}, {}}}", rule));
    bool has_moved_one_up = false;
    for (const char* command : {"lz-genmove_analyze b 1000", "kata-genmove_analyze w 1000", "lz-genmove_analyze b 1000",
                                "kata-genmove_analyze w 1000", "lz-genmove_analyze b 1000"}) {
      const std::string stream = engine.raw(command);
      const std::vector<std::string> moves = moves_of(stream);
      EXPECT_THAT(stream, HasSubstr("play " + moves.at(0) + "\n")) << rule;
      EXPECT_EQ(std::set<std::string>(moves.begin(), moves.end()).size(), moves.size()) << rule;
      has_moved_one_up |= visits_told(stream, 0) < visits_told(stream, 1);
    }
    const bool is_by_visits = std::string_view(rule).ends_with("visits") || std::string_view(rule).ends_with("max");
    EXPECT_TRUE(has_moved_one_up || is_by_visits || std::string_view(rule) == "root: gumbel") << rule;
  }
}

TEST(GtpTools, AllowedMovesAreAllThatIsLookedAt) {
  for (const char* search : {"{budget: {simulations: 60}}", "{budget: {simulations: 60}, expansion: self}"}) {
    TestEngine engine("go", search);
    const std::vector<std::string> moves =
        moves_of(engine.raw("kata-analyze b 10 ownership true allow b E5,C3 999 allow w A1 999"));
    EXPECT_EQ(std::set<std::string>(moves.begin(), moves.end()), (std::set<std::string>{"E5", "C3"}));
    EXPECT_THAT(engine.raw("kata-genmove_analyze b 10 allow b A9 1"), HasSubstr("play A9\n"));
    EXPECT_THAT(engine.ask("genmove w"), StartsWith("= "));  // free again
  }
  TestEngine engine;
  EXPECT_EQ(engine.ask("lz-analyze b avoid b Z9 1"), "? invalid vertex Z9");
  engine.ask("play b E5");
  EXPECT_EQ(engine.ask("lz-analyze w allow w E5 1"), "? avoid and allow leave no legal move");
}

TEST(GtpTools, KataAnalyzeTellsSharesAndTheRoot) {
  TestEngine engine;
  const std::string stream = engine.raw("3 kata-analyze w 10 maxmoves 2 rootInfo true");
  EXPECT_THAT(stream, StartsWith("=3\ninfo move "));
  std::istringstream lines(stream);
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  // After a few simulations a move may have won all of its games.
  EXPECT_THAT(line,
              MatchesRegex("info move [A-J][1-9] visits [0-9]+ utility -?[01]\\.[0-9]+ winrate [01]\\.[0-9]+ prior "
                           "0\\.[0-9]+ order 0 pv .* info .* rootInfo visits [0-9]+ utility -?[01]\\.[0-9]+ "
                           "winrate [01]\\.[0-9]+"));
  EXPECT_THAT(engine.raw("kata-analyze w 10"), Not(HasSubstr("rootInfo")));
  EXPECT_THAT(engine.ask("kata-analyze w 10 pvVisits true"), Not(StartsWith("?")));
}

TEST(GtpTools, AnUnknownKeyIsToldWithTheKnownOnes) {
  TestEngine engine;
  EXPECT_EQ(engine.ask("lz-analyze b 10 rootInfo true"),
            "? syntax error: rootinfo is no key of lz-analyze; known: interval, minmoves, maxmoves, avoid, allow");
  EXPECT_THAT(engine.ask("kata-analyze rootInfo maybe"), HasSubstr("maybe is neither true nor false"));
}

TEST(GtpTools, PrintsgfTellsTheGameWithOurValues) {
  TestEngine engine("go:7");
  engine.ask("komi 4.5");
  engine.ask("play b D4");
  const std::string reply = engine.ask("genmove w").substr(2);
  engine.ask("play b pass");
  const std::string sgf = engine.ask("printsgf");
  EXPECT_THAT(sgf, StartsWith("= (;FF[4]GM[1]"));
  EXPECT_THAT(sgf, HasSubstr("SZ[7]KM[4.5]"));
  EXPECT_THAT(sgf, MatchesRegex("(.|\n)*;B\\[dd\\];W\\[[a-g][a-g]\\]SBKV\\[[0-9]+\\.[0-9][0-9]\\];B\\[\\]\\)"));
}

TEST(GtpTools, PrintsgfIsReadBackByLoadsgf) {
  const std::string file = (std::filesystem::temp_directory_path() / "rootward-printsgf-test.sgf").string();
  TestEngine engine("go:9");
  engine.ask("set_free_handicap C3 G7");
  engine.ask("play w E5");
  EXPECT_EQ(engine.ask("printsgf " + file), "=");
  TestEngine reader("go:9");
  EXPECT_EQ(reader.ask("loadsgf " + file), "= black");
  EXPECT_EQ(reader.ask("showboard"), engine.ask("showboard"));
  EXPECT_THAT(engine.ask("printsgf /no/such/folder/x.sgf"), StartsWith("? /no/such/folder/x.sgf: "));
  std::filesystem::remove(file);
}

/// Whoever waits at a FIFO gets the game, and it stays one.
TEST(GtpTools, PrintsgfWritesIntoAFifo) {
  const std::filesystem::path fifo = std::filesystem::temp_directory_path() / "rootward-printsgf-test.fifo";
  std::filesystem::remove(fifo);
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const FileDescriptor reader(::open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  TestEngine engine("go:7");
  EXPECT_EQ(engine.ask("printsgf " + fifo.string()), "=");
  std::array<char, 200> got{};
  EXPECT_GT(::read(reader.get(), got.data(), got.size() - 1), 0);
  EXPECT_THAT(got.data(), StartsWith("(;FF[4]GM[1]"));
  EXPECT_TRUE(std::filesystem::is_fifo(fifo));
  std::filesystem::remove(fifo);
}

}  // namespace
}  // namespace rootward::testing
