// Submissions to programs of Slurm's names that say what a test wants, and rounds.
#include "experiments/cluster/submit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "core/text.h"
#include "experiments/cluster/placing.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/run_tournament.h"
#include "lab/arena/game_id.h"
#include "tests/experiments/cluster/fake_slurm.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::cluster {
namespace {

using rootward::testing::FakeSlurm;
using rootward::testing::ScratchFolder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Twenty games of two random players; the first array is job 1, the job that joins it job 2.
class Submitting : public ::testing::Test {
 protected:
  Submitting() {
    write_file_atomically(scratch_.path("t.yaml"),
                          "name: t\nseed: 1\ngame: tictactoe\nplayers: {a: {player: random}, b: {player: random}}\n"
                          "schedule: {type: round_robin, pairs: 20, opening: {random_plies: 2}}\n");
  }
  [[nodiscard]] SubmitSettings settings() const {
    SubmitSettings settings;
    settings.what = scratch_.path("t.yaml");
    settings.folder = folder();
    settings.tasks = 2;
    settings.calibrate = 0.01;
    settings.signature = [] { return "feed"; };
    settings.say = [](const std::string&) {};
    return settings;
  }
  [[nodiscard]] std::string folder() const { return scratch_.path("f"); }
  void play(std::uint32_t task) const {
    tournament::RunSettings run;
    run.folder = folder();
    run.threads = 1;
    run.shard = {.index = task, .count = 2};
    run.is_quiet = true;
    (void)tournament::run_tournament(tournament::read_tournament(planned_config_path(folder())), run);
  }
  void say_queue(const std::string& lines) const { slurm_.say("squeue", "printf '" + lines + "'"); }
  static GameRecord second_of(const tournament::TournamentConfig& config) {
    GameRecord record = rootward::testing::example_record(1, 1);
    record.seed = game_seed(config.seed, record.pairing, 1, 1);
    return record;
  }
  [[nodiscard]] std::size_t submissions() const { return read_submissions(folder()).size(); }

  ScratchFolder scratch_;
  FakeSlurm slurm_;
};

TEST_F(Submitting, WhatWasCancelledIsNotSentAgainByWhoeverWaits) {
  (void)submit(settings());
  say_queue("1|1|CANCELLED|None|\\n1|2|CANCELLED|None|\\n2|N/A|CANCELLED|None|\\n");
  const AwaitedLook look = await_look(settings(), folder());
  EXPECT_FALSE(look.has_jobs);
  EXPECT_EQ(look.sent, std::nullopt);
  EXPECT_EQ(look.status.halt, "a job was cancelled");
  EXPECT_EQ(submissions(), 1U);
  EXPECT_EQ(await_look(settings(), folder()).sent, std::nullopt) << "the second look neither";
}

TEST_F(Submitting, AnArrayThatWasSentByHandIsKnownByItsAttempts) {
  (void)submit(settings());
  std::filesystem::remove_all(folder() + "/cluster/submissions");
  ::setenv("SLURM_ARRAY_JOB_ID", "7", 1);
  ::setenv("SLURM_ARRAY_TASK_ID", "1", 1);
  play(1);
  ::unsetenv("SLURM_ARRAY_JOB_ID");
  ::unsetenv("SLURM_ARRAY_TASK_ID");
  for (const std::string& attempt : list_shards(folder())) {
    const std::string text = read_whole_file(attempt);
    write_file_atomically(attempt, text.substr(0, text.find('\n') + 1));
  }
  say_queue("7|1|RUNNING|None|n1\\n7|2|PENDING|Priority|\\n8|2|RUNNING|None|n2\\n");
  const ClusterStatus status = look_at(folder());
  EXPECT_EQ(status.slurm, SlurmVoice::answers);
  EXPECT_EQ(status.tasks[0].state, TaskState::running);
  EXPECT_EQ(status.tasks[1].state, TaskState::waiting);
  EXPECT_EQ(status.missing(), TaskSet{});
  say_queue("");
  EXPECT_EQ(look_at(folder()).missing(), (TaskSet{1, 2}));
}

/// An attempt's last line says "complete", and a byte before it is wrong: believed until a merge has seen it.
TEST_F(Submitting, ADamagedAttemptThatWasCompleteIsPlayedAgain) {
  (void)submit(settings());
  play(1);
  play(2);
  for (const std::string& attempt : list_shards(folder())) {
    if (shard_of_attempt(attempt)->index != 1) continue;
    std::string text = read_whole_file(attempt);
    text[text.find("\"score\":") + 8] = '7';
    write_file_atomically(attempt, text);
  }
  EXPECT_TRUE(look_at(folder()).is_complete());
  const SubmitReport report = submit(settings());
  EXPECT_EQ(report.table, "");
  EXPECT_EQ(report.submitted, TaskSet{1});
  EXPECT_FALSE(look_at(folder()).is_complete());
  play(1);
  EXPECT_THAT(submit(settings()).table, HasSubstr("40 of 40 scheduled"));
}

TEST_F(Submitting, WhereSlurmIsSilentNothingIsSentTwice) {
  (void)submit(settings());
  slurm_.say("squeue", "exit 1");
  try {
    (void)submit(settings());
    FAIL() << "it was sent again";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("squeue does not answer"));
  }
  EXPECT_EQ(submissions(), 1U);
}

