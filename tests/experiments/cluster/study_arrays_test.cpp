// A study's tunings without Slurm: programs of its names that say what a test wants.
#include "experiments/cluster/study_arrays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/submission.h"
#include "experiments/cluster/submit.h"
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

/// Two tunings, each of which is whole when it was asked so often whether it is; each sending brings the first a game.
class StudyArrays : public ::testing::Test {
 protected:
  StudyArrays() {
    make_folders(folder_.path("l/tune/softmax-1"));
    slurm_.say("sbatch",
               "here=$(dirname \"$0\")\nn=$(cat \"$here/jobs\" 2>/dev/null || echo 0)\nn=$((n + 1))\necho $n > "
               "\"$here/jobs\"\necho \"$@\" > \"$here/words\"\necho '{}' >> " +
                   folder_.path("l/tune/softmax-1/games.jsonl") + "\necho $n");
  }
  AskedTasks asked() const {
    return {.rounds = 2,
            .look = std::chrono::milliseconds(0),
            .signature = [] { return "feed"; },
            .say = [](const std::string&) {}};
  }
  std::vector<SentTuning> sent() {
    std::vector<SentTuning> tunings;
    for (std::size_t i = 0; i < 2; ++i)
      tunings.push_back({.tuning = &tunings_[i], .place = "tune/" + tunings_[i].name, .is_whole = [this, i] {
                           return ++looks_[i] > whole_after_[i];
                         }});
    return tunings;
  }
  bool tune() {
    return study_arrays(asked())->tune(folder_.path("l"), sent(), 5, [this](std::size_t i) { told_.push_back(i); });
  }
  /// What the next process sends.
  SubmitReport submitted() {
    const std::vector<SentTuning> tunings = sent();
    const std::unique_ptr<SharedWork> work = tunings_work(tunings, 5);
    SubmitSettings settings;
    static_cast<AskedTasks&>(settings) = asked();
    settings.work = work.get();
    settings.folder = folder_.path("l/tune");
    return submit(settings);
  }
  std::vector<Submission> submissions() const { return read_submissions(folder_.path("l/tune")); }

  const std::array<tuning::TuningConfig, 2> tunings_ = {tuning_called("softmax-1"), tuning_called("average-1")};
  std::array<int, 2> looks_ = {0, 0};
  std::array<int, 2> whole_after_ = {1, 1};
  std::vector<std::size_t> told_;
  ScratchFolder folder_;
  FakeSlurm slurm_;
};

TEST_F(StudyArrays, OneTaskATuning) {
  whole_after_ = {1, 4};
  EXPECT_TRUE(tune());
  EXPECT_THAT(told_, ElementsAre(0, 1));
  EXPECT_THAT(slurm_.text("words"), HasSubstr("--array=2 cluster/array.sh cluster/tunings/softmax-1.yaml "
                                              "cluster/tunings/average-1.yaml"))
      << "it had left the queue without being whole, and went out again alone";
  EXPECT_EQ(submissions().front().tasks, "1-2");
  const std::string script = read_whole_file(folder_.path("l/tune/cluster/array.sh"));
  EXPECT_THAT(script, HasSubstr("run \"${!SLURM_ARRAY_TASK_ID}\" --evaluations 5 --parallel 1 --no-start-test --out "
                                "\"$(basename \"${!SLURM_ARRAY_TASK_ID}\" .yaml)\""));
  EXPECT_THAT(script, HasSubstr("--mem-per-cpu=2000 --time=24:00:00"));
  const tuning::TuningConfig placed = tuning::read_tuning(folder_.path("l/tune/cluster/tunings/softmax-1.yaml"), {});
  EXPECT_EQ(config_hash(placed), config_hash(tunings_[0]));
}

TEST_F(StudyArrays, WhatIsWholeIsNotSent) {
  whole_after_ = {0, 0};
  EXPECT_TRUE(tune());
  EXPECT_THAT(told_, ElementsAre(0, 1));
  EXPECT_EQ(slurm_.text("jobs"), "");
}

TEST_F(StudyArrays, ARoundThatBringsNothingHaltsAndNamesItsLog) {
  whole_after_ = {1000, 1000};
  try {
    tune();
    FAIL() << "it goes on for ever";
  } catch (const tuning::EvaluationsHalted& error) {
    EXPECT_THAT(error.what(), HasSubstr("2 rounds have been"));
  }
  EXPECT_EQ(slurm_.text("jobs"), "2\n") << "each round brought a game";
  slurm_.say("sbatch", "echo 3");
  try {
    tune();
    FAIL() << "it goes on for ever";
  } catch (const tuning::EvaluationsHalted& error) {
    EXPECT_THAT(error.what(), HasSubstr("the last round brought nothing; cluster/log/0003"));
  }
  EXPECT_EQ(submissions().size(), 3U);
}

TEST_F(StudyArrays, ACancelledTaskHaltsAllAndTheSameCommandGoesOn) {
  whole_after_ = {1000, 1000};
  slurm_.say("squeue", "echo '1|1|FAILED|None|n1'; echo '1|2|CANCELLED|None|n1'");
  EXPECT_THROW(tune(), tuning::EvaluationsHalted);
  EXPECT_EQ(slurm_.text("jobs"), "1\n");
  EXPECT_EQ(submitted().submitted, (TaskSet{1, 2}));
}

TEST_F(StudyArrays, WhatIsQueuedIsAwaitedByTheNextProcess) {
  whole_after_ = {1000, 1000};
  slurm_.say("squeue", "echo '1|1|CANCELLED|None|n1'; echo '1|2|CANCELLED|None|n1'");
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

/// Of a step that goes on to more tunings the tasks that are queued have other numbers.
TEST_F(StudyArrays, MoreTuningsThanAnArrayMayHaveAreSeveralArrays) {
  whole_after_ = {1000, 1000};
  slurm_.say("scontrol", "echo 'MaxArraySize = 2'");
  EXPECT_EQ(submitted().submitted, (TaskSet{1, 2}));
  ASSERT_EQ(submissions().size(), 2U);
  EXPECT_EQ(submissions()[1].tasks, "1");
  EXPECT_EQ(submissions()[0].words.back(), "cluster/tunings/average-1.yaml");
  EXPECT_THAT(slurm_.text("words"), HasSubstr("cluster/array.sh cluster/tunings/average-1.yaml\n"));
  slurm_.say("squeue", "echo '2|1|RUNNING|None|n1'");
  EXPECT_EQ(submitted().submitted, TaskSet{1}) << "the only task of the second array is the second tuning";
}

}  // namespace
}  // namespace rootward::cluster
