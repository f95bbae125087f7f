// Continuing: after kill -9 and torn lines, full disks, more pairs and players; and what is refused.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/rng.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(CliContinue, ThreeKillsAndATornLineChangeNothing) {
  const Workplace place;
  const std::string config = place.write("slower.yaml", slower_config(30));
  const std::string games = place.path("cut/games.jsonl");
  Rng rng(static_cast<std::uint64_t>(::getpid()));
  for (std::size_t kill = 1; kill <= 3; ++kill) {
    Process process(place.path(), {"run", config, "--out", "cut", "--threads", "2"});
    const std::size_t enough = kill * 15 - 5 + rng.below(6);
    ASSERT_TRUE(process.wait_until([&] { return line_count(games) >= enough; })) << process.wait().err;
    process.send(SIGKILL);
    EXPECT_EQ(process.wait().exit_code, -1);
    ASSERT_LT(line_count(games), 60U);
  }
  const std::string text = file_text(games);
  append_text(games, text.substr(0, 100 + rng.below(100)));
  leave_as_killed(place.path("cut"), dead_process());
  const Finished last = run_program(place.path(), {"run", config, "--out", "cut", "--threads", "2"});
  EXPECT_EQ(last.exit_code, 0);
  EXPECT_THAT(last.err, AllOf(HasSubstr("torn"), HasSubstr("continuing")));
  EXPECT_EQ(file_text(games).substr(0, text.size()), text) << "what was stored is never touched";

  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "uncut", "--threads", "1", "--quiet"}).exit_code, 0);
  EXPECT_TRUE(games_in(games) == games_in(place.path("uncut/games.jsonl")));
  EXPECT_EQ(games_in(games).size(), 60U);
  EXPECT_EQ(files_in(place.path("cut")), files_in(place.path("uncut"))) << "what dead processes left is gone";
}

/// Whoever lives may be writing, and other machines' processes are looked at by their files' age alone.
TEST(CliContinue, WhatTheLivingAndOtherMachinesWriteStays) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(3));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r", "--quiet"}).exit_code, 0);
  const std::vector<std::string> files = files_in(place.path("r"));
  std::filesystem::create_directory(place.path("r/plots/more"));
  for (const char* lock : {"r/plots/more/.lock", "r/plots/.lock"}) place.write(lock, "");
  leave_as_killed(place.path("r/plots/more"), ::getpid());
  place.write("r/plots/other.tmp.elsewhere.1.0123456789abcdef", "half");
  place.write("r/plots/alive.json", R"({"schema":"rootward.alive/1","pid":1,"host":"elsewhere"})");
  place.write("r/plots/.lock.owner", "process 1 on elsewhere, job 0, beat 3\n");
  const std::vector<std::string> with_others = files_in(place.path("r"));
  EXPECT_EQ(with_others.size(), files.size() + 8);
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r", "--quiet"}).exit_code, 0);
  EXPECT_EQ(files_in(place.path("r")), with_others);
  for (const char* name : {"plots/other.tmp.elsewhere.1.0123456789abcdef", "plots/alive.json", "plots/.lock.owner"})
    std::filesystem::last_write_time(place.path(std::string("r/") + name),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
  std::filesystem::remove_all(place.path("r/plots/more"));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "r", "--quiet"}).exit_code, 0);
  std::filesystem::remove(place.path("r/plots/.lock"));
  EXPECT_EQ(files_in(place.path("r")), files);
}

TEST(CliContinue, ACompleteTournamentIsNotTouched) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(3));
  const Finished first = run_program(place.path(), {"run", config});
  const std::string games = file_text(place.path("results/quick/games.jsonl"));
  const std::string manifest = file_text(place.path("results/quick/manifest.json"));
  const Finished again = run_program(place.path(), {"run", config});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(file_text(place.path("results/quick/games.jsonl")), games);
  EXPECT_EQ(file_text(place.path("results/quick/manifest.json")), manifest);
}

TEST(CliContinue, MoreGamesPairsAndPlayersContinue) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(6));
  const std::string games = place.path("results/quick/games.jsonl");
  ASSERT_EQ(run_program(place.path(), {"run", config, "--games", "4", "--quiet"}).exit_code, 0);
  const std::string few = file_text(games);
  EXPECT_EQ(line_count(games), 12U);
  ASSERT_EQ(run_program(place.path(), {"run", config, "--quiet"}).exit_code, 0);
  EXPECT_EQ(line_count(games), 36U);
  EXPECT_TRUE(file_text(games).starts_with(few));

  std::string more = quick_config(8);
  more.insert(more.find("schedule:"), "  last: {backup: max}\n");
  ASSERT_EQ(run_program(place.path(), {"run", place.write("more.yaml", more), "--quiet"}).exit_code, 0);
  EXPECT_EQ(line_count(games), 6U * 16U);
  EXPECT_TRUE(file_text(games).starts_with(few));
  ASSERT_EQ(run_program(place.path(), {"run", "more.yaml", "--out", "afresh", "--quiet"}).exit_code, 0);
  EXPECT_TRUE(games_in(games) == games_in(place.path("afresh/games.jsonl")));
}

