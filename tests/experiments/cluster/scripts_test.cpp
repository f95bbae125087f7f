// Scripts and words, and what users may not say.
#include "experiments/cluster/scripts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/errors.h"

namespace rootward::cluster {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const Plan kPlan{.kind = "tournament", .name = "t", .tasks = 200, .program = "cluster/bin/dd868dd6c09f/rootward"};
const JobRequest kRequest{
    .cpus = 4, .minutes = 65, .mem_per_cpu = 600, .at_once = 64, .rounds = 3, .sbatch_arguments = {"--account=a b"}};

TEST(Scripts, ATaskIsTheProgramItself) {
  EXPECT_EQ(
      array_script(kRequest, shard_command(kPlan, kTaskVariable)),
      "#!/bin/bash\n"
      "#SBATCH --ntasks=1 --cpus-per-task=4 --mem-per-cpu=600 --time=01:05:00\n"
      "#SBATCH --requeue --open-mode=append --signal=B:USR1@120\n"
      "exec cluster/bin/dd868dd6c09f/rootward run cluster/config.yaml --shard \"$SLURM_ARRAY_TASK_ID\"/200 --out . "
      "--quiet\n");
}

TEST(Scripts, WhatTheUserNamedIsAWordOfItsOwn) {
  EXPECT_THAT(array_words({.folder = "/a b/$(x)", .name = "t"}, kRequest, "1-200", 3),
              AllOf(Contains("--chdir=/a b/$(x)"), Contains("--array=1-200%64"), Contains("--account=a b"),
                    Contains("--job-name=rw-t-3"), Contains("--output=cluster/log/0003/%A_%a.txt")));
  EXPECT_THAT(
      merge_words({.folder = "/d", .name = "t", .script = kMergeScript, .arguments = {"--round=2"}}, kRequest, "17"),
      AllOf(Contains("--dependency=afterany:17"), Contains("--kill-on-invalid-dep=yes"), Contains("--round=2")));
}

TEST(Scripts, LinesByHandHandTheArraysNumberToTheJobThatJoins) {
  const JobRequest request{.sbatch_arguments = {"--account=a b"}};
  const std::string lines =
      sbatch_lines("/d d", array_words({.folder = "/d d", .name = "t"}, request, "1-3", 1),
                   merge_words({.folder = "/d d", .name = "t", .script = kMergeScript, .arguments = {"--round=1"}},
                               request, kArrayVariable));
  EXPECT_THAT(
      lines,
      AllOf(HasSubstr("cd '/d d' || exit 1\narray=$(sbatch --parsable '--chdir=/d d' "), HasSubstr(" '--account=a b' "),
            HasSubstr(" cluster/array.sh) || exit 1\narray=${array%%;*}\nsbatch "),
            HasSubstr(" \"--dependency=afterany:$array\" "), HasSubstr(" cluster/merge.sh --round=1\n")));
}

TEST(Scripts, OptionsThatAreOursAreRefusedByWhateverName) {
  for (const char* argument :
       {"--array=1",       "-a1",       "--arr=1",   "--output=x", "-o",     "--time=5", "-t5",          "--mem=5",
        "--mem-per-cpu=5", "-c4",       "--nodes=2", "-N2",        "--wait", "-W",       "--no-requeue", "--test-only",
        "--chdir=/",       "--si=USR2", "--er=x",    "--ch=/",     "x"})
    EXPECT_THROW(check_sbatch_argument(argument), UsageError) << argument;
  for (const char* argument :
       {"--partition=x", "-px", "--account=y", "--constraint=avx2", "--exclusive", "--qos=low", "-w n1"})
    EXPECT_NO_THROW(check_sbatch_argument(argument)) << argument;
}

TEST(Scripts, FoldersThatSlurmWouldReadAreRefused) {
  for (const char* folder : {"/a%A", "/a\\b", "/a\nb", "/a\x7f"}) EXPECT_THROW(check_folder_name(folder), UsageError);
  EXPECT_NO_THROW(check_folder_name("/a b;$(touch x)'\"&"));
}

/// Its value would be missing in every task.
TEST(Scripts, AnEnginesVariablesAreRefused) {
  PlayerSpec engine;
  engine.name = "mine";
  EXPECT_NO_THROW(check_environment(engine));
  engine.environment = {{"KEY", std::string(kNotStored)}};
  EXPECT_NO_THROW(check_environment(engine)) << "of a folder that is there";
  engine.environment = {{"KEY", "secret"}};
  try {
    check_environment(engine);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("mine.environment.KEY: "), Not(HasSubstr("secret"))));
  }
}

TEST(Scripts, OtherSchedulersHaveTheirOwnNumberOfATask) {
  const auto lines = [](const char* scheduler) { return other_scheduler_lines(scheduler, "/d d", kPlan, kRequest); };
  EXPECT_THAT(lines("pbs"),
              AllOf(HasSubstr("#PBS -J 1-200"), HasSubstr("--shard \"$PBS_ARRAY_INDEX\"/200"), HasSubstr("cd '/d d'")));
  EXPECT_THAT(lines("lsf"), AllOf(HasSubstr("[1-200]"), HasSubstr("\"$LSB_JOBINDEX\"/200")));
  EXPECT_THAT(lines("sge"), AllOf(HasSubstr("#$ -t 1-200"), HasSubstr("\"$SGE_TASK_ID\"/200")));
  EXPECT_THAT(lines("parallel"), HasSubstr("seq 200 | parallel"));
  EXPECT_THAT(lines("ssh"), HasSubstr("--shard $k/200"));
  Plan one = kPlan;
  one.tasks = 1;
  EXPECT_THAT(other_scheduler_lines("pbs", "/d d", one, kRequest),
              AllOf(Not(HasSubstr("-J ")), HasSubstr("--shard 1/1")));
  EXPECT_THROW(check_scheduler("condor"), UsageError);
  EXPECT_NO_THROW(check_scheduler("pbs"));
}

}  // namespace
}  // namespace rootward::cluster
