// `status` beside real runs: shards, kills, ends; and on a terminal, which it leaves as it was.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"
#include "tests/cli/tuning/sample_tunings.h"
#include "tests/cli/watch/terminal.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kEntered = "\x1b[?1049h";
constexpr const char* kLeft = "\x1b[?1049l";

Finished status(const Workplace& place, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "status");
  return run_program(place.path(), arguments);
}

json look(const Workplace& place, const std::string& folder) {
  return json::parse(status(place, {folder, "--json"}).out);
}

TEST(CliWatch, AFolderThatIsNotThereYetIsIncomplete) {
  const Workplace place;
  const Finished once = status(place, {"later"});
  EXPECT_EQ(once.exit_code, 75);
  EXPECT_THAT(once.out, HasSubstr("nothing is there yet"));
  EXPECT_EQ(look(place, "later")["kind"], nullptr);
  EXPECT_FALSE(std::filesystem::exists(place.path("later")));
}

TEST(CliWatch, EndsWhereItsReaderHasGone) {
  const Workplace place;
  const std::string command = "cd '" + place.path() +
                              "' && { timeout 60 '" ROOTWARD_PROGRAM
                              "' status later --watch --every 1; echo $? > code; } | head -n 1 > out";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(file_text(place.path("code")), "75\n") << "nothing is complete";
  EXPECT_THAT(file_text(place.path("out")), HasSubstr("nothing is there yet"));
}

TEST(CliWatch, LinesAreWholeInAPipe) {
  const Workplace place;
  const std::string question = "Is " + std::string(120, 'x') + " the last word?";
  const std::string name = "a-player-whose-name-is-longer-than-a-column-of-the-screen";
  const std::string config =
      place.write("long.yaml", "name: long\nquestion: " + question + "\nseed: 1\ngame: tictactoe\nplayers: {" + name +
                                   ": {player: random}, b: {player: random}}\n"
                                   "schedule: {type: round_robin, pairs: 2, opening: {random_plies: 2}}\n");
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r"}).exit_code, 0);
  const Finished once = status(place, {"r"});
  EXPECT_THAT(once.out, AllOf(HasSubstr("\n" + question + "\n"), HasSubstr("\n" + name + " ")));
  EXPECT_EQ(once.out.back(), '\n');
}

TEST(CliWatch, ARunIsSeenAliveThenStoppedThenComplete) {
  const Workplace place;
  const std::string config = place.write("slower.yaml", slower_config(100));
  const std::vector<std::string> command = {"run", config, "--out", "r", "--threads", "1"};
  {
    Process run(place.path(), command);
    ASSERT_TRUE(run.wait_until([&] { return line_count(place.path("r/games.jsonl")) >= 3; })) << run.wait().err;
    const json alive = look(place, "r");
    ASSERT_NE(alive["alive"], nullptr);
    EXPECT_EQ(alive["alive"]["schema"], "rootward.alive/1");
    EXPECT_EQ(alive["alive"]["pid"], run.pid());
    EXPECT_EQ(alive["wanted"], 200);
    EXPECT_EQ(status(place, {"r"}).exit_code, 75);
    run.send(SIGINT);
    EXPECT_EQ(run.wait().exit_code, 130);
  }
  EXPECT_FALSE(std::filesystem::exists(place.path("r/alive.json"))) << "removed at the end";
  const Finished stopped = status(place, {"r"});
  EXPECT_EQ(stopped.exit_code, 75);
  EXPECT_THAT(stopped.out, AllOf(HasSubstr("nobody plays here now"), HasSubstr("not final")));
  ASSERT_EQ(run_program(place.path(), command).exit_code, 0);
  const Finished whole = status(place, {"r"});
  EXPECT_EQ(whole.exit_code, 0);
  EXPECT_THAT(whole.out, AllOf(HasSubstr("200 of 200 games"), HasSubstr("complete"), Not(HasSubstr("not final"))));
  const json table = json::parse(run_program(place.path(), {"table", "r", "--format", "json"}).out);
  const json seen = look(place, "r")["table"];
  EXPECT_EQ(seen["pairings"], table["pairings"]);
  EXPECT_EQ(seen["players"][1]["score"], table["players"][1]["score"]);
  EXPECT_EQ(seen["players"][1]["los"], table["players"][1]["los"]);
}