TEST_F(Submitting, AnotherCutIsRefusedWhileTasksAreQueued) {
  (void)submit(settings());
  say_queue("1|1|RUNNING|None|n1\\n1|2|PENDING|Priority|\\n");
  SubmitSettings finer = settings();
  finer.tasks = 3;
  try {
    (void)submit(finer);
    FAIL() << "the same games are played twice";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("job 1 is not over, and its work was cut into 2 tasks"), HasSubstr("scancel 1")));
  }
  say_queue("");
  EXPECT_EQ(submit(finer).tasks, 3U);
}

/// Killed between the two: the array is known, and is not sent again.
TEST_F(Submitting, AnArrayIsRecordedBeforeTheJobThatJoinsIt) {
  slurm_.say("sbatch", "case \"$*\" in *merge.sh*) cat " + shell_quoted(folder()) +
                           "/cluster/submissions/0001.json > \"$(dirname \"$0\")/seen\"; echo 2;; *) echo 1;; esac");
  (void)submit(settings());
  EXPECT_THAT(slurm_.text("seen"), HasSubstr("\"merge_job\": null"));
  EXPECT_EQ(read_submissions(folder()).at(0).merge_job, 2U);
}

/// Killed between sbatch and what it said: the array is found by its name, in this folder alone.
TEST_F(Submitting, AnArrayThatWasNotRecordedIsFound) {
  (void)submit(settings());
  const std::string file = folder() + "/" + submission_place(1);
  std::string text = read_whole_file(file);
  const std::size_t job = text.find("\"array_job\": 1,");
  ASSERT_NE(job, std::string::npos);
  write_file_atomically(file, text.replace(job, 15, "\"array_job\": null,"));
  const std::string queued = "1|1|RUNNING|None|%s\\n1|2|PENDING|Priority|%s\\n";
  const std::string place = std::filesystem::absolute(folder()).lexically_normal().string();
  slurm_.say("squeue", "case \"$*\" in *rw-t-1*) printf '" + queued + "' " + place + " " + place + ";; *) printf '" +
                           queued + "' n1 '';; esac");
  EXPECT_TRUE(submit(settings()).is_queued);
  slurm_.say("squeue", "printf '" + queued + "' /else /else");
  EXPECT_EQ(submit(settings()).submitted, (TaskSet{1, 2}));
  EXPECT_EQ(submissions(), 2U);
}

TEST_F(Submitting, WhereNodesMayNotSubmitStatusSaysWhy) {
  (void)submit(settings());
  play(2);
  say_queue("1|1|TIMEOUT|None|n1\\n");
  slurm_.say("sbatch", "echo 'sbatch: error: Access/permission denied' >&2; exit 1");
  EXPECT_THROW((void)await_look(settings(), folder()), RunError);
  EXPECT_THAT(status_text(look_at(folder())), HasSubstr("Access/permission denied"));
}

TEST_F(Submitting, WhatSlurmHasForgottenTheLogTells) {
  SubmitSettings asked = settings();
  asked.mem_per_cpu = 700;
  (void)submit(asked);
  play(2);
  play(1);
  for (const std::string& attempt : list_shards(folder())) {
    if (shard_of_attempt(attempt)->index != 1) continue;
    const std::string text = read_whole_file(attempt);
    write_file_atomically(attempt, text.substr(0, text.find('\n') + 1));
  }
  write_file_atomically(folder() + "/cluster/log/0001/1_1.txt",
                        "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=1.batch.\n");
  const AwaitedLook look = await_look(asked, folder());
  ASSERT_TRUE(look.sent);
  EXPECT_THAT(look.sent->script, HasSubstr("--mem-per-cpu=1400"));
}

