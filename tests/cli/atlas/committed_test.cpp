// The tables of the committed atlas and of the committed search for better rules come out of their stored games again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

/// What a folder's manifest says that it is of.
std::string stored_configuration(const std::string& folder) {
  return nlohmann::json::parse(file_text(folder + "/manifest.json")).at("resolved_config");
}

/// Files of games with their sizes.
std::vector<std::string> games_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const std::string& file : files_in(folder))
    if (file.find("games.jsonl") != std::string::npos)
      files.push_back(file + " " + std::to_string(std::filesystem::file_size(folder + "/" + file)));
  return files;
}

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

/// All games without their moves. It was played before a trial
/// at equal CPU time was a step of its own.
TEST(CommittedDiscovery, IsMadeAgainFromItsGames) {
  const std::string source = ROOTWARD_SOURCE_DIR;
  const std::string committed = source + "/results/discovery";
  const Workplace place;
  std::filesystem::copy(committed, place.path("discovery"), std::filesystem::copy_options::recursive);
  const auto made = {"table.md", "answer.csv", "plots/answer.svg"};
  for (const char* file : made) ASSERT_TRUE(std::filesystem::remove(place.path("discovery/" + std::string(file))));
  place.write("stored.yaml", stored_configuration(place.path("discovery")));
  const std::vector<std::string> before = games_files(place.path("discovery"));
  const Finished run = run_program(place.path(), {"run", "stored.yaml", "--quiet", "--out", "discovery"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* file : made)
    EXPECT_EQ(file_text(place.path("discovery/" + std::string(file))), file_text(committed + "/" + file)) << file;
  EXPECT_EQ(games_files(place.path("discovery")), before) << "no game is played again";
}

}  // namespace
}  // namespace rootward::testing
