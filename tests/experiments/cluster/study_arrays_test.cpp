// A study's tunings without Slurm: programs of its names that say what a test wants.
#include "experiments/cluster/study_arrays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/submission.h"
#include "experiments/tuning/evaluation_players.h"
#include "experiments/tuning/tune.h"
#include "tests/experiments/cluster/fake_slurm.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::cluster {
namespace {

using rootward::testing::FakeSlurm;
using rootward::testing::ScratchFolder;
using study::SentTuning;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kTuningText =
    "name: {}\nseed: 3\ngame: tictactoe\n"
    "defaults: {search: {budget: {simulations: 20}, selection: ucb1, evaluator: playouts}}\n"
    "candidate: {backup: softmax}\nopponent: {backup: average}\nopening: {random_plies: 2}\n"
    "games: 4\ntest_games: 4\nparameters: {search.selection.c: {low: 0.2, high: 2, scale: log}}\n";

tuning::TuningConfig tuning_called(const std::string& name) {
  std::string text = kTuningText;
  return tuning::parse_tuning(text.replace(text.find("{}"), 2, name), "t.yaml");
}

/// Two tunings, of which the first is whole when a test says so, and so is the second.
class StudyArrays : public ::testing::Test {
 protected:
  bool tune() {
    StayingSettings settings;
    settings.look = std::chrono::milliseconds(0);
    settings.signature = [] { return "feed"; };
    settings.say = [](const std::string&) {};
    std::vector<SentTuning> tunings;
    for (std::size_t i = 0; i < 2; ++i)
      tunings.push_back({.tuning = &tunings_[i], .place = "tune/" + tunings_[i].name, .is_whole = [this, i] {
                           return ++looks_[i] > whole_after_[i];
                         }});
    return study_arrays(std::move(settings))->tune(folder_.path("l"), tunings, 5, [this](std::size_t i) {
      told_.push_back(i);
    });
  }

  const std::array<tuning::TuningConfig, 2> tunings_ = {tuning_called("softmax-1"), tuning_called("average-1")};
  std::array<int, 2> looks_ = {0, 0};
  std::array<int, 2> whole_after_ = {1, 1};
  std::vector<std::size_t> told_;
  ScratchFolder folder_;
  FakeSlurm slurm_;
};

TEST_F(StudyArrays, OneTaskATuning) {
  slurm_.say("sbatch", "echo \"$@\" > \"$(dirname \"$0\")/words\"; echo 7");
  whole_after_ = {1, 3};
  EXPECT_TRUE(tune());
  EXPECT_THAT(told_, ElementsAre(0, 1));
  EXPECT_THAT(slurm_.text("words"), HasSubstr("--array=1-1 cluster/tune.sh cluster/tunings/tune/average-1.yaml"))
      << "the other had left the queue twice without being whole, and went out again alone";
  EXPECT_EQ(cluster::read_submissions(folder_.path("l")).front().tasks, "1-2");
  const std::string script = read_whole_file(folder_.path("l/cluster/tune.sh"));
  EXPECT_THAT(script,
              HasSubstr("--evaluations 5 --parallel 1 --no-start-test --out \"tune/$(basename \"$tuning\" .yaml)\""));
  const tuning::TuningConfig placed = tuning::read_tuning(folder_.path("l/cluster/tunings/tune/softmax-1.yaml"), {});
  EXPECT_EQ(config_hash(placed), config_hash(tunings_[0]));
}

TEST_F(StudyArrays, WhatIsWholeIsNotSent) {
  whole_after_ = {0, 0};
  EXPECT_TRUE(tune());
  EXPECT_THAT(told_, ElementsAre(0, 1));
  EXPECT_EQ(slurm_.text("jobs"), "");
}

TEST_F(StudyArrays, ThreeTimesWithoutANewGameIsAFailure) {
  whole_after_ = {1000, 1000};
  try {
    tune();
    FAIL() << "it goes on for ever";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("tuning softmax-1: its tasks ended 3 times without anything new"));
  }
  EXPECT_EQ(slurm_.text("jobs"), "3\n");
}

TEST_F(StudyArrays, ACancelledTaskHaltsAll) {
  whole_after_ = {1000, 1000};
  slurm_.say("squeue", "echo '1|1|RUNNING|None|n1'; echo '1|2|CANCELLED|None|n1'");
  EXPECT_THROW(tune(), tuning::EvaluationsHalted);
  EXPECT_EQ(slurm_.text("jobs"), "1\n");
}

TEST_F(StudyArrays, WhatIsQueuedIsAwaitedByTheNextProcess) {
  whole_after_ = {1000, 1000};
  slurm_.say("squeue", "echo '1|1|RUNNING|None|n1'; echo '1|2|CANCELLED|None|n1'");
  EXPECT_THROW(tune(), tuning::EvaluationsHalted);
  // Both are still there: the next process sends none, and sees them end whole.
  slurm_.say("squeue",
             "n=$(cat \"$(dirname \"$0\")/asked\" 2>/dev/null || echo 0)\n"
             "echo $((n + 1)) > \"$(dirname \"$0\")/asked\"\n"
             "[ \"$n\" -gt 2 ] || { echo '1|1|RUNNING|None|n1'; echo '1|2|PENDING|Priority|'; }");
  looks_ = {0, 0};
  whole_after_ = {1, 1};
  EXPECT_TRUE(tune());
  EXPECT_THAT(told_, ElementsAre(0, 1));
  EXPECT_EQ(slurm_.text("jobs"), "1\n");
}

}  // namespace
}  // namespace rootward::cluster
