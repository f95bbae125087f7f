// Listed pairings and adjudicated games as a user plays them: threads, shards, kills, tables, and checks of the rule.
#include <gmock/gmock.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Three of four players on Connect Four, two pairings.
std::string listed_config(const std::string& more = "") {
  return R"(name: listed
seed: 11
game: connect4
defaults: {search: {budget: {simulations: 100}}}
players:
  average: {backup: average}
  again: {backup: average}
  softmax: {backup: softmax}
  idle: {backup: max}
schedule:
  type: pairings
  pairings: [[softmax, average], [again, average]]
  reference: average
  pairs: 8
  opening: {random_plies: 4}
)" + more;
}

class CliPairings : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments) { return run_program(place_.path(), arguments); }
  std::vector<std::string> games(const std::string& folder) { return games_in(place_.path(folder + "/games.jsonl")); }

  Workplace place_;
};

TEST_F(CliPairings, AreTheSameInAnyShardsAndAfterAKill) {
  const std::string config = place_.write("listed.yaml", listed_config());
  ASSERT_EQ(run({"run", config, "--out", "whole", "--threads", "2", "--quiet"}).exit_code, 0);
  EXPECT_EQ(games("whole").size(), 32U);

  Process process(place_.path(), {"run", config, "--out", "cut", "--threads", "1", "--shard", "1/2"});
  ASSERT_TRUE(process.wait_until([&] { return attempt_lines(place_.path("cut"), "1-of-2.") >= 3; }))
      << process.wait().err;
  process.send(SIGKILL);
  (void)process.wait();
  for (const char* shard : {"1/2", "2/2"})
    ASSERT_EQ(run({"run", config, "--out", "cut", "--shard", shard, "--quiet"}).exit_code, 0);
  ASSERT_EQ(run({"merge", "cut"}).exit_code, 0);
  EXPECT_TRUE(games("cut") == games("whole"));
}

TEST_F(CliPairings, GrowAndHaveATableOfThosePlayed) {
  const std::string config = place_.write("listed.yaml", listed_config());
  const std::string few = "schedule.pairings=[[softmax, average]]";
  const Finished first = run({"run", config, "--out", "out", "--quiet", "--set", few});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(games("out").size(), 16U);
  const Finished more = run({"run", config, "--out", "out", "--quiet"});
  ASSERT_EQ(more.exit_code, 0) << more.err;
  EXPECT_EQ(games("out").size(), 32U);
  EXPECT_THAT(more.out,
              AllOf(HasSubstr("pairings as listed, 8 pairs a pairing"), HasSubstr("softmax"), Not(HasSubstr("idle"))));
  const std::string manifest = file_text(place_.path("out/manifest.json"));
  EXPECT_EQ(run({"run", config, "--out", "out", "--quiet", "--set", few}).exit_code, 0) << "all of these are there";
  EXPECT_EQ(file_text(place_.path("out/manifest.json")), manifest);
  const std::string tuned = "tunings={again: {mean: 0.5, standard_error: 0.1, observed: 0.5, games: 8, points: 2}}";
  ASSERT_EQ(run({"run", config, "--out", "out", "--quiet", "--set", tuned}).exit_code, 0);
  EXPECT_EQ(run({"run", config, "--out", "out", "--quiet", "--set", few}).exit_code, 0) << "what was said stays said";
  const Finished turned = run({"run", config, "--out", "out", "--set", "schedule.pairings=[[average, softmax]]"});
  EXPECT_EQ(turned.exit_code, 2);
  EXPECT_THAT(run({"check", config}).out, HasSubstr("3 players, 2 matches of 8 pairs, 32 games"));
  EXPECT_THAT(run({"plan", config, "--out", "out", "--bench", "1"}).out, HasSubstr("pairings as listed, 2 matches"));
  EXPECT_THAT(run({"plan", config, "--no-bench"}).out, HasSubstr("one comparison with average"))
      << "the average by another name is none";
  const std::string three = "schedule.pairings=[[softmax, average], [again, average], [idle, average]]";
  EXPECT_THAT(run({"plan", config, "--no-bench", "--set", three}).out, HasSubstr("each of 2 comparisons with average"));
}

TEST_F(CliPairings, AdjudicatedGamesAreTheStartsOfThosePlayedOut) {
  const std::string config = place_.write("listed.yaml", listed_config("  adjudicate: {value: 0.5, plies: 4}\n"));
  ASSERT_EQ(run({"run", config, "--out", "early", "--threads", "2", "--quiet"}).exit_code, 0);
  ASSERT_EQ(run({"run", config, "--out", "late", "--quiet", "--set", "schedule.adjudicate.plays_out=true"}).exit_code,
            0);
  std::map<std::string, nlohmann::json> late;
  for (const std::string& line : games("late")) {
    nlohmann::json game = nlohmann::json::parse(line);
    late[game["id"].get<std::string>()] = game;
  }
  std::size_t adjudicated = 0, others = 0;
  for (const std::string& line : games("early")) {
    const nlohmann::json game = nlohmann::json::parse(line);
    const nlohmann::json& whole = late.at(game["id"].get<std::string>());
    EXPECT_EQ(game["ended"] == "adjudicated", whole.contains("would_end"));
    if (game["ended"] != "adjudicated") continue;
    ++adjudicated;
    if (game["score"] != whole["score"]) ++others;
    EXPECT_EQ(whole["would_end"]["plies"], game["plies"]);
    EXPECT_EQ(whole["would_end"]["score"], game["score"]);
    const auto moves = game["moves"].get<std::vector<std::string>>();
    const auto all = whole["moves"].get<std::vector<std::string>>();
    EXPECT_TRUE(std::equal(moves.begin(), moves.end(), all.begin()));
  }
  EXPECT_GT(adjudicated, 4U);
  EXPECT_THAT(run({"table", "early"}).out,
              HasSubstr(std::to_string(adjudicated) + " of 32 games: both players' means"));
  const nlohmann::json table = nlohmann::json::parse(run({"table", "late", "--format", "json"}).out);
  EXPECT_EQ(table["adjudicated"]["games"], adjudicated);
  EXPECT_EQ(table["adjudicated"]["other_results"], others);
  for (const char* folder : {"early", "late"}) {
    EXPECT_EQ(run({"verify", folder}).exit_code, 0) << folder;
    EXPECT_EQ(run({"verify", "--replay", folder, "--again"}).exit_code, 0) << folder;
  }
}