TEST_F(Submitting, ATimeThatWasGivenStaysAndOneThatWasEstimatedIsEstimatedAgain) {
  SubmitSettings given = settings();
  given.minutes = 45;
  (void)submit(given);
  SubmitSettings again = settings();
  again.what = folder();
  again.folder.clear();
  again.tasks.reset();
  EXPECT_THAT(submit(again).script, HasSubstr("--time=00:45:00"));
  EXPECT_THAT(submit(again).script, HasSubstr("--time=00:45:00")) << "the third time too";
  SubmitSettings estimated = settings();
  estimated.folder = scratch_.path("g");
  (void)submit(estimated);
  again.what = estimated.folder;
  EXPECT_THAT(submit(again).script, HasSubstr("--time=00:15:00"));
}

TEST_F(Submitting, WhoeverWaitsCountsRounds) {
  SubmitSettings once = settings();
  once.rounds = 2;
  (void)submit(once);
  say_queue("1|1|FAILED|None|n1\\n1|2|COMPLETED|None|n2\\n2|N/A|FAILED|None|n1\\n");
  play(2);
  const AwaitedLook first = await_look(once, folder());
  ASSERT_TRUE(first.sent);
  EXPECT_EQ(first.sent->submitted, TaskSet{1});
  EXPECT_EQ(read_submissions(folder()).back().round, 2U);
  EXPECT_EQ(first.sent->merge_command.back(), "--round=2");
  say_queue("3|1|FAILED|None|n1\\n4|N/A|FAILED|None|n1\\n");
  const AwaitedLook second = await_look(once, folder());
  EXPECT_EQ(second.sent, std::nullopt);
  EXPECT_THAT(second.status.halt, HasSubstr("2 rounds have been"));
  EXPECT_EQ(submissions(), 2U);
}

TEST_F(Submitting, ARoundThatBroughtNothingIsTheLast) {
  (void)submit(settings());
  say_queue("1|1|FAILED|None|n1\\n1|2|FAILED|None|n1\\n2|N/A|FAILED|None|n1\\n");
  EXPECT_EQ(await_look(settings(), folder()).status.halt,
            "the last round brought nothing; cluster/log/0001 says what its tasks said");
}

TEST_F(Submitting, TheNextRoundGoesElsewhereAndGetsMoreMemory) {
  SubmitSettings asked = settings();
  asked.mem_per_cpu = 700;
  (void)submit(asked);
  say_queue("1|1|OUT_OF_MEMORY|None|n1\\n1|2|NODE_FAIL|None|n3\\n");
  play(2);
  const AwaitedLook look = await_look(asked, folder());
  ASSERT_TRUE(look.sent);
  EXPECT_THAT(look.sent->command, Contains("--exclude=n3"));
  EXPECT_THAT(look.sent->script, HasSubstr("--mem-per-cpu=1400"));
}

TEST_F(Submitting, ASilentSlurmIsWaitedFor) {
  (void)submit(settings());
  slurm_.say("squeue", "exit 1");
  const AwaitedLook look = await_look(settings(), folder());
  EXPECT_TRUE(look.has_jobs);
  EXPECT_EQ(look.sent, std::nullopt);
  EXPECT_EQ(read_halt(folder()), "");
}

TEST_F(Submitting, WhereAllIsPlayedTheTableComes) {
  (void)submit(settings());
  play(1);
  play(2);
  const AwaitedLook look = await_look(settings(), folder());
  EXPECT_TRUE(look.is_whole());
  EXPECT_THAT(look.sent->table, HasSubstr("40 of 40 scheduled"));
}

TEST_F(Submitting, ADryRunAsksSlurmAndMakesNothing) {
  slurm_.say("sbatch",
             "here=$(dirname \"$0\"); echo \"$@\" > \"$here/words\"; cat > \"$here/input\"; echo would start >&2");
  SubmitSettings dry = settings();
  dry.is_dry_run = true;
  const SubmitReport report = submit(dry);
  EXPECT_THAT(slurm_.text("words"), AllOf(StartsWith("--test-only --parsable "), Not(HasSubstr("array.sh"))));
  EXPECT_THAT(slurm_.text("input"), StartsWith(report.script));
  EXPECT_FALSE(std::filesystem::exists(folder()));
  const std::string text = submit_text(report, true);
  for (const char* part : {"Slurm says: would start", "a task gets 00:15:00 and ", " MB of results",
                           "34 files are made", "# cluster/array.sh:\n#!/bin/bash", "# cluster/merge.sh:\n#!/bin/bash",
                           "array=$(sbatch ", "\"--dependency=afterany:$array\"", "--print slurm"})
    EXPECT_THAT(text, HasSubstr(part));
  slurm_.say("sbatch", "echo no such partition >&2; exit 1");
  EXPECT_THROW((void)submit(dry), RunError);
}

