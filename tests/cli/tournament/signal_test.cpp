// Ctrl-C once and twice, SIGTERM of a shard, and a second process in the same folder.
#include <gmock/gmock.h>

#include <csignal>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(CliSignal, OnceStopsInOrderAndTheSameCommandContinues) {
  const Workplace place;
  const std::string config = place.write("slower.yaml", slower_config(25));
  const std::vector<std::string> command = {"run", config, "--out", "my results", "--threads", "2"};
  const std::string games = place.path("my results/games.jsonl");
  Process process(place.path(), command);
  ASSERT_TRUE(process.wait_until([&] { return line_count(games) >= 5; })) << process.wait().err;
  process.send(SIGINT);
  const Finished stopped = process.wait();
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_THAT(stopped.err,
              AllOf(HasSubstr("continue with:"), HasSubstr("run slower.yaml --out 'my results' --threads 2")));
  EXPECT_EQ(stopped.out, "");
  EXPECT_LT(line_count(games), 50U);
  const std::string stored = file_text(games);
  EXPECT_EQ(run_program(place.path(), command).exit_code, 0);
  EXPECT_TRUE(file_text(games).starts_with(stored));
  EXPECT_EQ(line_count(games), 50U);
}

TEST(CliSignal, LongGamesAreDroppedWithinFiveSeconds) {
  const Workplace place;
  const std::string config = place.write("endless.yaml", endless_config());
  Process process(place.path(), {"run", config, "--threads", "2"});
  ASSERT_TRUE(process.wait_until([&] { return std::filesystem::exists(place.path("results/endless/games.jsonl")); }));
  const auto start = std::chrono::steady_clock::now();
  process.send(SIGTERM);
  const Finished stopped = process.wait();
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(file_text(place.path("results/endless/games.jsonl")), "");
}

TEST(CliSignal, TwiceStopsAtOnce) {
  const Workplace place;
  const std::string config = place.write("endless.yaml", endless_config());
  Process process(place.path(), {"run", config, "--threads", "2"});
  ASSERT_TRUE(process.wait_until([&] { return std::filesystem::exists(place.path("results/endless/games.jsonl")); }));
  const auto start = std::chrono::steady_clock::now();
  process.send(SIGINT);
  // Two pending signals of one kind become one; the second is another.
  process.send(SIGTERM);
  EXPECT_EQ(process.wait().exit_code, 130);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1500));
}

TEST(CliSignal, AShardAsksToBeRunAgain) {
  const Workplace place;
  const std::string config = place.write("slower.yaml", slower_config(25));
  const std::vector<std::string> command = {"run", config, "--out", "r", "--shard", "1/2", "--threads", "1"};
  const auto games = [&] { return attempt_lines(place.path("r"), "1-of-2."); };
  Process process(place.path(), command);
  ASSERT_TRUE(process.wait_until([&] { return games() >= 3; })) << process.wait().err;
  process.send(SIGTERM);
  EXPECT_EQ(process.wait().exit_code, 75);
  EXPECT_EQ(run_program(place.path(), command).exit_code, 0);
  EXPECT_EQ(games(), 26U + 2 * 2) << "13 of the 25 pairs, and the first and last lines of two starts";
}

/// The last line of the one attempt, which tells how it ended.
std::string end_of_attempt(const Workplace& place, const std::string& folder) {
  const std::vector<std::string> attempts = attempts_in(place.path(folder), "1-of-2.");
  if (attempts.size() != 1) return "no attempt, or several";
  const std::string text = file_text(attempts.front());
  const std::size_t start = text.rfind("{\"schema\"");
  return start == std::string::npos ? text : text.substr(start);
}

TEST(CliSignal, ATimeSignalFinishesWhatIsUnderWayAndSaysSo) {
  for (const int signal : {SIGUSR1, SIGUSR2, SIGXCPU}) {
    const Workplace place;
    const std::string config = place.write("slower.yaml", slower_config(25));
    Process process(place.path(), {"run", config, "--out", "r", "--shard", "1/2", "--threads", "1"});
    ASSERT_TRUE(process.wait_until([&] { return attempt_lines(place.path("r"), "1-of-2.") >= 3; }))
        << process.wait().err;
    process.send(signal);
    process.send(signal);
    EXPECT_EQ(process.wait().exit_code, 75) << signal;
    EXPECT_THAT(end_of_attempt(place, "r"), HasSubstr("\"reason\":\"time limit\"")) << signal;
  }
}

TEST(CliSignal, AClosedTerminalStopsPolitely) {
  const Workplace place;
  const std::string config = place.write("endless.yaml", endless_config());
  Process process(place.path(), {"run", config, "--out", "r", "--shard", "1/2", "--threads", "1"});
  ASSERT_TRUE(process.wait_until([&] { return attempt_lines(place.path("r"), "1-of-2.") >= 1; }));
  process.send(SIGHUP);
  EXPECT_EQ(process.wait().exit_code, 75);
  EXPECT_THAT(end_of_attempt(place, "r"), HasSubstr("\"reason\":\"stopped\""));
}

TEST(CliSignal, ATimeSignalEndsLongGamesAfterTheWindDown) {
  const Workplace place;
  const std::string config = place.write("endless.yaml", endless_config());
  Process process(place.path(), {"run", config, "--out", "r", "--shard", "1/2", "--threads", "1", "--wind-down", "1"});
  ASSERT_TRUE(process.wait_until([&] { return attempt_lines(place.path("r"), "1-of-2.") >= 1; }));
  process.send(SIGUSR1);
  EXPECT_EQ(process.wait().exit_code, 75);
  EXPECT_THAT(end_of_attempt(place, "r"), HasSubstr("\"games\":0,\"voids\":0"));
}

TEST(CliSignal, AShardThatIsStoppedSaysSo) {
  const Workplace place;
  const std::string config = place.write("endless.yaml", endless_config());
  Process process(place.path(), {"run", config, "--out", "r", "--shard", "1/2", "--threads", "1"});
  ASSERT_TRUE(process.wait_until([&] { return attempt_lines(place.path("r"), "1-of-2.") >= 1; }));
  process.send(SIGTERM);
  EXPECT_EQ(process.wait().exit_code, 75);
  EXPECT_THAT(end_of_attempt(place, "r"), HasSubstr("\"reason\":\"stopped\""));
}

TEST(CliSignal, ASecondProcessIsRefusedAndNamesTheFirst) {
  const Workplace place;
  const std::string config = place.write("endless.yaml", endless_config());
  Process first(place.path(), {"run", config, "--threads", "1"});
  ASSERT_TRUE(first.wait_until([&] { return std::filesystem::exists(place.path("results/endless/games.jsonl")); }));
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"run", config}, {"merge", "results/endless", "--out", "results/endless"}}) {
    const Finished second = run_program(place.path(), arguments);
    EXPECT_EQ(second.exit_code, 1) << arguments[0];
    EXPECT_THAT(second.err, HasSubstr("in use by process " + std::to_string(first.pid())));
  }
}

}  // namespace
}  // namespace rootward::testing
