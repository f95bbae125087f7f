// The parts of documents that the program writes are fresh.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

/// The commands whose output stands on the page, each checked against what the program prints now.
std::vector<std::string> checked_parts(const std::string& page) {
  std::istringstream document(file_text(page));
  const std::string begin = "<!-- rootward ";
  const std::string end = " --markdown -->";
  const std::string comment = " -->";
  std::vector<std::string> commands;
  for (std::string line; std::getline(document, line);) {
    if (!line.starts_with(begin) || !line.ends_with(end)) continue;
    commands.push_back(line.substr(5, line.size() - 5 - comment.size()));
    std::string written;
    for (std::string row; std::getline(document, row) && row != "<!-- end -->";) written += row + '\n';
    EXPECT_EQ(written, run_shell(commands.back()).out) << page << " is stale: scripts/update_documents writes it anew";
  }
  return commands;
}

TEST(Documents, TheGeneratedPartsAreFresh) {
  std::set<std::string> commands;
  for (const auto& entry : std::filesystem::directory_iterator(ROOTWARD_SOURCE_DIR "/docs"))
    if (entry.path().extension() == ".md")
      for (std::string& command : checked_parts(entry.path().string())) commands.insert(std::move(command));
  for (const char* kind : {"selections", "roots", "companions", "evaluators", "final_moves", "players", "tournament",
                           "search", "tunings", "schedule", "stop", "training", "tuning", "estimates"})
    EXPECT_TRUE(commands.contains(fmt::format("rootward list {} --markdown", kind))) << kind << " stands on no page";
  EXPECT_TRUE(commands.contains("rootward report --advice --markdown")) << "docs/atlas.md tells what to use";
}

/// Games have prose of their own, with a table of keys each.
TEST(Documents, EveryGameWithParametersHasItsTable) {
  const nlohmann::json listed = nlohmann::json::parse(run_shell("rootward list games --json").out);
  const std::vector<std::string> commands = checked_parts(ROOTWARD_SOURCE_DIR "/docs/games.md");
  for (const auto& game : listed["games"]) {
    if (game["parameters"].empty()) continue;
    const std::string command = fmt::format("rootward list games {} --markdown", game["name"].get<std::string>());
    EXPECT_NE(std::ranges::find(commands, command), commands.end()) << command;
  }
}

TEST(Documents, OneNameIsListedAlone) {
  const Outcome go = run_shell("rootward list games go");
  EXPECT_THAT(go.out, ::testing::AllOf(::testing::HasSubstr("komi"), ::testing::Not(::testing::HasSubstr("connect4"))));
  EXPECT_THAT(refusal("rootward list games goo"), ::testing::HasSubstr("did you mean go?"));
}

TEST(Documents, EveryKeyOfASearchIsListedForPlayersToo) {
  const Outcome players = run_shell("rootward list players");
  for (const char* key : {"search.budget.simulations", "search.expansion.after", "search.final_reads"})
    EXPECT_THAT(players.out, ::testing::HasSubstr(key));
  EXPECT_THAT(refusal("rootward list serach"), ::testing::HasSubstr("did you mean search?"));
}

}  // namespace
}  // namespace rootward::testing
