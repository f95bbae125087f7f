// `rootward explore` as its user meets it: what it writes, and what it says where it cannot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "backup/registry.h"
#include "cli/exploration_page.h"
#include "core/errors.h"
#include "tests/cli/frame/program.h"
#include "tests/explorer/place.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;

const std::string kSmall = " --search '{budget: {simulations: 50}}' ";

/// The first line of a record, and all of its lines.
json head_of(const std::string& arguments, std::vector<json>* lines = nullptr) {
  const ExploreFolder place;
  const Outcome outcome = run_shell("rootward explore " + arguments + " --record " + place.path("r.jsonl"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::istringstream text(file_text(place.path("r.jsonl")));
  std::vector<json> all;
  for (std::string line; std::getline(text, line);) all.push_back(json::parse(line));
  if (lines != nullptr) *lines = all;
  return all.empty() ? json() : all.front();
}

TEST(Explore, TheRecordHasALineANodeAndASimulation) {
  std::vector<json> lines;
  const json head = head_of("connect4" + kSmall + "--shadow max 'sharp={name: softmax, g: [-3]}' --seed 5", &lines);
  EXPECT_EQ(head["schema"], "rootward.exploration/2");
  EXPECT_EQ(head["seed"], 5);
  EXPECT_EQ(head["simulations"], 50);
  EXPECT_EQ(head["board"].size(), 6U);
  ASSERT_EQ(head["operators"].size(), 3U);
  EXPECT_EQ(head["operators"][0]["label"], "average");
  EXPECT_EQ(head["operators"][2]["label"], "sharp");
  EXPECT_THAT(head["operators"][2]["is"].get<std::string>(), HasSubstr("g: [-3]"));
  std::size_t nodes = 0;
  std::size_t simulations = 0;
  for (const json& line : lines) {
    if (line.contains("node")) {
      EXPECT_EQ(line["node"], nodes++);
    } else if (line.contains("simulation")) {
      EXPECT_EQ(line["simulation"], ++simulations);
      EXPECT_LT(line["leaf"], nodes);
    }
  }
  EXPECT_EQ(head["nodes"], nodes);
  EXPECT_EQ(simulations, 50U);
}

TEST(Explore, TheOperatorsRootValuesAreThoseOfSearch) {
  const ExploreFolder place;
  const std::string same = "connect4 --moves '4 4'" + kSmall + "--shadow max max_lambda --seed 3";
  ASSERT_EQ(run_shell("rootward explore " + same + " --record " + place.path("r.jsonl")).exit_code, 0);
  const json read = json::parse(run_shell("rootward search --from " + place.path("r.jsonl") + " --json").out);
  const json search = json::parse(run_shell("rootward search " + same + " --json").out);
  for (const char* key : {"move", "operator", "value", "mean", "shadows", "simulations", "pv"})
    EXPECT_EQ(read[key], search[key]) << key;
  EXPECT_EQ(read["preferred"].size(), 3U);
  for (std::size_t i = 0; i < read["children"].size(); ++i)
    for (const char* key : {"move", "visits", "value", "mean", "shadows"})
      EXPECT_EQ(read["children"][i][key], search["children"][i][key]) << key;
}

/// A search of another program.
const std::string kForeign =
    R"({"schema":"rootward.exploration/2","game":"chess"}
{"node":0,"mover":1,"legal":20}
{"simulation":1,"leaf":0,"value":0.1}
{"node":1,"parent":0,"move":"e2e4","mover":2,"legal":20,"text":"</script> e4"}
{"simulation":2,"leaf":1,"value":0.4}
{"node":2,"parent":0,"move":"d2d4","mover":2,"legal":20}
{"simulation":3,"leaf":2,"value":0.3}
)";

TEST(Explore, ASearchOfAnotherProgramIsShownAndRecordedAgain) {
  const ExploreFolder place;
  std::ofstream(place.path("r.jsonl")) << kForeign;
  const std::string from = "rootward explore --from " + place.path("r.jsonl");
  const Outcome made = run_shell(from + " --shadow max --title 'A game' --out " + place.path("p.html") + " --record " +
                                 place.path("again.jsonl"));
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(file_text(place.path("p.html")), AllOf(HasSubstr("A game"), HasSubstr("\\u003c/script> e4")));
  const Outcome table = run_shell("rootward search --from " + place.path("again.jsonl") + " --shadow max --why");
  EXPECT_THAT(table.out, AllOf(HasSubstr("move e2e4, root value +0.2667 by average, prefers e2e4"),
                               HasSubstr("why max: e2e4; without 1 of 3 simulations (2) d2d4; each of them counts")));
  EXPECT_THAT(refusal(from + " --seed 3 --out x.html"), HasSubstr("--seed"));
  EXPECT_THAT(refusal("rootward search connect4 --why"), HasSubstr("--from"));
  EXPECT_THAT(refusal("rootward search"), HasSubstr("--from FILE"));
  std::ofstream(place.path("r.jsonl"), std::ios::app) << "{\"simulation\":4,\"leaf\":9,\"value\":0}\n";
  EXPECT_THAT(refusal(from + " --out x.html"), HasSubstr("r.jsonl:8: leaf 9 is not allowed"));
  EXPECT_THAT(refusal("rootward search --from /no/such.jsonl"), HasSubstr("/no/such.jsonl: cannot open"));
}

TEST(Explore, EveryOperatorWatchesWhereAllAreAsked) {
  const json found = json::parse(run_shell("rootward search tictactoe" + kSmall + "--shadow all --json").out);
  EXPECT_GT(found["shadows"].size(), 25U);
  EXPECT_FALSE(found["shadows"].contains("average")) << "it drives";
}

TEST(Explore, ThePageHoldsTheRecordAndAsksForNothing) {
  const ExploreFolder place;
  const Outcome outcome = run_shell("rootward explore tictactoe" + kSmall + "--title '</script><b>x' --out " +
                                    place.path("p.html") + " --record " + place.path("r.json"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string page = file_text(place.path("p.html"));
  const std::string record = file_text(place.path("r.json"));
  EXPECT_THAT(page, AllOf(HasSubstr("default-src 'none'"), HasSubstr("rootward.exploration/2"),
                          HasSubstr("\\u003c/script>\\u003cb>x"), Not(HasSubstr("/*RECORD*/")),
                          Not(HasSubstr("</script><b>")), Not(HasSubstr(" src=")), Not(HasSubstr("<link"))));
  EXPECT_THAT(record, HasSubstr("</script><b>x"));
  EXPECT_LT(page.size(), 1'200'000U);
}

TEST(Explore, TheSameSearchGivesTheSamePage) {
  const ExploreFolder place;
  for (const char* name : {"a.html", "b.html"})
    EXPECT_EQ(run_shell("rootward explore tictactoe" + kSmall + "--out " + place.path(name)).exit_code, 0);
  EXPECT_EQ(file_text(place.path("a.html")), file_text(place.path("b.html")));
}

TEST(Explore, EveryExampleIsListedAndSearches) {
  const Outcome list = run_shell("rootward explore --example list");
  EXPECT_EQ(list.exit_code, 0) << list.err;
  for (const char* name : {"textbook", "d_chain", "trap", "tictactoe", "connect4", "go"}) {
    EXPECT_THAT(list.out, HasSubstr(name));
    const json record = head_of(std::string("--example ") + name);
    EXPECT_EQ(record["look_for"].size(), 3U) << name;
    EXPECT_FALSE(record["title"].get<std::string>().empty()) << name;
    EXPECT_GE(record["operators"].size(), 3U) << name;
  }
}

TEST(Explore, AnExampleTakesWhatIsSaidBesideIt) {
  const json record = head_of(
      "--example d_chain --set game.depth=4 --set search.budget.simulations=100 --seed 9 --title Mine "
      "--shadow monotone");
  EXPECT_THAT(record["rules"].get<std::string>(), HasSubstr("depth: 4"));
  EXPECT_EQ(record["simulations"], 100);
  EXPECT_EQ(record["seed"], 9);
  EXPECT_EQ(record["title"], "Mine");
  EXPECT_EQ(record["operators"].back()["label"], "monotone");
}

TEST(Explore, WhereTheGameKnowsTheTruthTheRecordHasIt) {
  std::vector<json> lines;
  head_of("--example textbook", &lines);
  EXPECT_TRUE(lines[1].contains("exact"));
  head_of("connect4" + kSmall, &lines);
  EXPECT_FALSE(lines[1].contains("exact"));
}

TEST(Explore, WhatCannotBeDoneIsRefusedWithWhatCan) {
  EXPECT_THAT(refusal("rootward explore connect4"), HasSubstr("--out FILE.html"));
  EXPECT_THAT(refusal("rootward explore --out x.html"), HasSubstr("--example NAME"));
  EXPECT_THAT(refusal("rootward explore --example textbok --out x.html"), HasSubstr("did you mean textbook?"));
  EXPECT_THAT(refusal("rootward explore go --example textbook --out x.html"), HasSubstr("--example"));
  EXPECT_THAT(refusal("rootward explore --example trap --backup max --out x.html"), HasSubstr("--backup"));
  EXPECT_THAT(refusal("rootward explore connect4 --search '{budget: {seconds: 1}}' --out x.html"),
              HasSubstr("budget: {simulations: N}"));
  EXPECT_THAT(refusal("rootward explore connect4 --search '{budget: {simulations: 200001}}' --out x.html"),
              HasSubstr("200001 simulations make no record; allowed: at most 200000"));
  EXPECT_THAT(refusal("rootward explore connect4 --backup averag --out x.html"), HasSubstr("did you mean average?"));
  EXPECT_THAT(refusal("rootward explore connect4 --search '{solver: {decisive: true}}' --out x.html"),
              HasSubstr("search.solver"));
  EXPECT_THAT(refusal("rootward explore conect4 --out x.html"), HasSubstr("did you mean connect4?"));
}

/// scripts/explorer writes the list when it builds the page.
TEST(Explore, ThePageHoldsEveryOperatorThatThereIs) {
  const std::vector<std::string> held = page_operators(exploration_template());
  std::vector<std::string> known;
  for (const OperatorEntry& entry : operators()) known.push_back(entry.description.name);
  EXPECT_THAT(held, UnorderedElementsAreArray(known)) << "run scripts/explorer";
}

TEST(Explore, AnOperatorThatThePageDoesNotHoldIsRefusedByNameWithWhatRebuildsIt) {
  const std::string page = R"(<script type="application/json" id="operators">["average", "max"]</script>)";
  const std::vector<std::string> held = page_operators(page);
  EXPECT_NO_THROW(check_page_holds("max", held));
  try {
    check_page_holds("halfway", held);
    ADD_FAILURE() << "is taken";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("the page was built without halfway; it holds average, max"),
                      HasSubstr("The explorer script of the sources builds it anew (docs/extending.md)")));
  }
  EXPECT_THROW((void)page_operators("<html></html>"), RunError);
}

const std::string kRule =
    "'{name: formula, value: \"dot(u, q) / sum(u)\", define: {u: \"n * exp(b * gap)\", gap: \"q - max(q)\"}, "
    "parameters: {b: 2}}'";

std::string page_of(const std::string& arguments) {
  const ExploreFolder place;
  EXPECT_EQ(run_shell("rootward explore " + arguments + " --out " + place.path("p.html")).exit_code, 0);
  return file_text(place.path("p.html"));
}

TEST(Explore, AFormulaShowsTheUsersRuleUnderTheUsersName) {
  const json record = head_of("tictactoe" + kSmall + "--backup mine=" + kRule + " --shadow max");
  EXPECT_EQ(record["operators"][0]["label"], "mine");
  EXPECT_THAT(
      page_of("tictactoe" + kSmall + "--backup mine=" + kRule),
      HasSubstr(R"("formula":"gap = q - max(q)\nu = n * exp(b * gap)\nF = dot(u, q) / sum(u)\nV = (n0 m0 + S F))"));
  EXPECT_THAT(page_of("tictactoe" + kSmall +
                      "--shadow '{name: formula, kind: return, state: \"w + 1\", value: \"v + (r - v) / w\"}'"),
              HasSubstr(R"("formula":"w = w + 1\nV = v + (r - v) / w")"));
  const json search =
      json::parse(run_shell("rootward search tictactoe" + kSmall + "--backup mine=" + kRule + " --json").out);
  EXPECT_EQ(search["operator"], "mine");
  EXPECT_THAT(refusal("rootward explore tictactoe --backup =max --out x.html"), HasSubstr("no label before the ="));
}

TEST(Explore, AFormulaOfAFilesPlayerIsCalledAsThePlayer) {
  const ExploreFolder place;
  std::ofstream(place.path("p.yaml")) << "name: x\ngame: tictactoe\nplayers:\n  mine: {search: {budget: {simulations: "
                                         "20}}, backup: {name: formula, value: max(q)}}\n  average: {search: {budget: "
                                         "{simulations: 20}}}\nschedule: {type: round_robin, pairs: 1}\n";
  const json record = head_of("tictactoe --player " + place.path("p.yaml") + ":mine");
  EXPECT_EQ(record["operators"][0]["label"], "mine");
  EXPECT_EQ(head_of("tictactoe --player " + place.path("p.yaml") + ":average")["operators"][0]["label"], "average");
}

TEST(Explore, ManySimulationsAreWarnedOfAndTooMuchIsRefused) {
  const ExploreFolder place;
  const std::string many = " --search '{budget: {simulations: 50001}}' --out ";
  const Outcome warned = run_shell("rootward explore tictactoe" + many + place.path("x.html"));
  EXPECT_EQ(warned.exit_code, 0) << warned.err;
  EXPECT_THAT(warned.err, HasSubstr("warning: 50001 simulations make a page that is slow to open"));
  // A move of Kalah changes most of its board.
  EXPECT_THAT(
      refusal("rootward explore kalah --search '{budget: {simulations: 200000}}' --out " + place.path("y.html")),
      HasSubstr("allowed on a page: at most 16777216"));
}

TEST(Explore, AnUnwritablePlaceIsNamed) {
  const Outcome outcome = run_shell("rootward explore tictactoe" + kSmall + "--out /no/such/folder/x.html");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("/no/such/folder/x.html"));
}

}  // namespace
}  // namespace rootward::testing