/// 560 quick games, some 530 of them different, played out under a rule.
std::string measured_config() {
  return R"(name: measured
seed: 11
game: connect4
defaults: {search: {budget: {simulations: 100}}}
players: {average: {backup: average}, again: {backup: average}, softmax: {backup: softmax}}
schedule:
  type: pairings
  pairings: [[again, average]]
  pairs: 280
  opening: {random_plies: 6}
  adjudicate: {value: 0.7, plies: 2, plays_out: true}
)";
}

class CliMeasuredRule : public CliPairings {
 protected:
  void measure(const std::string& folder, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"run", config_, "--out", folder, "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ASSERT_EQ(run(arguments).exit_code, 0);
  }
  Finished check(const std::string& folder, const std::vector<std::string>& settings = {}) {
    std::vector<std::string> arguments = {"check", config_, "--adjudication", folder};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    return run(arguments);
  }
  void expect_refusal(const std::string& folder, const std::vector<std::string>& settings, const std::string& why) {
    const Finished refused = check(folder, settings);
    EXPECT_EQ(refused.exit_code, 2) << why;
    EXPECT_THAT(refused.err, HasSubstr(why));
    EXPECT_EQ(refused.out, "");
  }

  std::string config_ = place_.write("measured.yaml", measured_config());
  const std::string kEnds = "schedule.adjudicate.plays_out=false";
};

TEST_F(CliMeasuredRule, IsAllowedWhereFiveHundredDifferentGamesPlayedOutAgreeWithIt) {
  measure("whole");
  const Finished allowed = check("whole", {kEnds});
  EXPECT_EQ(allowed.exit_code, 0) << allowed.err;
  EXPECT_THAT(allowed.out,
              HasSubstr("adjudication: allowed by whole: of games played out it would have ended 139, 0 "));
  EXPECT_EQ(check("whole", {kEnds, "schedule.pairings=[[softmax, average]]"}).exit_code, 0) << "operators may differ";
  expect_refusal("whole", {}, "schedule.adjudicate: ends no game here");
  expect_refusal(
      "whole", {kEnds, "schedule.adjudicate.plies=3"},
      "schedule.adjudicate: value 0.7 and 3 plies are refused; allowed: what whole/manifest.json has measured, "
      "value 0.7 and 2 plies");
  expect_refusal("whole", {kEnds, "defaults.search.budget.simulations=101"},
                 "schedule.adjudicate: is refused to average: nobody in whole has its search and network "
                 "(search.budget.simulations: 101, there 100)");
  expect_refusal("whole", {kEnds, "game=tictactoe"}, "is not the game of whole/manifest.json, {name: connect4");
  expect_refusal("nowhere", {kEnds}, "nowhere is no results folder");
}

TEST_F(CliMeasuredRule, IsRefusedByTooFewGamesAndByTooManyOtherResults) {
  measure("few", {"--games", "504"});
  expect_refusal(
      "few", {kEnds},
      "schedule.adjudicate: is refused: 476 different games of few are played out, 504 in all; allowed: from 500 "
      "different ones on");
  const std::string rash = "schedule.adjudicate.value=0.6";
  measure("rash", {"--set", rash});
  expect_refusal(
      "rash", {kEnds, rash},
      "schedule.adjudicate: is refused: of 180 games of rash that it would have ended 8 ended otherwise, 4.44 "
      "%; allowed: at most 0.5 %");
  measure("early", {"--set", kEnds});
  expect_refusal("early", {kEnds}, "is refused: the games of early/manifest.json were not played out");
  const std::string study = ROOTWARD_SOURCE_DIR "/configs/estimates/minimax-example.yaml";
  EXPECT_THAT(run({"check", study, "--adjudication", "few"}).err, HasSubstr("--adjudication: it is for tournaments; "));
}

TEST_F(CliPairings, AReplayChecksTheRule) {
  const std::string config = place_.write("listed.yaml", listed_config("  adjudicate: {value: 0.5, plies: 4}\n"));
  ASSERT_EQ(run({"run", config, "--out", "out", "--quiet"}).exit_code, 0);
  std::string text = without_checksums(file_text(place_.path("out/games.jsonl")));
  const std::size_t game = text.find("\"adjudicated\"");
  ASSERT_NE(game, std::string::npos);
  const std::size_t means = text.find("\"means\":[", game) + 9;
  const std::size_t last = text.find(']', means);
  const std::size_t comma = text.rfind(',', last);
  text.replace(comma + 1, last - comma - 1, "0.1");
  place_.write("out/games.jsonl", text);
  const Finished replayed = run({"verify", "--replay", "out"});
  EXPECT_EQ(replayed.exit_code, 1);
  EXPECT_THAT(replayed.out, HasSubstr("by its means it is adjudicated nowhere, by its record after"));
}

}  // namespace
}  // namespace rootward::testing
