// The tables of the committed studies and tunings come out of their stored games and journals again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "experiments/tournament/config.h"
#include "lab/store/packed_file.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

/// Cells of a CSV text, line by line.
std::vector<std::string> cells_of(std::string csv) {
  std::ranges::replace(csv, '\n', ',');
  std::vector<std::string> cells;
  std::istringstream text(csv);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  return cells;
}

/// The model's numbers are the same on every machine but for rounding, all else to the letter.
void expect_same_cells(const std::string& found, const std::string& committed) {
  const std::vector<std::string> cells = cells_of(file_text(found));
  const std::vector<std::string> expected = cells_of(file_text(committed));
  ASSERT_EQ(cells.size(), expected.size()) << found;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    char* end = nullptr;
    const double number = std::strtod(expected[i].c_str(), &end);
    const bool is_number = !expected[i].empty() && *end == '\0';
    if (is_number)
      EXPECT_NEAR(std::stod(cells[i]), number, 1e-6 * (1 + std::abs(number))) << found << ", cell " << i;
    else
      EXPECT_EQ(cells[i], expected[i]) << found << ", cell " << i;
  }
}

/// A results folder, and the configuration's name in configs/league.
class CommittedStudy : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(CommittedStudy, IsMadeAgainFromItsGames) {
  const auto& [folder, configuration] = GetParam();
  const std::string source = ROOTWARD_SOURCE_DIR;
  const std::string committed = source + "/results/" + folder;
  const Workplace place;
  std::filesystem::copy(committed, place.path("study"), std::filesystem::copy_options::recursive);
  std::vector<std::string> tables;
  for (const std::string& file : files_in(committed))
    if (file == "table.md" || file.ends_with("answer.csv")) tables.push_back("/" + file);
  ASSERT_FALSE(tables.empty());
  for (const std::string& table : tables) std::filesystem::remove(place.path("study" + table));
  const std::string games = stored_form(place.path("study/fourfold/games.jsonl"));
  const std::string before = file_text(games);
  ASSERT_NE(before, "");
  const std::string command = "cd " + source + " && " + ROOTWARD_PROGRAM + " run configs/league/" + configuration +
                              ".yaml --quiet --out " + place.path("study") + " > " + place.path("out");
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const std::string& table : tables)
    if (table.ends_with(".md"))
      EXPECT_EQ(file_text(place.path("study" + table)), file_text(committed + table));
    else
      expect_same_cells(place.path("study" + table), committed + table);
  EXPECT_EQ(file_text(games), before) << "no game is played again";
}

INSTANTIATE_TEST_SUITE_P(Results, CommittedStudy,
                         ::testing::Values(std::pair("connect4-league", "connect4"),
                                           std::pair("connect4-minimax", "connect4-minimax"),
                                           std::pair("connect4-soft", "connect4-soft"),
                                           std::pair("go9-league-minimax", "go9-minimax"),
                                           std::pair("go9-rule", "go9-rule"), std::pair("go9-soft", "go9-soft")),
                         [](const auto& test) {
                           std::string name = test.param.first;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// A results folder, and the configuration in configs with what else was said when it was tuned.
class CommittedTuning : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};

/// The optimizer is asked and told everything again; no game is played.
TEST_P(CommittedTuning, IsMadeAgainFromItsJournal) {
  const auto& [folder, configuration] = GetParam();
  const std::string source = ROOTWARD_SOURCE_DIR;
  const std::string committed = source + "/results/tuning/" + folder;
  const Workplace place;
  std::filesystem::copy(committed, place.path("tuning"), std::filesystem::copy_options::recursive);
  for (const char* made : {"table.md", "table.csv", "convergence.csv", "profile.csv", "slices.csv"})
    std::filesystem::remove(place.path(std::string("tuning/") + made));
  const std::string command = "cd " + source +
                              " && PATH=" + std::filesystem::path(ROOTWARD_PROGRAM).parent_path().string() +
                              ":$PATH rootward run configs/" + configuration + " --quiet --out " +
                              place.path("tuning") + " > " + place.path("out");
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(file_text(place.path("tuning/table.md")), file_text(committed + "/table.md"));
  const std::string games = place.path("tuning/games.jsonl");
  EXPECT_NE(stored_form(games), games) << "nothing is added, nothing unpacked";
  for (const char* made : {"table.csv", "convergence.csv", "profile.csv", "slices.csv"})
    expect_same_cells(place.path(std::string("tuning/") + made), committed + "/" + made);
}

INSTANTIATE_TEST_SUITE_P(
    Results, CommittedTuning,
    ::testing::Values(std::pair("connect4-softmax", "tuning/connect4-softmax.yaml"),
                      std::pair("connect4-monotone", "tuning/connect4-monotone.yaml"),
                      std::pair("connect4-formula", "tuning/connect4-formula.yaml"),
                      std::pair("go9-softmax", "tuning/go9-softmax.yaml"),
                      std::pair("go9-monotone", "tuning/go9-monotone.yaml"),
                      std::pair("reproduction-softmax", "reproduction/tune-softmax.yaml --early-stop"),
                      std::pair("reproduction-monotone", "reproduction/tune-monotone.yaml --early-stop")),
    [](const auto& test) {
      std::string name = test.param.first;
      std::ranges::replace(name, '-', '_');
      return name;
    });

}  // namespace
}  // namespace rootward::testing
