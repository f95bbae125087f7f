// The committed league's table comes out of its stored games and journals again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

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

}  // namespace
}  // namespace rootward::testing
