// `rootward gtp` as another program meets it: through pipes, with streams that end when the next line comes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/engines/process/child_process.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr double kLong = 20;

class EngineProcess {
 public:
  explicit EngineProcess(const std::string& arguments)
      : child_({.command = "exec '" ROOTWARD_PROGRAM "' gtp " + arguments, .directory = "", .environment = {}}) {}

  void send(const std::string& line) { ASSERT_TRUE(child_.write_line(line, kLong)); }
  /// The lines of one reply, without the empty one at its end.
  std::vector<std::string> reply() {
    std::vector<std::string> lines;
    for (LineRead read = child_.read_line(kLong); read.status == LineStatus::line && !read.line.empty();
         read = child_.read_line(kLong))
      lines.push_back(read.line);
    return lines;
  }
  std::string ask(const std::string& line) {
    send(line);
    const std::vector<std::string> lines = reply();
    return lines.empty() ? "" : lines[0];
  }
  ChildProcess& child() { return child_; }

 private:
  ChildProcess child_;
};

TEST(GtpProgram, PlaysThroughPipesAndEndsAtQuit) {
  EngineProcess engine("--set search.budget.simulations=50");
  EXPECT_EQ(engine.ask("1 boardsize 5"), "=1");
  EXPECT_THAT(engine.ask("2 genmove b"), StartsWith("=2 "));
  EXPECT_EQ(engine.ask("3 quit"), "=3");
  engine.child().shut_down(kLong);
  EXPECT_EQ(engine.child().end_text(), "ended with exit code 0");
}

/// It hears of the moves anew after an undo, and of nothing that it cannot be told.
TEST(GtpProgram, AnEngineThatPlaysKnowsTheMoves) {
  const Workplace place;
  place.write("engine.sh", R"(while read -r line; do
  echo "${line#[0-9]* }" >> log
  case "$line" in
    *protocol_version*) echo "= 2";;
    *list_commands*) printf '= boardsize\nclear_board\nkomi\nplay\ngenmove\nundo\n';;
    *genmove*) echo "= A1";;
    *) echo "=";;
  esac
  echo
  case "$line" in *quit*) exit;; esac
done
)");
  place.write("c.yaml", "name: c\nseed: 1\ngame: {name: go, size: 5}\nplayers: {e: {gtp: sh engine.sh}}\n");
  ChildProcess gtp(
      {.command = "exec '" ROOTWARD_PROGRAM "' gtp --player c.yaml:e", .directory = place.path(), .environment = {}});
  const auto ask = [&](const std::string& line) {
    EXPECT_TRUE(gtp.write_line(line, kLong));
    const std::string reply = gtp.read_line(kLong).line;
    EXPECT_EQ(gtp.read_line(kLong).line, "");
    return reply;
  };
  for (const char* line : {"play b E5", "play w D5", "genmove b", "undo"})
    EXPECT_THAT(ask(line), StartsWith("=")) << line;
  EXPECT_EQ(ask("genmove b"), "= A1");
  EXPECT_THAT(ask("play b C3"), HasSubstr("no move out of turn"));
  EXPECT_EQ(ask("quit"), "=");
  gtp.shut_down(kLong);
  const std::string heard = file_text(place.path("log"));
  const std::string moves = "play b E5\nplay w D5\ngenmove b\n";
  const std::size_t first = heard.find(moves);
  ASSERT_NE(first, std::string::npos) << heard;
  EXPECT_NE(heard.find(moves, first + 1), std::string::npos) << heard;
}

TEST(GtpProgram, EndsAtTheEndOfItsInput) {
  EngineProcess engine("--game connect4");
  EXPECT_EQ(engine.ask("gogui-rules_game_id"), "= Connect Four");
  engine.child().shut_down(kLong);
  EXPECT_EQ(engine.child().end_text(), "ended with exit code 0");
}

TEST(GtpProgram, AnalysisGoesOnUntilTheNextCommand) {
  EngineProcess engine("");
  engine.send("4 lz-analyze b 5");
  EXPECT_EQ(engine.child().read_line(kLong).line, "=4");
  for (int i = 0; i < 3; ++i) EXPECT_THAT(engine.child().read_line(kLong).line, StartsWith("info move "));
  engine.send("5 name");
  LineRead read;
  do read = engine.child().read_line(kLong);
  while (read.line.starts_with("info"));
  EXPECT_EQ(read.line, "");
  EXPECT_EQ(engine.child().read_line(kLong).line, "=5 rootward");
}

TEST(GtpProgram, NoInputEndsIt) {
  EngineProcess engine("");
  const std::string junk = "\x01\xff\xfe genmove \x02";
  for (const std::string& line :
       {junk, std::string("play"), std::string("play b E5 E5"), std::string("boardsize 9999999999999"),
        std::string(100'000, 'x'), std::string("undo undo"), std::string("loadsgf /"),
        std::string("99999999999999999999 name"), std::string("time_settings a b c")})
    engine.ask(line);
  EXPECT_EQ(engine.ask("name"), "= rootward");
}

TEST(GtpProgram, NamesAPlayerThatIsNotThere) {
  EngineProcess engine("--player /no/such/file.yaml:average");
  EXPECT_EQ(engine.child().read_line(kLong).status, LineStatus::closed);
  engine.child().shut_down(kLong);
  EXPECT_EQ(engine.child().end_text(), "ended with exit code 2");
  EXPECT_THAT(engine.child().final_error_tail(), HasSubstr("/no/such/file.yaml"));
}

}  // namespace
}  // namespace rootward::testing
