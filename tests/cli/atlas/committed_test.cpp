// The tables of the committed atlas and of the committed search for better rules come out of their stored games again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

/// A study's tables and files, made again in a copy of its folder by the run that plays nothing.
void expect_made_again(const std::string& folder, const std::string& configuration,
                       const std::vector<std::string>& made) {
  const std::string source = ROOTWARD_SOURCE_DIR;
  const std::string committed = source + "/results/" + folder;
  const Workplace place;
  std::filesystem::copy(committed, place.path("atlas"), std::filesystem::copy_options::recursive);
  for (const std::string& file : made) ASSERT_TRUE(std::filesystem::remove(place.path("atlas/" + file))) << file;
  const Finished run = run_program(
      source, {"run", "configs/atlas/" + configuration, "--quiet", "--out", place.path("atlas"), "--threads", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const std::string& file : made)
    EXPECT_EQ(file_text(place.path("atlas/" + file)), file_text(committed + "/" + file)) << file;
}

/// Its tunings are kept without their games.
TEST(CommittedAtlas, IsMadeAgainFromItsGames) {
  expect_made_again("atlas", "small.yaml", {"table.md", "answer.csv", "answer.json", "plots/answer-400.svg"});
}

/// What is played of the night, without its games.
TEST(CommittedAtlas, NightGivesItsTableFromWhatWasKept) {
  const std::string source = ROOTWARD_SOURCE_DIR;
  const Finished table = run_program(source, {"table", "results/atlas-night", "--format", "md"});
  ASSERT_EQ(table.exit_code, 0) << table.err;
  EXPECT_EQ(table.out, file_text(source + "/results/atlas-night/table.md"));
  const Finished csv = run_program(source, {"table", "results/atlas-night", "--format", "csv"});
  EXPECT_EQ(csv.out, file_text(source + "/results/atlas-night/answer.csv"));
}

/// Its control, generations and tunings lie packed in one file, all games without their moves.
TEST(CommittedDiscovery, IsMadeAgainFromItsGames) {
  const std::string source = ROOTWARD_SOURCE_DIR;
  const std::string committed = source + "/results/discovery";
  const Workplace place;
  std::filesystem::copy(committed, place.path("discovery"), std::filesystem::copy_options::recursive);
  const auto made = {"discovery.md", "formulas.csv", "family.svg"};
  for (const char* file : made) ASSERT_TRUE(std::filesystem::remove(place.path("discovery/" + std::string(file))));
  const std::string games = place.path("discovery/confirmation/fe0ffbce0/hex-7/games/games.jsonl");
  const std::string before = file_text(games + ".xz");
  ASSERT_NE(before, "");
  const std::string command = "tar --skip-old-files -xf " + committed + "/rounds.tar.xz -C " + place.path("discovery") +
                              " && cd " + source + " && " + ROOTWARD_PROGRAM +
                              " run configs/atlas/discovery.yaml --quiet --out " + place.path("discovery") + " > " +
                              place.path("out");
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const char* file : made)
    EXPECT_EQ(file_text(place.path("discovery/" + std::string(file))), file_text(committed + "/" + file)) << file;
  EXPECT_EQ(file_text(games + ".xz"), before) << "no game is played again";
}

}  // namespace
}  // namespace rootward::testing
