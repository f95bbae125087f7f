// An atlas's parts without Slurm: programs of its names that say what a test wants.
#include "experiments/cluster/atlas_arrays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/tuning/evaluation_players.h"
#include "tests/experiments/cluster/fake_slurm.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::cluster {
namespace {

using atlas::AtlasConfig;
using rootward::testing::FakeSlurm;
using rootward::testing::ScratchFolder;
using rootward::testing::write_text;
using ::testing::HasSubstr;

constexpr const char* kStudy =
    "name: measured\nseed: 1\ngames: {ttt: tictactoe, small: {name: hex, size: 3}}\ninstances: 4\nrandom_plies: 3\n"
    "evaluations: true\nfeatures: 100\noperators: {playouts: average}\ncheckpoints: [10]\n";
constexpr const char* kAtlas =
    "name: a\nseed: 3\nfeatures: [f.yaml]\nbudgets: [20]\nopenings: {small: {random_plies: 1}}\noperators: [max]\n";

/// Two parts, which are whole when they have been looked at often enough.
class AtlasArrays : public ::testing::Test {
 protected:
  AtlasArrays() {
    write_text(folder_.path("f.yaml"), kStudy);
    write_text(folder_.path("atlas.yaml"), kAtlas);
    config_ = atlas::read_atlas(folder_.path("atlas.yaml"), {{.path = "games", .value = "[small]"}});
  }
  bool play() {
    StayingSettings settings;
    settings.cpus = 4;
    settings.look = std::chrono::milliseconds(0);
    settings.signature = [] { return "feed"; };
    settings.say = [](const std::string&) {};
    std::vector<atlas::SentPart> parts;
    for (std::uint32_t i = 0; i < parts_; ++i)
      parts.push_back({.part = {.index = i + 1, .count = parts_},
                       .is_whole = [this, i] { return ++looks_[i] > whole_after_[i]; },
                       .stored = [this] { return stored_ += grows_; }});
    return atlas_arrays(std::move(settings))->play(config_, folder_.path("a"), parts);
  }

  ScratchFolder folder_;
  AtlasConfig config_;
  std::uint32_t parts_ = 2;
  std::array<int, 3> looks_ = {0, 0, 0};
  std::array<int, 3> whole_after_ = {1, 1, 1};
  std::uint64_t stored_ = 0;
  std::uint64_t grows_ = 0;
  FakeSlurm slurm_;
};

TEST_F(AtlasArrays, OneTaskAPart) {
  slurm_.say("sbatch", "echo \"$@\" >> \"$(dirname \"$0\")/words\"; echo 7");
  whole_after_ = {1, 3};
  EXPECT_TRUE(play());
  EXPECT_THAT(slurm_.text("words"), HasSubstr("--array=1-2 cluster/atlas.sh 1/2 2/2"));
  EXPECT_THAT(slurm_.text("words"), HasSubstr("--array=1-1 cluster/atlas.sh 2/2")) << "it ended too early";
  const std::string script = read_whole_file(folder_.path("a/cluster/atlas.sh"));
  EXPECT_THAT(script, HasSubstr("--cpus-per-task=4"));
  EXPECT_THAT(script, HasSubstr("run cluster/config.yaml --shard \"${!SLURM_ARRAY_TASK_ID}\" --out . --quiet"));
}

/// The tasks read copies, which say what the user's files and options said.
TEST_F(AtlasArrays, TheFolderHoldsWhatTasksRead) {
  EXPECT_TRUE(play());
  write_text(folder_.path("f.yaml"), "changed since\n");
  const AtlasConfig placed = atlas::read_atlas(folder_.path("a/cluster/config.yaml"));
  ASSERT_EQ(placed.domains.size(), 1U);
  EXPECT_EQ(placed.domains[0].name, config_.domains[0].name);
  EXPECT_EQ(placed.domains[0].opening, "{random_plies: 1}");
  EXPECT_EQ(placed.seed, config_.seed);
}

TEST_F(AtlasArrays, APartThatBringsNothingHasFailed) {
  whole_after_ = {1000, 1000};
  try {
    play();
    FAIL() << "it goes on for ever";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("part 1/2: its tasks ended 3 times without anything new"));
  }
  grows_ = 1;
  looks_ = {0, 0, 0};
  whole_after_ = {12, 12};
  EXPECT_TRUE(play()) << "those that get on go out again as often as it takes";
}

TEST_F(AtlasArrays, ACancelledTaskHaltsAll) {
  whole_after_ = {1000, 1000};
  slurm_.say("squeue", "echo '1|1|RUNNING|None|n1'; echo '1|2|CANCELLED|None|n1'");
  EXPECT_THROW(play(), tuning::EvaluationsHalted);
  EXPECT_EQ(slurm_.text("jobs"), "1\n");
}

TEST_F(AtlasArrays, WhatIsQueuedAndCutOtherwiseIsNotSentTwice) {
  whole_after_ = {1000, 1000, 1000};
  slurm_.say("squeue", "echo '1|1|RUNNING|None|n1'; echo '1|2|CANCELLED|None|n1'");
  EXPECT_THROW(play(), tuning::EvaluationsHalted);
  parts_ = 3;
  try {
    play();
    FAIL() << "it plays the same domains at once";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("job 1_1 is to play the part 1/2"));
    EXPECT_THAT(error.what(), HasSubstr("scancel 1"));
  }
  EXPECT_EQ(slurm_.text("jobs"), "1\n");
}

}  // namespace
}  // namespace rootward::cluster