TEST(CliWatch, AKilledRunLeavesItsLastSignOfLife) {
  const Workplace place;
  const std::string config = place.write("endless.yaml", endless_config());
  Process run(place.path(), {"run", config, "--out", "r", "--threads", "1"});
  ASSERT_TRUE(run.wait_until([&] { return std::filesystem::exists(place.path("r/alive.json")); }));
  run.send(SIGKILL);
  EXPECT_EQ(run.wait().exit_code, -1);
  json sign = json::parse(file_text(place.path("r/alive.json")));
  sign["now"] = "2020-01-25T12:31:00Z";  // half a minute is long for a test
  place.write("r/alive.json", sign.dump());
  const Finished once = status(place, {"r"});
  EXPECT_EQ(once.exit_code, 75);
  EXPECT_THAT(once.out, HasSubstr("no sign of life since 2020-01-25"));
  EXPECT_THAT(once.out, HasSubstr("(pid " + std::to_string(run.pid()) + " on "));
  const json dead = look(place, "r");
  EXPECT_EQ(dead["alive"], nullptr);
  EXPECT_EQ(dead["last_sign_of_life"]["pid"], run.pid());
}

TEST(CliWatch, AHeartbeatChangesNothingForVerifyTableAndMerge) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(4));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r"}).exit_code, 0);
  const std::string table = run_program(place.path(), {"table", "r"}).out;
  place.write("r/alive.json", "{}");
  EXPECT_EQ(run_program(place.path(), {"verify", "r"}).exit_code, 0);
  EXPECT_EQ(run_program(place.path(), {"table", "r"}).out, table);
  EXPECT_EQ(run_program(place.path(), {"merge", "r", "--out", "m"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(place.path("m/alive.json")));
  EXPECT_EQ(run_program(place.path(), {"run", config, "--out", "r"}).exit_code, 0);
}

TEST(CliWatch, TasksOfShardsAreShown) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(4));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r", "--shard", "1/2"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(place.path("r/alive.json")));
  const Finished half = status(place, {"r"});
  EXPECT_EQ(half.exit_code, 75);
  EXPECT_THAT(half.out, AllOf(HasSubstr("12 of 24 games, 50.0 %"), HasSubstr("\n2 tasks: 1 done, 1 new\n")));
  const json seen = look(place, "r");
  EXPECT_EQ(seen["missing"], "2");
  EXPECT_EQ(seen["tasks"].size(), 2U);
  EXPECT_EQ(seen["games"], json({{"wanted", 24}, {"stored", 12}}));
  EXPECT_EQ(status(place, {"r", "--missing", "--lines"}).out, "2\n");
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r", "--shard", "2/2"}).exit_code, 0);
  EXPECT_EQ(status(place, {"r"}).exit_code, 0);
}

/// The last number of the gauge's line is the table's ratio; '#' in the gauge is where that lies between the bounds.
TEST(CliWatch, TheGaugeOfASequentialTestShowsTheTablesRatio) {
  const Workplace place;
  const std::string config = place.write(
      "test.yaml",
      "name: test\nseed: 1\ngame: tictactoe\n"
      "players: {search: {backup: average, search: {budget: {simulations: 50}}}, random: {player: random}}\n"
      "schedule: {type: gauntlet, reference: random, pairs: 200, opening: {random_plies: 1}}\n"
      "stop: {sprt: {elo0: 0, elo1: 100}}\n");
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r", "--threads", "1"}).exit_code, 0);
  const auto ratio = [&] {
    const json table = json::parse(run_program(place.path(), {"table", "r", "--format", "json"}).out);
    return table["pairings"][0]["sprt"]["llr"].get<double>();
  };
  const Finished decided = status(place, {"r"});
  EXPECT_EQ(decided.exit_code, 0) << "stopped early is complete";
  EXPECT_THAT(decided.out, AllOf(ContainsRegex("\\[\\.*\\|\\.*#\\] [+]2[.]94"),
                                 HasSubstr(fmt::format("{:+.2f} H1 taken", ratio())), Not(HasSubstr("not final"))));
  const std::string games = file_text(place.path("r/games.jsonl"));
  std::size_t end = 0;
  for (int i = 0; i < 8; ++i) end = games.find('\n', end) + 1;
  std::filesystem::resize_file(place.path("r/games.jsonl"), end);
  const Finished begun = status(place, {"r"});
  EXPECT_EQ(begun.exit_code, 75);
  EXPECT_GT(ratio(), 0);
  EXPECT_THAT(begun.out, AllOf(ContainsRegex("-2[.]94 \\[\\.*\\|\\.*#\\.+\\]"),
                               HasSubstr(fmt::format("{:+.2f} goes on", ratio()))));
}

