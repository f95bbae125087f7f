// Studies of estimates against the truth as a user runs them: kills, shards, threads, merging, tables, figures.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Random tic-tac-toe positions, two operators, 2 * 8 * `repeats` searches.
std::string study(int repeats, const std::string& more = "") {
  return "name: study\nseed: 3\ngames: {ttt: tictactoe}\ninstances: 8\nrandom_plies: 2\nrepeats: " +
         std::to_string(repeats) +
         "\noperators: {average: average, softer: {name: softmax, g: [-6, -4]}}\n"
         "checkpoints: {from: 10, to: 1000, per_decade: 2}\nalpha_beta: true\n" +
         more;
}

TEST(CliConverge, KillsAndTornLinesChangeNothing) {
  const Workplace place;
  const std::string config = place.write("study.yaml", study(40));
  const std::string records = place.path("cut/records.jsonl");
  for (std::size_t kill = 1; kill <= 2; ++kill) {
    Process process(place.path(), {"run", config, "--out", "cut", "--threads", "2"});
    ASSERT_TRUE(process.wait_until([&] { return line_count(records) >= 60 * kill; })) << process.wait().err;
    process.send(SIGKILL);
    EXPECT_EQ(process.wait().exit_code, -1);
  }
  const std::string text = file_text(records);
  append_text(records, text.substr(0, 150));
  leave_as_killed(place.path("cut"), dead_process());
  const Finished last = run_program(place.path(), {"run", config, "--out", "cut", "--threads", "2"});
  EXPECT_EQ(last.exit_code, 0);
  EXPECT_THAT(last.err, AllOf(HasSubstr("torn"), HasSubstr("continuing")));
  EXPECT_EQ(file_text(records).substr(0, text.size()), text) << "what was stored is never touched";
  const Finished uncut = run_program(place.path(), {"run", config, "--out", "uncut", "--threads", "1", "--quiet"});
  EXPECT_EQ(uncut.exit_code, 0);
  EXPECT_EQ(uncut.err, "");
  EXPECT_TRUE(games_in(records) == games_in(place.path("uncut/records.jsonl")));
  EXPECT_EQ(uncut.out, last.out);
  EXPECT_EQ(files_in(place.path("cut")), files_in(place.path("uncut")));
}

TEST(CliConverge, ShardsJoinToTheWhole) {
  const Workplace place;
  const std::string config = place.write("study.yaml", study(2));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "whole", "--quiet"}).exit_code, 0);
  EXPECT_THAT(run_program(place.path(), {"run", config, "--out", "a", "--shard", "1/2"}).out,
              StartsWith("shard 1 of 2: 16 searches"));
  const Finished early = run_program(place.path(), {"merge", "a", "--out", "early"});
  EXPECT_EQ(early.exit_code, 75);
  EXPECT_THAT(early.err, AllOf(HasSubstr("16 searches of the estimates study are missing: of shard 2 of 2\n"),
                               HasSubstr("rootward run CONFIG --out early --shard 2/2\n")));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "b", "--shard", "2/2", "--quiet"}).exit_code, 0);
  ASSERT_EQ(run_program(place.path(), {"merge", "a", "b", "--out", "joined"}).exit_code, 0);
  EXPECT_TRUE(games_in(place.path("joined/records.jsonl")) == games_in(place.path("whole/records.jsonl")));
  EXPECT_EQ(file_text(place.path("joined/table.md")), file_text(place.path("whole/table.md")));
  EXPECT_TRUE(std::filesystem::exists(place.path("joined/plots/failure.svg")));
  const Finished table = run_program(place.path(), {"table", "joined", "--format", "csv"});
  EXPECT_EQ(table.out, file_text(place.path("joined/table.csv")));
}

TEST(CliConverge, MoreRepeatsContinueAndAnotherStudyIsRefused) {
  const Workplace place;
  const std::string config = place.write("study.yaml", study(1));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--quiet"}).exit_code, 0);
  const std::string few = file_text(place.path("results/study/records.jsonl"));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--quiet", "--set", "repeats=2"}).exit_code, 0);
  const std::string more = file_text(place.path("results/study/records.jsonl"));
  EXPECT_EQ(more.substr(0, few.size()), few);
  EXPECT_EQ(line_count(place.path("results/study/records.jsonl")), 8U + 2U * 16U);
  const Finished other = run_program(place.path(), {"run", config, "--set", "operators.softer.g=[-5, -4]"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, AllOf(HasSubstr("holds searches of another estimates study"),
                               HasSubstr("players.softer.backup.g: stored [-6, -4], now [-5, -4]")));
  const Finished fewer = run_program(place.path(), {"run", config});
  EXPECT_EQ(fewer.exit_code, 2);
  EXPECT_THAT(fewer.err, HasSubstr("repeats: stored 2, now 1"));
}

TEST(CliConverge, OneSearchServesAllOperators) {
  const Workplace place;
  const std::string config = place.write("study.yaml", study(1, "shadow: true\n"));
  const Finished done = run_program(place.path(), {"run", config, "--quiet"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_EQ(line_count(place.path("results/study/records.jsonl")), 8U + 8U) << "one search an instance";
  EXPECT_THAT(done.out, AllOf(HasSubstr("\naverage "), HasSubstr("\nsofter ")));
  EXPECT_THAT(file_text(place.path("results/study/plots/nodes_bias.svg")), HasSubstr("softer"));
  EXPECT_EQ(run_program(place.path(), {"run", config, "--quiet"}).out, done.out);
}

TEST(CliConverge, ASignalStopsInAnOrderlyWay) {
  const Workplace place;
  const std::string config = place.write("study.yaml", study(100000));
  Process process(place.path(), {"run", config, "--threads", "2"});
  ASSERT_TRUE(process.wait_until([&] { return line_count(place.path("results/study/records.jsonl")) > 20; }));
  process.send(SIGINT);
  const Finished stopped = process.wait();
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_THAT(stopped.err, HasSubstr("continue with:"));
}

TEST(CliConverge, AFileThatIsRemovedMeanwhileIsAFailure) {
  const Workplace place;
  const std::string config = place.write("study.yaml", study(100000));
  const std::string records = place.path("results/study/records.jsonl");
  Process process(place.path(), {"run", config, "--threads", "2"});
  ASSERT_TRUE(process.wait_until([&] { return line_count(records) > 20; }));
  std::filesystem::remove(records);
  const Finished failed = process.wait();
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(failed.out, "") << "nothing is told that is not stored";
  EXPECT_THAT(failed.err, HasSubstr("results/study/records.jsonl: was removed by somebody else"));
}

}  // namespace
}  // namespace rootward::testing
