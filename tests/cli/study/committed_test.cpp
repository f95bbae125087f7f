// The tables of the committed league and tunings come out of their stored games and journals again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

TEST(CommittedLeague, IsMadeAgainFromItsGames) {
  const std::string source = ROOTWARD_SOURCE_DIR;
  const std::string committed = source + "/results/connect4-league";
  const Workplace place;
  std::filesystem::copy(committed, place.path("league"), std::filesystem::copy_options::recursive);
  for (const char* made : {"league.md", "league.csv", "equal-time.yaml"})
    std::filesystem::remove(place.path(std::string("league/") + made));
  const std::string command = "cd " + source + " && scripts/league configs/league/connect4-tuning.yaml " +
                              "configs/league/connect4-finals.yaml --binaries " +
                              std::filesystem::path(ROOTWARD_PROGRAM).parent_path().string() + " --out " +
                              place.path("league") + " > " + place.path("out");
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const char* made : {"league.md", "league.csv", "equal-time.yaml", "fourfold/games.jsonl"})
    EXPECT_EQ(file_text(place.path(std::string("league/") + made)), file_text(committed + "/" + made)) << made;
}

class CommittedTuning : public ::testing::TestWithParam<std::string> {};

/// The optimizer is asked and told everything again; no game is played.
TEST_P(CommittedTuning, IsMadeAgainFromItsJournal) {
  const std::string source = ROOTWARD_SOURCE_DIR;
  const std::string committed = source + "/results/tuning/" + GetParam();
  const Workplace place;
  std::filesystem::copy(committed, place.path("tuning"), std::filesystem::copy_options::recursive);
  for (const char* made : {"table.md", "convergence.csv", "profile.csv"})
    std::filesystem::remove(place.path(std::string("tuning/") + made));
  const std::string command = "cd " + source +
                              " && PATH=" + std::filesystem::path(ROOTWARD_PROGRAM).parent_path().string() +
                              ":$PATH rootward tune " + "configs/tuning/" + GetParam() + ".yaml --quiet --out " +
                              place.path("tuning") + " > " + place.path("out");
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const char* made : {"table.md", "convergence.csv", "profile.csv", "games.jsonl"})
    EXPECT_EQ(file_text(place.path(std::string("tuning/") + made)), file_text(committed + "/" + made)) << made;
}

INSTANTIATE_TEST_SUITE_P(Results, CommittedTuning,
                         ::testing::Values("connect4-softmax", "connect4-monotone", "go9-softmax", "go9-monotone"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace rootward::testing