TEST_F(Submitting, ByHandThePlanIsThereAndNothingIsSent) {
  slurm_.say("sbatch", "exit 1");
  SubmitSettings by_hand = settings();
  by_hand.scheduler = "slurm";
  const SubmitReport report = submit(by_hand);
  EXPECT_THAT(report.lines, AllOf(HasSubstr("array=$(sbatch "), HasSubstr("cluster/merge.sh --round=1")));
  EXPECT_EQ(text_field(parse_json(submit_json(report)), "lines"), report.lines);
  for (const char* file : {"cluster/array.sh", "cluster/merge.sh", "cluster/config.yaml", "cluster/log/0001"})
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(folder()) / file)) << file;
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(folder()) / read_plan(folder())->program));
  EXPECT_EQ(submissions(), 0U);
}

TEST_F(Submitting, WhatSlurmRefusesIsToldInItsWordsAndNotRecorded) {
  slurm_.say("sbatch", "echo 'Job violates accounting/QOS policy (job submit limit)' >&2; exit 1");
  try {
    (void)submit(settings());
    FAIL() << "it was submitted";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("job submit limit"));
  }
  EXPECT_EQ(submissions(), 0U);
}

TEST_F(Submitting, SmallWorkIsOneTaskWithTheLeastOfTimeAndMemory) {
  SubmitSettings left = settings();
  left.tasks.reset();
  const SubmitReport report = submit(left);
  EXPECT_EQ(report.tasks, 1U);
  EXPECT_EQ(report.estimate.minutes, 15U);
  EXPECT_GE(report.estimate.memory_mb, 500U);
}

/// 20 of 40 games are stored, each of 1,200 CPU seconds: 48,000 s, in tasks of four cores and 20 minutes ten of them. A
/// task gets ten times the longest game, which is more than three times the task.
TEST_F(Submitting, TasksTakeTwentyMinutesByTheGamesThatAreStored) {
  const tournament::TournamentConfig config = tournament::read_tournament(scratch_.path("t.yaml"));
  {
    tournament::ResultsFolder stored(folder(), config, {}, {});
    stored.begin_session(1);
    for (std::uint32_t pair = 0; pair < 10; ++pair)
      for (const int game : {0, 1}) {
        GameRecord record = rootward::testing::example_record(pair, game);
        record.seed = game_seed(config.seed, record.pairing, pair, game);
        record.cpu_seconds = {700, 500};
        stored.append(record);
      }
    stored.end_session("stopped");
  }
  SubmitSettings left = settings();
  left.tasks.reset();
  left.cpus = 4;
  const SubmitReport report = submit(left);
  EXPECT_THAT(report.estimate.of, HasSubstr("20 stored games"));
  EXPECT_EQ(report.tasks, 10U);
  EXPECT_NEAR(report.estimate.core_hours, 20 * 1200 / 3600.0, 0.01) << "of what is left";
  EXPECT_DOUBLE_EQ(report.estimate.task_seconds, 1200);
  EXPECT_EQ(report.estimate.minutes, 200U);
}

/// Truths of up to ten million nodes each: by the time of a few some hundred tasks would be wished for, and each would
/// find the same truths again.
TEST_F(Submitting, AStudyIsNotCutFinerThanItsInstancesByItself) {
  write_file_atomically(scratch_.path("study.yaml"),
                        "name: s\nseed: 1\ngames: {t: tictactoe}\ninstances: 3\nrandom_plies: 4\ntruth: exact\n"
                        "checkpoints: [1000000]\nrepeats: 100000\noperators: {average: average}\n"
                        "defaults: {search: {selection: ucb1, evaluator: playouts}}\n");
  SubmitSettings study = settings();
  study.what = scratch_.path("study.yaml");
  study.tasks.reset();
  EXPECT_EQ(submit(study).tasks, 3U);
  study.folder = scratch_.path("finer");
  study.tasks = 7;
  EXPECT_EQ(submit(study).tasks, 7U);
}

