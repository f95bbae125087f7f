// The resolved configuration: readable, complete, and equal when read back; its hash; a player in one line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "backup/registry.h"
#include "core/rng.h"
#include "lab/config/parts.h"
#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::HasSubstr;

void expect_same(const tournament::TournamentConfig& a, const tournament::TournamentConfig& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.question, b.question);
  EXPECT_EQ(a.hypothesis, b.hypothesis);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.game, b.game);
  EXPECT_EQ(a.players, b.players);
  EXPECT_EQ(a.schedule, b.schedule);
  EXPECT_EQ(a.sprt, b.sprt);
}

void expect_round_trip(const tournament::TournamentConfig& config) {
  const std::string yaml = resolved_yaml(config);
  const tournament::TournamentConfig again = tournament::parse_tournament(yaml, "resolved");
  expect_same(config, again);
  EXPECT_EQ(resolved_yaml(again), yaml);
  EXPECT_EQ(config_hash(again), config_hash(config));
}

constexpr const char* kResolved = R"(name: sample
question: "Which is better?"
seed: 7
game: {name: connect4, blocked: {column: null, row: null}, connect: 4, height: 6, width: 7}
players:
  average:
    backup: {name: average}
    search:
      budget: {simulations: 50}
      selection: {name: ucb1, c: 0.9, reads: value}
      expansion: {kind: one, after: 1}
      max_nodes: 0
      evaluator: {name: playouts, count: 1}
      final_move: {name: most_visits}
      final_reads: value
      solver: false
      reuse_tree: false
  any:
    player: random
schedule: {type: gauntlet, reference: average, pairs: 3, opening: {random_plies: 2}}
)";

TEST(Resolved, WritesEveryDefaultInOrder) {
  std::string yaml = kSample;
  for (const char* line : {"  erwa: {backup: {name: erwa, alpha: 0.02}}\n",
                           "  soft: {backup: {name: softmax, g: [-2, -1.5, 0]}, search: {solver: true}}\n"})
    yaml = with(yaml, line, "");
  EXPECT_EQ(resolved_yaml(tournament::parse_tournament(yaml, "")), kResolved);
}

TEST(Resolved, TheSampleReadsBack) { expect_round_trip(tournament::parse_tournament(kSample, "")); }

TEST(Resolved, TextsThatNeedQuotesReadBack) {
  for (const char* question :
       {"'a: b'", "\"line\\nbreak \\\"quoted\\\"\"", "'#'", "'null'", "\"\\t\"", "'caf\xc3\xa9'"}) {
    const tournament::TournamentConfig config =
        tournament::parse_tournament(with(kSample, "Which is better?", question), "");
    expect_round_trip(config);
  }
}

/// A random configuration, each key given or not.
std::string random_yaml(Rng& rng) {
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
  };
  const auto number = [&] { return std::to_string(rng.uniform() * 2); };
  std::string yaml = "name: r\nseed: " + std::to_string(rng.next()) + "\ngame: " +
                     one_of({"tictactoe", "connect4", "{name: go, size: 5, komi: -0.5}", "go:7",
                             "{name: connect4, blocked: {column: 3, row: 2}}"}) +
                     "\nplayers:\n";
  const auto count = 2 + rng.below(4);
  for (std::uint32_t i = 0; i < count; ++i) {
    const OperatorEntry& entry = operators()[rng.below(static_cast<std::uint32_t>(operators().size()))];
    yaml += "  p" + std::to_string(i) + ": {backup: " + entry.description.name +
            ", search: {evaluator: {name: playouts, count: 2}, solver: " + one_of({"true", "false"}) + ", selection: " +
            one_of({"puct", "uniform", "{c: " + number() + "}", "{name: puct, fpu: {value: -" + number() + "e-1}}"}) +
            ", expansion: " + one_of({"one", "all", "{kind: self, after: 2}", "{after: 3}"}) +
            ", budget: {simulations: " + std::to_string(1 + rng.below(1000)) +
            "}, final_move: " + one_of({"secure", "{name: robust_max, extra: " + number() + "}"}) +
            ", max_nodes: " + std::to_string(rng.below(9)) + ", reuse_tree: " + one_of({"true", "false"}) + "}}\n";
  }
  yaml += "schedule: {type: " + one_of({"round_robin", "ladder", "gauntlet"}) + ", reference: p1, pairs: 2, opening: " +
          one_of({"{}", "{book: b/x y.txt}",
                  "{random_plies: 3, balance: [0." + std::to_string(rng.below(1000)) + ", 1]}"}) +
          "}\n";
  if (rng.below(2) == 0) yaml += "stop: {sprt: {elo0: -1, elo1: " + number() + "}}\n";
  return yaml;
}