TEST(CliWatch, APipeGetsALineALookUntilAllIsComplete) {
  const Workplace place;
  const std::string config = place.write("slower.yaml", slower_config(8));
  Process watching(place.path(), {"status", "r", "--watch", "--every", "1", "--html", "page.html"});
  Process run(place.path(), {"run", config, "--out", "r", "--threads", "1", "--quiet"});
  ASSERT_TRUE(watching.wait_until([&] { return std::filesystem::exists(place.path("page.html")); }));
  EXPECT_EQ(run.wait().exit_code, 0);
  const Finished watched = watching.wait();
  EXPECT_EQ(watched.exit_code, 0) << watched.err;
  EXPECT_THAT(watched.out, AllOf(HasSubstr("16 of 16 games"), Not(HasSubstr("\x1b"))));
  const std::string page = file_text(place.path("page.html"));
  EXPECT_THAT(page, Not(HasSubstr("http-equiv=\"refresh\"")));
  ASSERT_EQ(run_program(place.path(), {"report", "r", "--out", "report.html"}).exit_code, 0);
  EXPECT_EQ(page.substr(0, page.find("sims/s")), file_text(place.path("report.html")).substr(0, page.find("sims/s")));
}

TEST(CliWatch, ThePageOfARunUnderWayReloads) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(4));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r"}).exit_code, 0);
  const std::string games = file_text(place.path("r/games.jsonl"));
  std::filesystem::resize_file(place.path("r/games.jsonl"), games.find('\n', games.size() / 2) + 1);
  EXPECT_EQ(status(place, {"r", "--html", "page.html"}).exit_code, 75);
  EXPECT_THAT(file_text(place.path("page.html")), HasSubstr("<meta http-equiv=\"refresh\" content=\"10\">"));
}

TEST(CliWatch, ATuningShowsHistoryAndItsEnd) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const Finished tuned = run_program(place.path(), {"run", "s.yaml", "--out", "t", "--evaluations", "3", "--optimizer",
                                                    write_optimizer(place), "--threads", "2"});
  ASSERT_EQ(tuned.exit_code, 0) << tuned.err;
  EXPECT_FALSE(std::filesystem::exists(place.path("t/alive.json")));
  const Finished once = status(place, {"t"});
  EXPECT_EQ(once.exit_code, 0);
  EXPECT_THAT(once.out, AllOf(HasSubstr("history"), HasSubstr("fresh test"), HasSubstr("evaluation")));
  EXPECT_EQ(look(place, "t")["table"], json::parse(run_program(place.path(), {"table", "t", "--format", "json"}).out));
}

TEST(CliWatch, AnEstimatesStudyShowsItsGrids) {
  const Workplace place;
  place.write("e.yaml",
              "name: study\nseed: 3\ngames: {ttt: tictactoe}\ninstances: 2\nrandom_plies: 2\nrepeats: 3\n"
              "operators: {average: average, softer: {name: softmax, g: [-6, -4]}}\n"
              "checkpoints: {from: 10, to: 100, per_decade: 2}\nalpha_beta: true\n");
  const Finished run = run_program(place.path(), {"run", "e.yaml", "--out", "e"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_FALSE(std::filesystem::exists(place.path("e/alive.json")));
  const Finished once = status(place, {"e"});
  EXPECT_EQ(once.exit_code, 0) << once.out;
  EXPECT_THAT(once.out, AllOf(HasSubstr("12 of 12 searches"), HasSubstr("after 100 simulations"), HasSubstr("softer")));
  EXPECT_EQ(look(place, "e")["table"], json::parse(run_program(place.path(), {"table", "e", "--format", "json"}).out));
}

void expect_left_as_it_was(Terminal& terminal) {
  EXPECT_THAT(terminal.written(), HasSubstr(kLeft));
  EXPECT_GT(terminal.written().rfind(kLeft), terminal.written().rfind(kEntered));
  EXPECT_THAT(terminal.written(), HasSubstr("\x1b[?25h"));
  EXPECT_EQ(terminal.mode().c_lflag, terminal.mode_before().c_lflag);
  EXPECT_EQ(terminal.mode().c_iflag, terminal.mode_before().c_iflag);
}

#if defined(__SANITIZE_THREAD__)
constexpr int kFramesBeforeSignals = 2;  // TSan's runtime now and then loses a signal that comes during the first
#else
constexpr int kFramesBeforeSignals = 1;
#endif

TEST(CliWatchTerminal, IsLeftAsItWasAfterEverySignal) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT}) {
    const Workplace place;
    Terminal terminal(place.path(), {"status", "later", "--watch"}, 80, 24);
    for (int frame = 0; frame < kFramesBeforeSignals; ++frame)
      ASSERT_TRUE(terminal.wait_for("nothing is there yet")) << terminal.written();
    EXPECT_NE(terminal.mode().c_lflag, terminal.mode_before().c_lflag) << "keys come without echo";
    terminal.send(signal);
    EXPECT_EQ(terminal.wait(), signal == SIGABRT ? -1 : 130) << signal;
    expect_left_as_it_was(terminal);
  }
}

