// What the table says of a confirmation: costs, and what could still hide.
#include <gmock/gmock.h>

#include "experiments/study/discovered.h"
#include "experiments/study/likeness.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Confirmed confirmed_with(const std::string& domain, const PairCounts& pairs) {
  Confirmed one{.id = "f1", .domain = domain, .simulations = 130, .pairs = pairs};
  one.cost = {.simulations = 128.31, .cpu_seconds = 0.0126};
  one.control_cost = {.simulations = 200, .cpu_seconds = 0.012};
  return one;
}

std::string text_of(const std::vector<Confirmed>& confirmed) {
  Discovered found;
  found.name = "small";
  found.held_out = 2;
  found.confirmed_pairs = 500;
  found.confirmed = confirmed;
  return discovered_markdown(found);
}

TEST(DiscoveredTable, TellsWhatAMoveOfBothSidesTook) {
  const std::string text = text_of({confirmed_with("hex", {100, 0, 300, 0, 100})});
  EXPECT_THAT(text, AllOf(HasSubstr("What a move took in these games"), HasSubstr("128.3"), HasSubstr("200.0"),
                          HasSubstr("0.0126"), HasSubstr("0.012 "), HasSubstr("| 1.05 |")));
  Confirmed slower = confirmed_with("hex", {100, 0, 300, 0, 100});
  slower.cost.cpu_seconds = 0.0134;
  EXPECT_THAT(text_of({slower}), HasSubstr("| 1.12~ |")) << "that was no equal time";
}

TEST(DiscoveredTable, AMovesCostIsTheMeanOverItsGames) {
  tournament::PlayerRow row;
  EXPECT_EQ(move_cost_of(row).simulations, 0) << "no move, no cost";
  row.moves = 40;
  row.simulations = 5200;
  row.cpu_seconds = 0.5;
  EXPECT_DOUBLE_EQ(move_cost_of(row).simulations, 130);
  EXPECT_DOUBLE_EQ(move_cost_of(row).cpu_seconds, 0.0125);
}

// Variances .1 and .04 of as many pairs: sqrt(.07) = .265. Two comparisons at 1 %: 3.6487 .265 / sqrt(500) = .0432.
TEST(DiscoveredTable, WhatCouldHideIsByTheDeviationOfTheConfirmation) {
  const std::string text =
      text_of({confirmed_with("hex", {100, 0, 300, 0, 100}), confirmed_with("nogo", {0, 0, 400, 0, 100})});
  EXPECT_THAT(text, AllOf(HasSubstr("A gain smaller than 30.1 Elo could still hide: that is what 1000 games find"),
                          HasSubstr("deviates by 0.265, measured in 1000 pairs of the confirmation"),
                          Not(HasSubstr("assumed"))));
}

TEST(DiscoveredTable, OfFewPairsTheDeviationIsAssumedAndThatIsSaid) {
  EXPECT_THAT(text_of({confirmed_with("hex", {2, 0, 2, 0, 2})}),
              AllOf(HasSubstr("deviates by 0.354, assumed"), HasSubstr("6 complete pairs in the confirmation")));
}

config::YamlNode rule(const char* kind, const char* value, double k) {
  config::YamlNode backup = config::map_node();
  config::add(backup, "name", config::text_node("formula"));
  config::add(backup, "kind", config::text_node(kind));
  config::add(backup, "value", config::text_node(value));
  config::add(backup, "parameters", config::map_node());
  config::add(*backup.find("parameters"), "k", config::map_node());
  config::add(*backup.find("parameters")->find("k"), "value", config::value_node(k));
  return backup;
}

/// v + (r - v) / N^k is the average for k = 1 alone, and so is a share of nothing in a weighted mean.
TEST(DiscoveredTable, ASurvivorThatIsTheAverageIsMarked) {
  const char* steps = "v + (r - v) * where(N < 2, 1, min(1, pow(N, 0 - k)))";
  EXPECT_TRUE(equals_average(rule("return", steps, 1)));
  EXPECT_FALSE(equals_average(rule("return", steps, 0.99)));
  EXPECT_FALSE(equals_average(rule("child", "dot(n, q) / S + k * (max(q) - dot(n, q) / S)", 0.01)));
  Discovered found;
  found.held_out = 1;
  found.confirmed_pairs = 500;
  found.confirmed = {confirmed_with("hex", {100, 0, 300, 0, 100})};
  found.survivors = {{.id = "f1", .player = "{}"}};
  EXPECT_THAT(discovered_markdown(found), Not(HasSubstr("is the average")));
  found.survivors.push_back({.id = "f2", .player = "{}", .is_average = true});
  EXPECT_THAT(discovered_markdown(found), AllOf(HasSubstr("`{}`. With these constants it is the average"),
                                                HasSubstr("That does not hold of f2: ")));
}

}  // namespace
}  // namespace rootward::study
