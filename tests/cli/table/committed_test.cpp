// All that is stored under results/ can be read where it lies, and all that is shipped under configs/ is in order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::HasSubstr;

const std::string kSource = ROOTWARD_SOURCE_DIR;

/// Files of this name below a folder, as the repository has them: a user's own results are called my-...
std::vector<std::string> files_called(const std::string& folder, const std::string& end) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSource + "/" + folder)) {
    const std::string file = entry.path().string().substr(kSource.size() + 1);
    if (entry.is_regular_file() && file.ends_with(end) && !file.starts_with(folder + "/my-")) files.push_back(file);
  }
  std::ranges::sort(files);
  return files;
}

TEST(CommittedResults, EveryFolderGivesItsTable) {
  std::map<std::string, int> kinds;
  for (const std::string& manifest : files_called("results", "/manifest.json")) {
    const std::string folder = manifest.substr(0, manifest.rfind('/'));
    const std::string kind = nlohmann::json::parse(file_text(kSource + "/" + manifest)).value("kind", "tournament");
    ++kinds[kind];
    const Finished table = run_program(kSource, {"table", folder});
    EXPECT_EQ(table.exit_code, 0) << folder << table.err;
    EXPECT_NE(table.out, "") << folder;
    EXPECT_EQ(table.err, "") << folder << ": nothing is unchecked or missing";
  }
  EXPECT_GT(kinds["tournament"], 160);  // those of old grids and of surfaces keep how their pairs ended
  EXPECT_GT(kinds["tuning"], 5);        // those of studies keep what was recommended
  EXPECT_GT(kinds["estimates"], 20);
  EXPECT_EQ(kinds["study"], 37);
}

TEST(CommittedResults, EveryFolderIsInOrderWithItsSums) {
  const Finished verified = run_program(kSource, {"verify", "results"});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  for (const std::string& manifest : files_called("results", "/manifest.json"))
    EXPECT_THAT(verified.out, HasSubstr(manifest.substr(0, manifest.rfind('/')) + ": "));
  for (const char* unsure : {"no checksum", "does not say how many"})
    EXPECT_EQ(verified.out.find(unsure), std::string::npos) << unsure;
}

TEST(CommittedResults, NoneIsPackedAway) { EXPECT_THAT(files_called("results", ".tar.xz"), ::testing::IsEmpty()); }

/// A copy finds all games there, and makes the same tables, figures and pages.
TEST(CommittedResults, StudiesThatReproduceAPaperComeBackFromTheirGames) {
  namespace fs = std::filesystem;
  for (const char* name : {"laptop", "night-all", "weak-networks", "causes"}) {
    const std::string stored = kSource + "/results/reproduction/" + name;
    const Workplace place;
    fs::copy(stored, place.path("again"), fs::copy_options::recursive);
    const Finished run = run_program(kSource, {"run", std::string("configs/reproduction/") + name + ".yaml", "--out",
                                               place.path("again"), "--quiet", "--threads", "1"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(stored)) {
      const std::string file = fs::relative(entry.path(), stored).string();
      if (!entry.is_regular_file() || entry.path().filename() == "manifest.json") continue;
      EXPECT_EQ(file_text(place.path("again/" + file)), file_text(entry.path().string())) << name << "/" << file;
    }
  }
}

/// Beginnings of names that `check` does not take, or not everywhere, and why.
const std::map<std::string, std::string>& unchecked() {
  static const std::map<std::string, std::string> kUnchecked = {
      {"answers/conditions-800.yaml", "the base of other files"},
      {"answers/conditions-800-i16.yaml", "the base of other files"},
      {"answers/conditions-5000.yaml", "the base of other files"},
      {"answers/discovery-again-conditions.yaml", "the base of other files"},
      {"atlas/features.yaml", "the base of other files"},
      {"atlas/conditions.yaml", "the base of other files"},
      {"atlas/pool.yaml", "the base of other files"},
      {"discovery/conditions.yaml", "the base of other files"},
      {"discovery/games.yaml", "a study adds what the control's tunings found"},
      {"explore/", "positions, which the explorer reads"},
      {"papers/published/", "numbers of papers, which `report` reads"},
      {"reproduction/published.yaml", "numbers of a paper, which `report` reads"},
      {"reproduction/conditions-go9.yaml", "the base of other files"},
      {"reproduction/players.yaml", "a part of other files"},
      {"reproduction/vectors.yaml", "a part of other files"},
      {"league/connect4-minimax-finals.yaml", "a study adds the players that its references meet"},
      {"league/connect4-soft-finals.yaml", "a study adds the players that its references meet"},
      {"training/go7-gate.yaml", "a network that a training run leaves"},
      {"gnugo-net.yaml", "a network of others, $ROOTWARD_NETS"},
      {"go19-net-small.yaml", "a network of others, $ROOTWARD_NETS"},
      {"go19-net.yaml", "a network of others, $ROOTWARD_NETS"},
      {"go9-pyaq-small.yaml", "a network of others, $ROOTWARD_NETS"},
      {"go9-pyaq.yaml", "a network of others, $ROOTWARD_NETS"},
      {"processes/", "decision processes, which configurations name"},
      {"reproduction/go19.yaml", "a network of others, $ROOTWARD_NETS"},
      {"reproduction/night.yaml", "a network of others, $ROOTWARD_NETS"},
      {"reproduction/paper.yaml", "a network of others, $ROOTWARD_NETS"}};
  return kUnchecked;
}

TEST(ShippedConfigurations, EachIsInOrder) {
  std::size_t checked = 0;
  for (const std::string& file : files_called("configs", ".yaml")) {
    const std::string name = file.substr(std::string("configs/").size());
    const bool is_left_out =
        std::ranges::any_of(unchecked(), [&](const auto& one) { return name.starts_with(one.first); });
    if (is_left_out) continue;
    const Finished found = run_program(kSource, {"check", file});
    if (found.exit_code != 0 && found.err.find("gnugo") != std::string::npos) continue;  // it is not installed
    EXPECT_EQ(found.exit_code, 0) << file << ": " << found.err;
    ++checked;
  }
  EXPECT_GT(checked, 80U);
}

}  // namespace
}  // namespace rootward::testing
