// Plans and submissions, written and read; what a machine is asked.
#include "experiments/cluster/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <tuple>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/submission.h"
#include "lab/store/attempt_file.h"
#include "tests/experiments/cluster/fake_slurm.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::cluster {
namespace {

using rootward::testing::ScratchFolder;

Plan a_plan() {
  return {.kind = "tournament",
          .name = "t",
          .tasks = 12,
          .config_hash = "0123456789abcdef",
          .program = "cluster/bin/" + std::string(revision()) + "/rootward",
          .inputs = {.book_hash = "b", .networks = {{"p", "hash f32-fma"}}},
          .signature = "feed",
          .stored = 7,
          .made = "2026-01-01T00:00:00Z"};
}

TEST(Plan, IsReadBack) {
  const ScratchFolder scratch;
  make_folders(scratch.path("cluster"));
  EXPECT_EQ(read_plan(scratch.path()), std::nullopt);
  write_plan(scratch.path(), a_plan());
  EXPECT_EQ(read_plan(scratch.path()), a_plan());
  write_file_atomically(plan_path(scratch.path()), "{\"schema\":\"rootward.plan/1\"}");
  EXPECT_THROW((void)read_plan(scratch.path()), RunError);
}

TEST(Plan, AMachineOfAnotherSignatureIsUnfit) {
  const ScratchFolder scratch;
  EXPECT_EQ(check_signature(scratch.path(), "else"), "else") << "no plan asks for nothing";
  make_folders(scratch.path("cluster"));
  write_plan(scratch.path(), a_plan());
  EXPECT_EQ(check_signature(scratch.path(), "feed"), "feed");
  EXPECT_THROW((void)check_signature(scratch.path(), "else"), UnfitError);
}

TEST(Plan, AnotherRevisionOfTheProgramIsRefused) {
  const ScratchFolder scratch;
  make_folders(scratch.path("cluster"));
  Plan plan = a_plan();
  for (const char* name : {"0123abc", "0123abc-dirty.0011223344556677"}) {
    plan.program = "cluster/bin/" + std::string(name) + "/rootward";
    EXPECT_EQ(planned_revision(plan), std::string(name).substr(0, std::string(name).find('.')));
    write_plan(scratch.path(), plan);
    EXPECT_THROW((void)check_signature(scratch.path(), "feed"), UsageError);
  }
}

TEST(Plan, AttemptsOfAnotherRevisionOrSignatureAreNotJoined) {
  const ScratchFolder scratch;
  make_folders(scratch.path("cluster"));
  make_folders(scratch.path("shards"));
  write_plan(scratch.path(), a_plan());
  const auto write = [&](const std::string& revision, const std::string& signature, const std::string& reason,
                         int games = 0, int voids = 0) {
    AttemptFacts facts;
    facts.signature = signature;
    facts.session = session_now();
    facts.session.revision = revision;
    facts.session.shard = Shard{.index = 1, .count = 2};
    AttemptWriter attempt(scratch.path("shards"), facts, "a game");
    for (int game = 0; game < games; ++game) attempt.append(R"({"schema":"rootward.game/1"})", false);
    for (int game = 0; game < voids; ++game) attempt.append(R"({"schema":"rootward.void/1"})", true);
    attempt.finish(reason, "2026-01-01T00:00:00Z");
    return attempt.path();
  };
  write(std::string(revision()), "feed", "complete");
  write(std::string(revision()), "", "complete");
  write("else", "else", "unfit");
  EXPECT_NO_THROW(check_planned_attempts(scratch.path())) << "one that was refused told nothing";
  constexpr const char* kLater = "refused: void games ended a match";
  const std::string ours(revision());
  for (const auto& [revision_of, signature, reason, games, voids] :
       {std::tuple{std::string("else"), "feed", "complete", 0, 0}, std::tuple{ours, "beef", "complete", 0, 0},
        std::tuple{std::string("else"), "feed", kLater, 1, 0}, std::tuple{ours, "beef", kLater, 0, 2}}) {
    const std::string file = write(revision_of, signature, reason, games, voids);
    try {
      check_planned_attempts(scratch.path());
      FAIL() << "it was taken";
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr(file));
    }
    std::filesystem::remove(file);
  }
}

TEST(Submissions, AreReadBackInTheirOrder) {
  const ScratchFolder scratch;
  const rootward::testing::FakeSlurm slurm;
  EXPECT_TRUE(read_submissions(scratch.path()).empty());
  const auto words = [](std::uint64_t number) { return std::vector<std::string>{"sbatch", std::to_string(number)}; };
  Submission first{.tasks = "1-12", .of = 12, .request = {.cpus = 2, .sbatch_arguments = {"--partition=x"}}};
  hand_in_array(scratch.path(), first, words);
  hand_in_joining(scratch.path(), first, words);
  Submission second{.tasks = "1",
                    .tickets = {{.key = "0a", .params = R"({"c":0.5})", .seed = 7, .games = 12, .shard = {2, 3}}},
                    .round = 2};
  hand_in_array(scratch.path(), second, words);
  const std::vector<Submission> read = read_submissions(scratch.path());
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].array_job, 1U);
  EXPECT_EQ(read[0].merge_job, 2U);
  EXPECT_EQ(read[0].words.back(), "1");
  EXPECT_EQ(read[0].request.sbatch_arguments, std::vector<std::string>{"--partition=x"});
  EXPECT_EQ(read[1].round, 2U);
  EXPECT_EQ(read[1].merge_job, std::nullopt);
  EXPECT_EQ(read[1].tickets.at(0).params, R"({"c":0.5})");
  EXPECT_EQ(read[1].tickets.at(0).shard, (Shard{2, 3}));
  EXPECT_EQ(task_submissions(read).size(), 1U);
  EXPECT_EQ(read_submission(scratch.path() + "/" + submission_place(2)).number, 2U);
}

TEST(Halt, IsToldUntilItIsTakenAway) {
  const ScratchFolder scratch;
  make_folders(scratch.path("cluster"));
  write_halt(scratch.path(), "a job was cancelled");
  EXPECT_EQ(read_halt(scratch.path()), "a job was cancelled");
  write_halt(scratch.path(), "");
  EXPECT_EQ(read_halt(scratch.path()), "");
}

}  // namespace
}  // namespace rootward::cluster