TEST(CliContinue, FewerPairsThanStoredGiveTheTableOfThose) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(3));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--quiet", "--set", "schedule.pairs=6"}).exit_code, 0);
  const std::string games = file_text(place.path("results/quick/games.jsonl"));
  const std::string manifest = file_text(place.path("results/quick/manifest.json"));
  const std::string table = file_text(place.path("results/quick/table.csv"));
  const Finished run = run_program(place.path(), {"run", config});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("18 of 18 scheduled"));
  EXPECT_THAT(run.err, HasSubstr("see all with: rootward table results/quick"));
  EXPECT_EQ(file_text(place.path("results/quick/games.jsonl")), games);
  EXPECT_EQ(file_text(place.path("results/quick/manifest.json")), manifest);
  EXPECT_EQ(file_text(place.path("results/quick/table.csv")), table) << "files are of all that the folder holds";
  EXPECT_EQ(run_program(place.path(), {"plan", config, "--no-bench"}).exit_code, 0);
}

TEST(CliContinue, TheTableTellsOfPairsThatWereAddedAfterALook) {
  const Workplace place;
  const std::string asked = "question: which is best?\nhypotheses: [{better: erwa, than: average}]\n" + quick_config(3);
  const std::string config = place.write("quick.yaml", asked);
  const Finished fixed = run_program(place.path(), {"run", config, "--quiet"});
  EXPECT_THAT(fixed.out, HasSubstr("confirmatory of erwa better than average: fixed before"));
  const Finished more = run_program(place.path(), {"run", config, "--quiet", "--set", "schedule.pairs=4"});
  EXPECT_EQ(more.exit_code, 0) << more.err;
  EXPECT_THAT(more.out, AllOf(HasSubstr("extended after 18 games"), HasSubstr("stop.sprt")));
  EXPECT_THAT(run_program(place.path(), {"run", config}).out, HasSubstr("confirmatory of ")) << "the first three pairs";
  place.write("quick.yaml", "question: which is best?\nhypotheses: [{equal: erwa, to: average}]\n" + quick_config(3));
  const Finished other = run_program(place.path(), {"run", config});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("exploratory: "));
}

TEST(CliContinue, AnotherConfigurationIsRefusedWithTheDifference) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(2));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--quiet"}).exit_code, 0);
  const std::string games = file_text(place.path("results/quick/games.jsonl"));
  for (const char* change : {"seed=8", "players.erwa.backup.alpha=0.2", "defaults.search.budget.simulations=41",
                             "schedule.opening.random_plies=3"}) {
    const Finished run = run_program(place.path(), {"run", config, "--set", change});
    EXPECT_EQ(run.exit_code, 2) << change;
    const std::string path(change, std::string(change).find('='));
    EXPECT_THAT(run.err, HasSubstr(path.substr(path.rfind('.') + 1)));
    EXPECT_EQ(run_program(place.path(), {"plan", config, "--no-bench", "--set", change}).exit_code, 2) << change;
  }
  EXPECT_EQ(file_text(place.path("results/quick/games.jsonl")), games);
}

TEST(CliContinue, AChangedBookIsAnotherConfiguration) {
  const Workplace place;
  place.write("book.txt", "4 4\n4 3\n");
  const std::string config = place.write("book.yaml", R"(name: book
seed: 1
game: connect4
players: {a: {player: random}, b: {player: random}}
schedule: {type: ladder, pairs: 2, opening: {book: book.txt}}
)");
  ASSERT_EQ(run_program(place.path(), {"run", config, "--quiet", "--games", "2"}).exit_code, 0);
  place.write("book.txt", "4 4\n4 2\n");
  const Finished run = run_program(place.path(), {"run", config});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("book.txt"));
}

TEST(CliContinue, ACorruptLineElsewhereIsNamed) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(2));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--quiet", "--games", "2"}).exit_code, 0);
  const std::string games = place.path("results/quick/games.jsonl");
  std::string text = file_text(games);
  const std::size_t second_line = text.find('\n') + 1;
  text[second_line + 30] = '"';
  place.write("results/quick/games.jsonl", text);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", config}, {"table", "results/quick"}}) {
    const Finished run = run_program(place.path(), arguments);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, HasSubstr("games.jsonl:2: corrupt line"));
  }
  EXPECT_EQ(file_text(games), text);
}

TEST(CliContinue, AFileThatIsRemovedMeanwhileIsAFailure) {
  const Workplace place;
  const std::string config = place.write("slower.yaml", slower_config(5000));
  Process process(place.path(), {"run", config, "--out", "r", "--threads", "2"});
  ASSERT_TRUE(process.wait_until([&] { return line_count(place.path("r/games.jsonl")) >= 4; }));
  std::filesystem::remove(place.path("r/games.jsonl"));
  const Finished failed = process.wait();
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(failed.out, "");
  EXPECT_THAT(failed.err, HasSubstr("r/games.jsonl: was removed by somebody else"));
}

TEST(CliContinue, AFullDiskStopsWithAnErrorAndContinuesLater) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(20));
  Process limited(place.path(), {"run", config, "--out", "full", "--threads", "2"}, 16'384);
  const Finished run = limited.wait();
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr("full/games.jsonl"), HasSubstr("disk is full")));
  const std::string stored = file_text(place.path("full/games.jsonl"));
  EXPECT_GT(stored.size(), 8'000U);
  EXPECT_TRUE(stored.ends_with("}\n"));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "full", "--quiet"}).exit_code, 0);
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "empty", "--quiet"}).exit_code, 0);
  EXPECT_TRUE(games_in(place.path("full/games.jsonl")) == games_in(place.path("empty/games.jsonl")));
}

}  // namespace
}  // namespace rootward::testing
