// What squeue says, and programs that say nothing.
#include "experiments/cluster/slurm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace rootward::cluster {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(Squeue, TellsTasksAndJobs) {
  const std::vector<QueuedTask> tasks = parse_queue(
      "7|3|RUNNING|None|n2\n7|4|PENDING|Priority|\n8|N/A|COMPLETED|None|n1\nnonsense\n9|1|\033[1mCANCELLED|x|y\n");
  ASSERT_THAT(tasks, SizeIs(4));
  EXPECT_EQ(tasks[0].job, 7U);
  EXPECT_EQ(tasks[0].task, 3U);
  EXPECT_TRUE(tasks[0].is_running());
  EXPECT_EQ(tasks[0].node, "n2");
  EXPECT_TRUE(tasks[1].is_waiting());
  EXPECT_EQ(tasks[1].reason, "Priority");
  EXPECT_EQ(tasks[2].task, std::nullopt) << "a job that is no array's";
  EXPECT_FALSE(tasks[2].is_living());
  EXPECT_EQ(tasks[3].state, "[1mCANCELLED") << "no control characters";
}

TEST(Squeue, APreemptedTaskThatIsNotQueuedAgainHasEnded) {
  EXPECT_FALSE(parse_queue("7|3|PREEMPTED|None|n2\n").at(0).is_living());
  EXPECT_TRUE(parse_queue("7|3|PENDING|BeginTime|\n").at(0).is_living());
}

TEST(RunWords, HandsWordsOverAsTheyAre) {
  const Said said = run_words({"printf", "%s|", "a b", "$(touch x)", "'\"&;"});
  EXPECT_TRUE(said.is_done()) << said.error;
  EXPECT_EQ(said.out, "") << "a line without its end is none";
  EXPECT_EQ(run_words({"printf", "%s\n", "a b;$(x)'\""}).out, "a b;$(x)'\"\n");
}

TEST(RunWords, TellsExitCodesAndTheProgramsOwnWords) {
  const Said said = run_words({"sh", "-c", "echo no such partition >&2; exit 3"});
  EXPECT_FALSE(said.is_done());
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.trouble("sbatch"), HasSubstr("sbatch ended with exit code 3: no such partition"));
  const Said absent = run_words({"no-program-of-this-name"});
  EXPECT_FALSE(absent.has_ended);
  EXPECT_THAT(absent.trouble("sbatch"), HasSubstr("cannot start no-program-of-this-name"));
}

TEST(RunWords, GivesUpAProgramThatHangs) {
  const auto start = std::chrono::steady_clock::now();
  const Said said = run_words({"sleep", "60"}, {.patience = 0.2});
  EXPECT_FALSE(said.has_ended);
  EXPECT_THAT(said.trouble("sbatch"), HasSubstr("sbatch does not answer within 0 s"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(WordsSettings{}.patience, 30);
}

TEST(RunWords, GivesWhatItIsToRead) { EXPECT_EQ(run_words({"cat"}, {.input = "#!/bin/bash"}).out, "#!/bin/bash\n"); }

TEST(TaskList, JoinsNeighbours) {
  EXPECT_EQ(task_list({}), "");
  EXPECT_EQ(task_list({3}), "3");
  EXPECT_EQ(task_list({3, 17, 40, 41, 42, 43, 44}), "3,17,40-44");
  EXPECT_EQ(task_list({1, 2}), "1-2");
  EXPECT_EQ(task_list({1, 2, 3, 9}), "1-3,9");
  EXPECT_EQ(task_list({1, 3, 5, 6}), "1,3,5-6");
}

}  // namespace
}  // namespace rootward::cluster