TEST(Resolved, RandomConfigurationsReadBack) {
  Rng rng(derive_seed(1, "resolved"));
  for (int i = 0; i < 150; ++i) {
    const std::string yaml = random_yaml(rng);
    SCOPED_TRACE(yaml);
    expect_round_trip(tournament::parse_tournament(yaml, ""));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Resolved, EveryOperatorReadsBackWithATimeBudget) {
  for (const OperatorEntry& entry : operators()) {
    std::string backup = "{name: " + entry.description.name;
    for (const ParamSpec& spec : entry.description.parameters)
      if (spec.key == "span") backup += ", span: 123.5";
    SCOPED_TRACE(backup);
    std::string yaml = with(kSample, "backup: average", "backup: " + backup + "}");
    if (entry.needs_uncertainty)
      yaml = with(yaml, "    budget", "    evaluator: {name: playouts, count: 2}\n    budget");
    expect_round_trip(tournament::parse_tournament(with(yaml, "{simulations: 50}", "{seconds: 0.25}"), "",
                                                   {{"players.soft.search.budget.simulations", "9"}}));
  }
}

TEST(Hash, SameSettingsSameHash) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kSample, "a.yaml");
  EXPECT_EQ(config_hash(config).size(), 16U);
  const std::string other_way =
      with(with(kSample, "game: {name: connect4, width: 7}", "game: connect4"), "c: 0.9", "c: 9.0e-1");
  EXPECT_EQ(config_hash(config), config_hash(tournament::parse_tournament(other_way, "b.yaml")));
}

TEST(Hash, WhatChangesNoGameChangesNoHash) {
  const std::string hash = config_hash(tournament::parse_tournament(kSample, ""));
  for (const auto& [from, to] :
       {std::pair{"name: sample", "name: other"}, {"Which is better?", "Is it?"}, {"pairs: 3", "pairs: 30"}})
    EXPECT_EQ(config_hash(tournament::parse_tournament(with(kSample, from, to), "")), hash) << to;
}

TEST(Hash, WhatChangesGamesChangesTheHash) {
  const std::string hash = config_hash(tournament::parse_tournament(kSample, ""));
  for (const auto& [from, to] : {std::pair{"seed: 7", "seed: 8"},
                                 {"width: 7", "width: 6"},
                                 {"c: 0.9", "c: 0.91"},
                                 {"alpha: 0.02", "alpha: 0.021"},
                                 {"random_plies: 2", "random_plies: 3"},
                                 {"type: gauntlet", "type: ladder"},
                                 {"any:", "some:"}})
    EXPECT_NE(config_hash(tournament::parse_tournament(with(kSample, from, to), "")), hash) << to;
}

TEST(Hash, StaysAsItIs) { EXPECT_EQ(config_hash(tournament::parse_tournament(kResolved, "")), "eaacae4bec95658b"); }

TEST(Summary, NamesEverySetting) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kSample, "");
  EXPECT_EQ(player_summary(player_of(config, "soft")),
            "softmax(clock=node, g=[-2, -1.5, 0], min_visits=1, own=blend, spacing=linear, span=50); ucb1(c=0.9, "
            "reads=value); 50 simulations a move; expansion one after 1; playouts(count=1); final move most_visits by "
            "value; solver on; tree reuse off");
  EXPECT_EQ(player_summary(player_of(config, "any")), "random");
  EXPECT_THAT(player_summary(tournament::parse_tournament(
                                 kSample, "",
                                 {{"players.average.search", "{budget: {game_seconds: 9.5, moves: 4}, max_nodes: 3}"}})
                                 .players[0]),
              AllOf(HasSubstr("9.5 s a game over 4 moves"), HasSubstr("at most 3 nodes")));
}

}  // namespace
}  // namespace rootward::config_tests