TEST(CliWatchTerminal, KeysWorkAndQEnds) {
  const Workplace place;
  Terminal terminal(place.path(), {"status", "one", "two", "--watch"}, 80, 24);
  ASSERT_TRUE(terminal.wait_for("> ")) << terminal.written();
  terminal.type("h");
  EXPECT_TRUE(terminal.wait_for("the folder before and behind")) << terminal.written();
  terminal.type("h");
  terminal.type("s");
  EXPECT_TRUE(terminal.wait_for("order: by name"));
  terminal.type("p");
  EXPECT_TRUE(terminal.wait_for("PAUSED"));
  terminal.type("\x1b[C");
  EXPECT_TRUE(terminal.wait_for("q end"));
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 75);
  expect_left_as_it_was(terminal);
}

TEST(CliWatchTerminal, IsRedrawnAtAnotherSizeAndComesBackAfterCtrlZ) {
  const Workplace place;
  Terminal terminal(place.path(), {"status", "later", "--watch"}, 80, 24);
  ASSERT_TRUE(terminal.wait_for("q end"));
  terminal.resize(30, 6);
  EXPECT_TRUE(terminal.wait_for("q end  p pause  s order: as in\x1b")) << "30 letters";
  terminal.send(SIGTSTP);
  EXPECT_TRUE(terminal.wait_for(kLeft)) << "the shell has its terminal";
  ASSERT_TRUE(terminal.wait_until_stopped());
  terminal.send(SIGCONT);
  EXPECT_TRUE(terminal.wait_for(kEntered));
  EXPECT_TRUE(terminal.wait_for("q end"));
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 75);
  expect_left_as_it_was(terminal);
}

TEST(CliWatchTerminal, ARunShowsItselfAndThenItsTable) {
  const Workplace place;
  // So many games that the screen comes before their end.
  const std::string config = place.write("slower.yaml", slower_config(40));
  Terminal terminal(place.path(), {"run", config, "--out", "r", "--threads", "1", "--watch"}, 100, 30);
  ASSERT_TRUE(terminal.wait_for("q end")) << terminal.written();
  EXPECT_EQ(terminal.wait(), 0);
  expect_left_as_it_was(terminal);
  const std::string after = terminal.written().substr(terminal.written().rfind(kLeft));
  EXPECT_THAT(after, AllOf(HasSubstr("80 of 80 games"), HasSubstr("reproducible  yes"), HasSubstr("results: r")));
}

TEST(CliWatchTerminal, ARunThatIsInterruptedGivesTheTerminalBackAndSaysHowToGoOn) {
  const Workplace place;
  const std::string config = place.write("slower.yaml", slower_config(2000));
  Terminal terminal(place.path(), {"run", config, "--out", "r", "--threads", "1", "--watch"}, 100, 30);
  ASSERT_TRUE(terminal.wait_for("q end")) << terminal.written();
  terminal.type("q");
  ASSERT_TRUE(terminal.wait_for(kLeft)) << "the screen ends, the run goes on";
  terminal.send(SIGINT);
  EXPECT_EQ(terminal.wait(), 130);
  expect_left_as_it_was(terminal);
  EXPECT_THAT(terminal.written(), HasSubstr("continue with"));
  const Finished piped = run_program(place.path(), {"run", config, "--out", "s", "--games", "2", "--watch"});
  EXPECT_EQ(piped.exit_code, 0) << "no terminal: as ever" << piped.err;
}

TEST(CliWatchTerminal, EndsByItselfWhenAllIsCompleteAndLeavesTheLastFrame) {
  const Workplace place;
  const std::string config = place.write("slower.yaml", slower_config(6));
  Process run(place.path(), {"run", config, "--out", "r", "--threads", "1", "--quiet"});
  Terminal terminal(place.path(), {"status", "r", "--watch", "--every", "1"}, 100, 30);
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(run.wait().exit_code, 0);
  const std::size_t end = terminal.written().rfind(kLeft);
  EXPECT_THAT(terminal.written().substr(end == std::string::npos ? 0 : end),
              AllOf(HasSubstr("12 of 12 games"), HasSubstr("complete"), HasSubstr("softmax")));
}

}  // namespace
}  // namespace rootward::testing
