// What a right configuration resolves to: the sample's values, and the defaults without a word.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::ElementsAre;

constexpr const char* kBare = R"(
name: bare
seed: 18446744073709551615
game: tictactoe
players: {a: {}, b: {backup: average}}
schedule: {type: round_robin, pairs: 1}
)";

TEST(Tournament, AGauntletMayHaveSeveralReferences) {
  const std::string text =
      "name: x\nseed: 1\ngame: tictactoe\nplayers: {a: {}, b: {}, c: {}}\n"
      "schedule: {type: gauntlet, reference: [c, a], leave_out: [[b, a]], pairs: 1}\n";
  const tournament::TournamentConfig config = tournament::parse_tournament(text, "x.yaml");
  EXPECT_THAT(config.schedule.references, ElementsAre("c", "a"));
  EXPECT_THAT(config.schedule.leave_out, ElementsAre(std::array<std::string, 2>{"b", "a"}));
  const tournament::TournamentConfig again = tournament::parse_tournament(resolved_yaml(config), "resolved");
  EXPECT_EQ(again.schedule, config.schedule);
}

TEST(Tournament, ReadsTheSample) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kSample, "sample.yaml");
  EXPECT_EQ(config.name, "sample");
  EXPECT_EQ(config.question, "Which is better?");
  EXPECT_EQ(config.hypothesis, "");
  EXPECT_EQ(config.seed, 7U);
  EXPECT_EQ(config.file, "sample.yaml");
  EXPECT_EQ(config.game.name, "connect4");
  EXPECT_EQ(config.game.params.integer("height"), 6);
  ASSERT_EQ(config.players.size(), 4U);
  EXPECT_EQ(config.players[1].name, "erwa");
  EXPECT_EQ(config.players[1].search.backup.params.real("alpha"), 0.02);
  EXPECT_EQ(config.players[3].kind, "random");
  EXPECT_EQ(config.schedule.type, tournament::ScheduleType::gauntlet);
  EXPECT_THAT(config.schedule.references, ElementsAre("average"));
  EXPECT_EQ(config.schedule.pairs, 3U);
  EXPECT_EQ(config.schedule.opening.random_plies, 2);
  EXPECT_FALSE(config.schedule.opening.balance.has_value());
  EXPECT_FALSE(config.sprt.has_value());
}

TEST(Tournament, DefaultsWithoutAWord) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kBare, "");
  EXPECT_EQ(config.seed, UINT64_MAX);
  const SearchSettings& search = config.players[0].search;
  EXPECT_EQ(config.players[0].kind, "search");
  EXPECT_EQ(search.budget.kind, Budget::Kind::simulations);
  EXPECT_EQ(search.budget.simulations, 10'000U);
  EXPECT_EQ(search.selection.name, "ucb1");
  EXPECT_EQ(search.selection.params.real("c"), 0.7);
  EXPECT_EQ(search.selection_reads, Reads::value);
  EXPECT_EQ(search.expansion, (Expansion{ExpansionKind::one, 1}));
  EXPECT_EQ(search.max_nodes, 0U);
  EXPECT_EQ(search.evaluator.name, "playouts");
  EXPECT_EQ(search.evaluator.params.integer("count"), 1);
  EXPECT_EQ(search.final_move.name, "most_visits");
  EXPECT_EQ(search.final_reads, Reads::value);
  EXPECT_FALSE(search.solver);
  EXPECT_FALSE(search.reuse_tree);
  EXPECT_EQ(search.backup.name, "average");
  EXPECT_EQ(config.players[0].search, config.players[1].search);
  EXPECT_EQ(config.schedule.opening, OpeningSettings{});
}

