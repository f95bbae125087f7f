// `report --published` on tournaments that the program plays itself: the files, the same bytes however the games came
// about, and what is refused.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kPublished = ROOTWARD_SOURCE_DIR "/configs/reproduction/published.yaml";

/// Quick games between players whom the paper's cells name, in four cells and the A/A cell.
std::string cells_config(const std::string& game, int pairs) {
  return "name: cells\nseed: 5\ngame: " + game +
         "\n"
         "defaults: {search: {budget: {simulations: 3}, expansion: {kind: one, after: 0}}}\n"
         "players:\n"
         "  average: {backup: average}\n"
         "  average-again: {backup: average}\n"
         "  coulom-2-16: {backup: {name: coulom, mean_weight: 2, threshold: 16}}\n"
         "  feedback-linear: {backup: {name: feedback, profile: linear}}\n"
         "  monotone-1: {backup: monotone}\n"
         "  softmax-2: {backup: {name: softmax, g: [-5, -4, -3]}}\n"
         "tunings: {softmax-2: {mean: 0.52, standard_error: 0.01, observed: 0.56, games: 400, points: 60}}\n"
         "schedule: {type: gauntlet, reference: average, pairs: " +
         std::to_string(pairs) + ", opening: {random_plies: 4}}\n";
}

class CliCompare : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments) { return run_program(place_.path(), arguments); }
  void play(const std::string& folder, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"run", config_, "--out", folder, "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = run(arguments);
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
  }
  Finished compare(const std::vector<std::string>& folders, const std::string& out) {
    std::vector<std::string> arguments = {"report"};
    arguments.insert(arguments.end(), folders.begin(), folders.end());
    for (const std::string& more : {std::string("--published"), kPublished, std::string("--out"), out})
      arguments.push_back(more);
    return run(arguments);
  }
  std::string text(const std::string& name) { return file_text(place_.path(name)); }

  Workplace place_;
  std::string config_ = place_.write("cells.yaml", cells_config("{name: go, size: 9}", 4));
};

TEST_F(CliCompare, WritesTablesFiguresAndAPage) {
  play("games");
  const Finished finished = compare({"games"}, "out");
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("Against the average, 9x9"), HasSubstr("not played"), HasSubstr("Tuned and fresh")));
  for (const char* name :
       {"table.md", "table.csv", "table.json", "forest.svg", "profile.svg", "feedback.svg", "index.html"})
    EXPECT_THAT(finished.err, HasSubstr(std::string("out/") + name + "\n"));
  EXPECT_THAT(text("out/index.html"),
              AllOf(HasSubstr("<svg"), HasSubstr("Conditions"), HasSubstr("does not say"), HasSubstr("Provenance"),
                    Not(HasSubstr("<script")), Not(HasSubstr("src="))));
  EXPECT_EQ(line_count(place_.path("out/table.csv")), 41U);
  const auto table = nlohmann::json::parse(text("out/table.json"));
  EXPECT_EQ(table.at("schema"), "rootward.compare/1");
  EXPECT_EQ(table.at("rows").size(), 40U);
  std::size_t played = 0;
  for (const auto& row : table.at("rows")) {
    if (row.at("ours").is_null()) continue;
    ++played;
    EXPECT_EQ(row.at("board"), 9);
    EXPECT_EQ(row.at("opponent"), "average");
    EXPECT_EQ(row.at("ours").at("games"), 8);
    EXPECT_LE(row.at("ours").at("low"), row.at("ours").at("score"));
    EXPECT_GE(row.at("ours").at("high"), row.at("ours").at("score"));
    EXPECT_GT(row.at("ours").at("standard_error"), 0);
    EXPECT_NEAR(row.at("difference"),
                row.at("ours").at("score").get<double>() - row.at("published").at("score").get<double>(), 1e-12);
  }
  EXPECT_EQ(played, 4U);
  EXPECT_EQ(table.at("a_a").at(0).at("games"), 8);
  ASSERT_EQ(table.at("tuned").size(), 1U);
  EXPECT_EQ(table.at("tuned").at(0).at("tuned").at("points"), 60);
  EXPECT_EQ(table.at("tuned").at(0).at("fresh").at("games"), 8);
  EXPECT_EQ(table.at("ratings").at(0).at("players").size(), 12U);
  EXPECT_GE(table.at("conditions").at(0).at("rows").size(), 10U);
}

TEST_F(CliCompare, KilledRunsAndShardsGiveTheSameTables) {
  play("whole");
  ASSERT_EQ(compare({"whole"}, "one").exit_code, 0);
  for (int kill = 0; kill < 3; ++kill) {
    Process process(place_.path(), {"run", config_, "--out", "killed", "--threads", "1"});
    const std::size_t games = kill == 0 ? 0 : line_count(place_.path("killed/games.jsonl"));
    process.wait_until([&] {
      return std::filesystem::exists(place_.path("killed/games.jsonl")) &&
             line_count(place_.path("killed/games.jsonl")) > games + 3;
    });
    process.send(SIGKILL);
    (void)process.wait();
  }
  play("killed");
  ASSERT_EQ(compare({"killed"}, "two").exit_code, 0);
  play("host1", {"--shard", "1/2"});
  play("host2", {"--shard", "2/2"});
  ASSERT_EQ(compare({"host1", "host2"}, "three").exit_code, 0);
  for (const char* name : {"/table.csv", "/table.json", "/table.md", "/forest.svg"}) {
    EXPECT_EQ(text(std::string("one") + name), text(std::string("two") + name)) << name;
    EXPECT_EQ(text(std::string("one") + name), text(std::string("three") + name)) << name;
  }
}

TEST_F(CliCompare, FiguresThatShowNothingLeaveNoFile) {
  config_ = place_.write("plain.yaml",
                         "name: plain\nseed: 5\ngame: {name: go, size: 9}\n"
                         "defaults: {search: {budget: {simulations: 3}}}\n"
                         "players: {average: {backup: average}, average-again: {backup: average}}\n"
                         "schedule: {type: round_robin, pairs: 2}\n");
  play("games");
  ASSERT_EQ(compare({"games"}, "out").exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(place_.path("out/profile.svg")));
  EXPECT_FALSE(std::filesystem::exists(place_.path("out/forest.svg")));
  EXPECT_TRUE(std::filesystem::exists(place_.path("out/index.html")));
}

TEST_F(CliCompare, WhatCannotBeComparedIsNamedAndLeavesNothing) {
  config_ = place_.write("other.yaml", cells_config("{name: go, size: 7}", 1));
  play("seven");
  const Finished board = compare({"seven"}, "out");
  EXPECT_EQ(board.exit_code, 2);
  EXPECT_THAT(board.err, AllOf(HasSubstr("seven/manifest.json: game: go"), HasSubstr("allowed: go of size 9 or 19")));
  EXPECT_FALSE(std::filesystem::exists(place_.path("out")));
  const Finished missing = run({"report", "seven", "--published", "none.yaml", "--out", "out"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("none.yaml"));
  const Finished wrong = run({"report", "seven", "--published", config_, "--out", "out"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("other.yaml:"));
  EXPECT_EQ(compare({"nothing-here"}, "out").exit_code, 2);
}

}  // namespace
}  // namespace rootward::testing
