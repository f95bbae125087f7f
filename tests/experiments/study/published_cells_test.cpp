// The published cells that are shipped: each is about a run of its study, and about players whom that has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "experiments/comparison/evidence.h"
#include "experiments/comparison/published.h"
#include "experiments/estimates/curves.h"
#include "experiments/study/config.h"

namespace rootward::testing {
namespace {

namespace fs = std::filesystem;
using comparison::Answerer;
using comparison::Published;
using config::YamlNode;
using study::StudyConfig;
using study::StudyStep;

const std::string kPapers = ROOTWARD_SOURCE_DIR "/configs/papers/";

std::vector<std::string> keys_of(const YamlNode* map) {
  std::vector<std::string> keys;
  if (map != nullptr)
    for (const config::YamlEntry& entry : map->entries) keys.push_back(entry.key);
  return keys;
}

/// Every name with each item of the step's lists in its place.
std::set<std::string> with_items(const StudyConfig& config, const StudyStep& step, std::vector<std::string> names) {
  std::vector<std::string> lists = step.each;
  lists.insert(lists.end(), step.joined.begin(), step.joined.end());
  for (const std::string& list : lists) {
    std::vector<std::string> longer;
    for (const std::string& name : names)
      for (const study::ListItem& item : std::ranges::find(config.lists, list, &study::StudyList::name)->items) {
        std::string one = name;
        for (std::size_t at = one.find("$" + list); at != std::string::npos; at = one.find("$" + list))
          one.replace(at, list.size() + 1, item.label);
        longer.push_back(one);
      }
    names = std::move(longer);
  }
  return {names.begin(), names.end()};
}

std::set<std::string> players_of(const StudyConfig& config, const StudyStep& step) {
  const YamlNode& run = step.configuration;
  std::vector<std::string> names = keys_of(run.find("players"));
  for (const std::string& op : keys_of(run.find("operators")))
    for (const std::string& selection : keys_of(run.find("selections"))) names.push_back(op + "+" + selection);
  return with_items(config, step, names);
}

void expect_answered(const Answerer& by, const std::vector<StudyConfig>& studies, const std::string& where) {
  for (const StudyConfig& config : studies)
    for (const StudyStep& step : config.steps)
      for (const study::Member& member : step.members) {
        if (!comparison::is_called("results/" + config.name + "/" + member.place, by.place)) continue;
        const std::set<std::string> players = players_of(config, step);
        const bool is_threshold = by.method.ends_with("*");
        EXPECT_TRUE(is_threshold || players.contains(by.method)) << where << ": " << by.method;
        EXPECT_TRUE(by.opponent.empty() || players.contains(by.opponent)) << where << ": " << by.opponent;
        return;
      }
  ADD_FAILURE() << where << ": no run " << by.place;
}

TEST(ShippedCells, AreAboutRunsAndPlayersOfTheirStudies) {
  std::size_t cells = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kPapers + "published")) {
    const std::string name = entry.path().stem().string();
    const Published published = comparison::read_published(entry.path().string());
    EXPECT_TRUE(published.is_of_runs()) << name;
    cells += published.cells.size();
    if (name == "regularised-trees") {  // estimates studies
      for (const comparison::PublishedCell& cell : published.cells)
        for (const Answerer& by : {cell.by, cell.also.at(0).by}) {
          const estimates::EstimatesConfig config = estimates::read_estimates(kPapers + by.place + ".yaml");
          for (const std::string& player : {by.method, by.opponent})
            EXPECT_NE(std::ranges::find(config.arms, player, &estimates::Arm::name), config.arms.end()) << player;
        }
      continue;
    }
    std::vector<StudyConfig> studies = {study::read_study(kPapers + name + ".yaml", {})};
    if (fs::exists(kPapers + name + "-own.yaml"))
      studies.push_back(study::read_study(kPapers + name + "-own.yaml", {}));
    for (const comparison::PublishedCell& cell : published.cells) {
      expect_answered(cell.by, studies, name);
      for (const comparison::Reading& reading : cell.also) expect_answered(reading.by, studies, name);
    }
  }
  EXPECT_GT(cells, 60U);
}

}  // namespace
}  // namespace rootward::testing
