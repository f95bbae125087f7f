// Plans and submissions, written and read; what a machine is asked.
#include "experiments/cluster/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/submission.h"
#include "tests/experiments/store/scratch_folder.h"

namespace rootward::cluster {
namespace {

using rootward::testing::ScratchFolder;

Plan a_plan() {
  return {.kind = "tournament",
          .name = "t",
          .tasks = 12,
          .config_hash = "0123456789abcdef",
          .program = "cluster/bin/x/rootward",
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

TEST(Submissions, AreReadBackInTheirOrder) {
  const ScratchFolder scratch;
  make_folders(scratch.path("cluster"));
  EXPECT_TRUE(read_submissions(scratch.path()).empty());
  const Submission first{.array_job = 4,
                         .merge_job = 5,
                         .tasks = "1-12",
                         .round = 1,
                         .stored = 0,
                         .words = {"sbatch"},
                         .request = {.cpus = 2, .sbatch_arguments = {"--partition=x"}},
                         .time = "2026-01-01T00:00:00Z"};
  Submission second = first;
  second.merge_job.reset();
  second.round = 2;
  add_submission(scratch.path(), first);
  add_submission(scratch.path(), second);
  const std::vector<Submission> read = read_submissions(scratch.path());
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].merge_job, 5U);
  EXPECT_EQ(read[0].request.sbatch_arguments, std::vector<std::string>{"--partition=x"});
  EXPECT_EQ(read[1].round, 2U);
  EXPECT_EQ(read[1].merge_job, std::nullopt);
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