TEST_F(Submitting, AFolderIsLookedAtAgainWithoutReadingItAgain) {
  (void)submit(settings());
  play(1);
  FolderFollower follower(folder());
  const ClusterStatus before = follower.look({.is_offline = true});
  EXPECT_EQ(before.stored(), 20U);
  EXPECT_EQ(before.slurm, SlurmVoice::silent);
  EXPECT_EQ(before.tasks[1].state, TaskState::fresh);
  // Task 2 plays: an attempt without a last line.
  const tournament::TournamentConfig config = tournament::read_tournament(planned_config_path(folder()));
  tournament::ResultsFolder task(folder(), config, {.index = 2, .count = 2}, {});
  task.begin_session(3);
  GameRecord record = rootward::testing::example_record(1, 0);
  record.seed = game_seed(config.seed, record.pairing, 1, 0);
  task.append(record);
  const ClusterStatus open = follower.look({.is_offline = true});
  EXPECT_EQ(open.stored(), 21U);
  EXPECT_EQ(open.tasks[1].state, TaskState::open);
  EXPECT_EQ(open.tasks[1].attempts.at(0).facts.games, 1U);
  say_queue("1|2|RUNNING|None|n1\\n");
  const ClusterStatus running = follower.look();
  EXPECT_EQ(running.tasks[1].state, TaskState::running);
  EXPECT_THAT(status_text(running), HasSubstr("expected in all: "));
  task.append(second_of(config));
  EXPECT_EQ(follower.look().stored(), 22U);
  task.end_session("stopped");
  say_queue("");
  const ClusterStatus ended = follower.look();
  EXPECT_EQ(ended.tasks[1].state, TaskState::ended);
  EXPECT_EQ(ended.stored(), 22U);
}

TEST_F(Submitting, AnAttemptThatIsMovedAwayCountsNoMore) {
  (void)submit(settings());
  const tournament::TournamentConfig config = tournament::read_tournament(planned_config_path(folder()));
  FolderFollower follower(folder());
  tournament::ResultsFolder task(folder(), config, {.index = 2, .count = 2}, {});
  task.begin_session(3);
  task.append(second_of(config));
  const ClusterStatus open = follower.look({.is_offline = true});
  EXPECT_EQ(open.stored(), 1U);
  const std::string file = open.tasks[1].attempts.at(0).file;
  std::filesystem::rename(file, scratch_.path("elsewhere"));
  EXPECT_EQ(follower.look({.is_offline = true}).stored(), 0U);
  std::filesystem::rename(scratch_.path("elsewhere"), file);
  task.end_session("stopped");
  EXPECT_EQ(follower.look({.is_offline = true}).stored(), 1U);
}

TEST_F(Submitting, DamageIsToldAtEveryLook) {
  (void)submit(settings());
  play(1);
  FolderFollower follower(folder());
  EXPECT_EQ(follower.look({.is_offline = true}).stored(), 20U);
  write_file_atomically(games_path(folder()), "{\"schema\":\"rootward.game/1\"}\n");
  for (int look = 0; look < 3; ++look) EXPECT_THROW((void)follower.look({.is_offline = true}), RunError) << look;
  std::filesystem::remove(games_path(folder()));
  EXPECT_EQ(follower.look({.is_offline = true}).stored(), 20U);
}

TEST_F(Submitting, ALastLineThatDoesNotFitTakesBackWhatWasToldBefore) {
  (void)submit(settings());
  const tournament::TournamentConfig config = tournament::read_tournament(planned_config_path(folder()));
  FolderFollower follower(folder());
  std::string file;
  {
    tournament::ResultsFolder task(folder(), config, {.index = 2, .count = 2}, {});
    task.begin_session(3);
    task.append(second_of(config));
    const ClusterStatus open = follower.look({.is_offline = true});
    EXPECT_EQ(open.stored(), 1U);
    file = open.tasks[1].attempts.at(0).file;
    task.end_session("stopped");
  }
  std::string text = read_whole_file(file);
  const std::size_t first = text.find('\n') + 1;
  write_file_atomically(file, text.erase(first, text.find('\n', first) + 1 - first));
  EXPECT_EQ(follower.look({.is_offline = true}).stored(), 0U);
}

TEST(LibraryWarnings, NameWhatLiesOutsideOfTheSystemsFolders) {
  const ScratchFolder scratch;
  const std::string file = scratch.path("own.so.1");
  write_file_atomically(file, std::string(4096, 'x'));
  FileDescriptor fd = open_own_file(file, 2);
  void* mapped = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, fd.get(), 0);
  ASSERT_NE(mapped, MAP_FAILED);
  EXPECT_THAT(library_warnings(), Contains(AllOf(HasSubstr("/own.so.1"), HasSubstr("portable"))));
  ::munmap(mapped, 4096);
  EXPECT_THAT(library_warnings(), Not(Contains(HasSubstr("/own.so.1"))));
}

}  // namespace
}  // namespace rootward::cluster
