// `rootward explore` as its user meets it: what it writes, and what it says where it cannot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

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

/// How many numbers of so many bytes a base64 text holds.
std::size_t numbers(const json& text, std::size_t bytes) {
  const std::string held = text.get<std::string>();
  const std::size_t padding = held.ends_with("==") ? 2 : held.ends_with("=") ? 1 : 0;
  return (held.size() / 4 * 3 - padding) / bytes;
}

json record_of(const std::string& arguments) {
  const ExploreFolder place;
  const Outcome outcome = run_shell("rootward explore " + arguments + " --json " + place.path("r.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return json::parse(file_text(place.path("r.json")));
}

TEST(Explore, TheRecordHasAColumnEntryANodeAndASimulation) {
  const json record = record_of("connect4" + kSmall + "--shadow max 'sharp={name: softmax, g: [-3]}' --seed 5");
  EXPECT_EQ(record["schema"], "rootward.exploration/1");
  EXPECT_EQ(record["seed"], 5);
  const std::size_t nodes = record["nodes"]["count"];
  EXPECT_EQ(numbers(record["nodes"]["parent"], 4), nodes);
  EXPECT_EQ(numbers(record["nodes"]["move"], 2), nodes);
  EXPECT_EQ(numbers(record["nodes"]["seat"], 1), nodes);
  EXPECT_EQ(numbers(record["nodes"]["legal"], 2), nodes);
  EXPECT_EQ(record["simulations"]["count"], 50);
  EXPECT_EQ(numbers(record["simulations"]["leaf"], 4), 50U);
  EXPECT_EQ(numbers(record["simulations"]["value"], 8), 50U);
  ASSERT_EQ(record["operators"].size(), 3U);
  EXPECT_EQ(record["operators"][0]["label"], "average");
  EXPECT_EQ(record["operators"][2]["label"], "sharp");
  EXPECT_EQ(record["operators"][2]["parameters"]["g"], json::array({-3.0}));
  EXPECT_EQ(record["board"]["rows"].size(), 6U);
}

TEST(Explore, TheOperatorsRootValuesAreThoseOfSearch) {
  const std::string same = "connect4 --moves '4 4'" + kSmall + "--shadow max max_lambda --seed 3";
  const json record = record_of(same);
  const json search = json::parse(run_shell("rootward search " + same + " --json").out);
  EXPECT_EQ(record["operators"][0]["root"], search["value"]);
  EXPECT_EQ(record["operators"][1]["root"], search["shadows"]["max"]);
  EXPECT_EQ(record["operators"][2]["root"], search["shadows"]["max_lambda"]);
  EXPECT_EQ(record["move"], search["move"]);
}

TEST(Explore, ThePageHoldsTheRecordAndAsksForNothing) {
  const ExploreFolder place;
  const Outcome outcome = run_shell("rootward explore tictactoe" + kSmall + "--title '</script><b>x' --out " +
                                    place.path("p.html") + " --json " + place.path("r.json"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string page = file_text(place.path("p.html"));
  const std::string record = file_text(place.path("r.json"));
  EXPECT_THAT(page, AllOf(HasSubstr("default-src 'none'"), HasSubstr("rootward.exploration/1"),
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
    const json record = record_of(std::string("--example ") + name);
    EXPECT_EQ(record["look_for"].size(), 3U) << name;
    EXPECT_FALSE(record["title"].get<std::string>().empty()) << name;
    EXPECT_GE(record["operators"].size(), 3U) << name;
  }
}

TEST(Explore, AnExampleTakesWhatIsSaidBesideIt) {
  const json record = record_of(
      "--example d_chain --set game.depth=4 --set search.budget.simulations=100 --seed 9 --title Mine "
      "--shadow monotone");
  EXPECT_THAT(record["game"].get<std::string>(), HasSubstr("depth: 4"));
  EXPECT_EQ(record["simulations"]["count"], 100);
  EXPECT_EQ(record["seed"], 9);
  EXPECT_EQ(record["title"], "Mine");
  EXPECT_EQ(record["operators"].back()["label"], "monotone");
}

TEST(Explore, WhereTheGameKnowsTheTruthTheRecordHasIt) {
  EXPECT_TRUE(record_of("--example textbook")["nodes"].contains("exact"));
  EXPECT_FALSE(record_of("connect4" + kSmall)["nodes"].contains("exact"));
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
              HasSubstr("200001 simulations; allowed: at most 200000"));
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

TEST(Explore, AFormulaShowsTheUsersRuleUnderTheUsersName) {
  const json record = record_of("tictactoe" + kSmall + "--backup mine=" + kRule + " --shadow max");
  EXPECT_EQ(record["operators"][0]["label"], "mine");
  EXPECT_EQ(record["operators"][0]["formula"],
            "gap = q - max(q)\nu = n * exp(b * gap)\nF = dot(u, q) / sum(u)\nV = (n0 m0 + S F) / (n0 + S)");
  const json step = record_of("tictactoe" + kSmall +
                              "--shadow '{name: formula, kind: return, state: \"w + 1\", value: \"v + (r - v) / w\"}'");
  EXPECT_EQ(step["operators"][1]["formula"], "w = w + 1\nV = v + (r - v) / w");
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
  const json record = record_of("tictactoe --player " + place.path("p.yaml") + ":mine");
  EXPECT_EQ(record["operators"][0]["label"], "mine");
  EXPECT_EQ(record_of("tictactoe --player " + place.path("p.yaml") + ":average")["operators"][0]["label"], "average");
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
      HasSubstr("allowed: at most 16777216"));
}

TEST(Explore, AnUnwritablePlaceIsNamed) {
  const Outcome outcome = run_shell("rootward explore tictactoe" + kSmall + "--out /no/such/folder/x.html");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("/no/such/folder/x.html"));
}

}  // namespace
}  // namespace rootward::testing
