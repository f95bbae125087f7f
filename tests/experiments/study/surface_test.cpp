// Surfaces over a tournament's players: which players, whose scores, and where the peak lies.
#include "experiments/study/surface.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "lab/config/yaml_document.h"

namespace rootward::study {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kPlayers =
    "players:\n"
    "  even: {search: {selection: {c: 1}}, backup: {g: [0]}}\n"
    "  soft-a: {search: {selection: {c: 0.1}}, backup: {g: [-2]}}\n"
    "  soft-b: {search: {selection: {c: 10}}, backup: {g: [-2]}}\n"
    "  soft-c: {search: {selection: {c: 1}}, backup: {g: [-2]}}\n"
    "schedule: {type: gauntlet, reference: even}\n";

config::YamlNode players(const std::string& yaml = kPlayers) { return config::parse_yaml(yaml, "cells.yaml"); }

double score_at(double c) {
  const double x = std::log10(c);
  return 1 / (1 + std::exp(-(0.4 - 0.3 * (x - 0.5) * (x - 0.5))));
}

tournament::PairingRow row(const std::string& a, const std::string& b, double score) {
  tournament::PairingRow row;
  row.a = a;
  row.b = b;
  row.counts = {.wins = 60, .draws = 0, .losses = 40};
  row.range = {.score = score, .ci95 = {score - 0.05, score + 0.05}};
  return row;
}

tournament::ResultTable played() {
  tournament::ResultTable table;
  table.pairings = {row("soft-a", "even", score_at(0.1)), row("even", "soft-b", 1 - score_at(10)),
                    row("soft-c", "even", score_at(1)), row("soft-a", "soft-b", 0.9)};
  return table;
}

const SurfaceSpec kByC{.name = "soft", .players = "soft-", .axes = {{"search.selection.c", true}}};

TEST(Surface, IsOfScoresAgainstTheReferenceWhoeverStandsFirst) {
  const tournament::ResultTable table = played();
  const SurfaceResults results = read_surface(kByC, players(), &table);
  ASSERT_EQ(results.players.size(), 3U);
  EXPECT_EQ(results.reference, "even");
  EXPECT_EQ(results.players[2].name, "soft-b") << "by their numbers";
  EXPECT_NEAR(results.players[2].score, score_at(10), 1e-12);
  ASSERT_TRUE(results.peak);
  EXPECT_NEAR(results.number(0, results.peak->at[0]), std::sqrt(10), 0.08) << "log10 c = 1/2";
  EXPECT_NEAR(results.peak->score, 1 / (1 + std::exp(-0.4)), 1e-3);
  const std::string text = surfaces_markdown("Softmax", {results});
  EXPECT_THAT(text, AllOf(HasSubstr("## Softmax"), HasSubstr("Highest at search.selection.c = 3.1")));
  EXPECT_THAT(surfaces_csv({results}), HasSubstr("soft,soft-a,0.1,,"));
}

TEST(Surface, TheReferenceAmongThePlayersIsEven) {
  SurfaceSpec all = kByC;
  all.players = "";
  const tournament::ResultTable table = played();
  const SurfaceResults results = read_surface(all, players(), &table);
  const auto even = std::ranges::find(results.players, "even", &SurfacePlayer::name);
  ASSERT_NE(even, results.players.end());
  EXPECT_EQ(even->score, 0.5);
  EXPECT_NEAR(even->ci95.high - even->ci95.low, 0.1, 1e-12) << "as wide as the others' on the mean";
}

TEST(Surface, WithoutThreeNumbersThereIsNone) {
  tournament::ResultTable table = played();
  table.pairings.resize(2);
  const SurfaceResults results = read_surface(kByC, players(), &table);
  EXPECT_FALSE(results.peak);
  EXPECT_THAT(surfaces_markdown("Softmax", {results}), HasSubstr("Each axis needs three numbers."));
}

std::string refusal(const SurfaceSpec& surface, const std::string& yaml) {
  try {
    (void)read_surface(surface, players(yaml), nullptr);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Surface, RefusesPlayersWithoutItsNumbers) {
  SurfaceSpec other = kByC;
  other.axes = {{"backup.g.1", false}};
  EXPECT_THAT(refusal(other, kPlayers),
              AllOf(HasSubstr("cells.yaml:3"), HasSubstr("soft-a has no number at backup.g.1")));
  other.axes = {{"backup.g.0", true}};
  EXPECT_THAT(refusal(other, kPlayers),
              HasSubstr("-2 is not allowed on a logarithmic axis; allowed: a number above 0"));
  other = kByC;
  other.players = "hard-";
  EXPECT_THAT(refusal(other, kPlayers), HasSubstr("no player has a name that begins with hard-"));
  EXPECT_THAT(refusal(kByC, "players: {soft-a: {}}\nschedule: {type: round_robin}\n"),
              HasSubstr("let the schedule have one (schedule.reference)"));
}

TEST(Surface, PathsLeadThroughMapsAndLists) {
  const config::YamlNode node = players();
  const config::YamlNode* found = value_at(node, "players.soft-b.backup.g.0");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->text, "-2");
  for (const char* path :
       {"players.soft-b.backup.g.1", "players.soft-b.backup.g.x", "players.nobody", "schedule.type.x"})
    EXPECT_EQ(value_at(node, path), nullptr) << path;
  EXPECT_EQ(rounded_number(0.73912), 0.739);
}

}  // namespace
}  // namespace rootward::study