TEST(Tournament, EverySearchKey) {
  const tournament::TournamentConfig config = tournament::parse_tournament(
      with(kSample, "{solver: true}",
           "{budget: {game_seconds: 40, moves: 35}, selection: {name: puct, c: 1, fpu: {base: sample_mean, reduction: "
           "0.25}, reads: mean}, expansion: {kind: self}, max_nodes: 1000, evaluator: {count: 3}, final_move: {name: "
           "secure, a: 2}, final_reads: mean, reuse_tree: true}"),
      "", {{"players.soft.backup.span", "100"}});
  const SearchSettings& search = player_of(config, "soft").search;
  EXPECT_EQ(search.budget.kind, Budget::Kind::game_clock);
  EXPECT_EQ(search.budget.game_seconds, 40);
  EXPECT_EQ(search.budget.moves, 35);
  EXPECT_EQ(search.selection.params.text("fpu.base"), "sample_mean");
  EXPECT_EQ(search.selection.params.real("fpu.reduction"), 0.25);
  EXPECT_EQ(search.selection_reads, Reads::mean);
  EXPECT_EQ(search.expansion, (Expansion{ExpansionKind::self, 0}));
  EXPECT_EQ(search.max_nodes, 1000U);
  EXPECT_EQ(search.evaluator.params.integer("count"), 3);
  EXPECT_EQ(search.final_move.params.real("a"), 2);
  EXPECT_EQ(search.final_reads, Reads::mean);
  EXPECT_TRUE(search.reuse_tree);
}

TEST(Tournament, WhatDependsOnGameAndBudgetIsResolved) {
  const tournament::TournamentConfig connect4 =
      tournament::parse_tournament(with(kSample, "backup: average", "backup: {name: coulom, mean_weight: 4}"), "");
  EXPECT_EQ(player_of(connect4, "soft").search.backup.params.real("span"), 50);
  EXPECT_EQ(param_text(player_of(connect4, "average").search.backup.params.values().at("scale")), "7");
  const tournament::TournamentConfig go = tournament::parse_tournament(
      with(kSample, "backup: average", "backup: coulom"), "", {{"game", "{name: go, size: 5}"}});
  EXPECT_EQ(param_text(player_of(go, "average").search.backup.params.values().at("scale")), "25");
}

TEST(Tournament, NamesMayLookLikeNumbers) {
  const tournament::TournamentConfig config = tournament::parse_tournament(
      "name: 2024\nseed: 0\ngame: tictactoe\nplayers: {1: {}, 0.5: {}}\n"
      "schedule: {type: gauntlet, reference: 0.5, pairs: 1}\n",
      "");
  EXPECT_EQ(config.name, "2024");
  EXPECT_THAT(config.schedule.references, ElementsAre("0.5"));
}

TEST(Tournament, SprtAndBalance) {
  const tournament::TournamentConfig config =
      tournament::parse_tournament(with(with(kSample, "random_plies: 2", "random_plies: 2, balance: [0, 0.75]"),
                                        "schedule:", "stop: {sprt: {elo1: 20, alpha: 0.1}}\nschedule:"),
                                   "");
  ASSERT_TRUE(config.sprt.has_value());
  EXPECT_EQ(*config.sprt, (tournament::SprtSettings{0, 20, 0.1, 0.05}));
  EXPECT_EQ(config.schedule.opening.balance, (std::array<double, 2>{0, 0.75}));
}

TEST(WholeNumbers, MayBeWrittenAsReals) {
  const tournament::TournamentConfig config = tournament::parse_tournament(
      kSample, "", {{"defaults.search.budget.simulations", "1e4"}, {"schedule.pairs", "2.0"}, {"seed", "1e6"}});
  EXPECT_EQ(config.players[0].search.budget.simulations, 10'000U);
  EXPECT_EQ(config.schedule.pairs, 2U);
  EXPECT_EQ(config.seed, 1'000'000U);
  EXPECT_THAT(resolved_yaml(config), ::testing::HasSubstr("simulations: 10000"));
  EXPECT_THAT(problems_of(kSample, {{"schedule.pairs", "1.5"}}),
              ::testing::ElementsAre(::testing::StartsWith("--set schedule.pairs: 1.5 is not allowed")));
  EXPECT_THAT(problems_of(kSample, {{"schedule.pairs", "1e30"}}), ::testing::SizeIs(1));
}

}  // namespace
}  // namespace rootward::config_tests
