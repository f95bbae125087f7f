// What a right configuration resolves to: the sample's values, and the defaults without a word.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lab/config/config_samples.h"

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

constexpr const char* kListed =
    "name: x\nseed: 1\ngame: tictactoe\nplayers: {a: {}, b: {}, c: {}, d: {}}\n"
    "schedule: {type: pairings, pairings: [[c, a], [a, b]], pairs: 3}\n";

TEST(Tournament, AListOfPairingsTakesThePlayersItNames) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kListed, "x.yaml");
  using Names = std::array<std::string, 2>;
  EXPECT_THAT(config.schedule.pairings, ElementsAre(Names{"c", "a"}, Names{"a", "b"}));
  EXPECT_EQ(config.schedule.pairs, 3U);
  EXPECT_EQ(config.players.size(), 3U) << "d meets nobody";
  const tournament::TournamentConfig again = tournament::parse_tournament(resolved_yaml(config), "resolved");
  EXPECT_EQ(again.schedule, config.schedule);
}

TEST(Tournament, TheListMayStandUnderPairsBesideGames) {
  const std::string text = with(kListed, "pairings: [[c, a], [a, b]], pairs: 3", "pairs: [[c, a], [a, b]], games: 6");
  EXPECT_EQ(tournament::parse_tournament(text, "").schedule, tournament::parse_tournament(kListed, "").schedule);
  EXPECT_EQ(tournament::parse_tournament(with(kListed, "pairs: 3", "games: 6"), "").schedule.pairs, 3U);
  EXPECT_THAT(problems_of(with(text, "games: 6", "games: 7")), ElementsAre(::testing::HasSubstr("an even number")));
  EXPECT_THAT(problems_of(with(text, ", games: 6", "")),
              ElementsAre(::testing::HasSubstr("schedule.games: is required")));
  EXPECT_THAT(problems_of(with(kListed, "pairs: 3", "pairs: 3, games: 6")),
              ElementsAre(::testing::HasSubstr("only one of both")));
}

TEST(Tournament, WrongPairingsAreNamed) {
  EXPECT_THAT(problems_of(with(kListed, "[a, b]", "[a, e]")),
              ElementsAre(::testing::HasSubstr("schedule.pairings[1][1]: no player is called e")));
  EXPECT_THAT(problems_of(with(kListed, "[a, b]", "[a, a]")), ElementsAre(::testing::HasSubstr("would meet itself")));
  EXPECT_THAT(problems_of(with(kListed, "[a, b]", "[a, c]")),
              ElementsAre(::testing::HasSubstr("schedule.pairings[1]: a and c stand in the list already")));
  EXPECT_THAT(problems_of(with(kListed, "[[c, a], [a, b]]", "[]")),
              ElementsAre(::testing::HasSubstr("an empty list is not allowed")));
  EXPECT_THAT(problems_of(with(kListed, "pairings: [[c, a], [a, b]], ", "")),
              ElementsAre(::testing::HasSubstr("schedule.pairings: is required")));
  EXPECT_THAT(problems_of(with(kListed, "type: pairings", "type: ladder")),
              ElementsAre(::testing::HasSubstr("only a schedule of the type pairings lists them")));
}

TEST(Tournament, MorePairingsContinueAndFewerDoNot) {
  const tournament::TournamentConfig few = tournament::parse_tournament(kListed, "");
  const tournament::TournamentConfig more =
      tournament::parse_tournament(with(kListed, "[[c, a], ", "[[d, b], [c, a], "), "");
  EXPECT_EQ(continuation_problem(few, more), "");
  EXPECT_THAT(continuation_problem(more, few), ::testing::HasSubstr("schedule.pairings: stored"));
  const tournament::TournamentConfig turned = tournament::parse_tournament(with(kListed, "[c, a]", "[a, c]"), "");
  EXPECT_THAT(continuation_problem(few, turned), ::testing::HasSubstr("schedule.pairings: stored"));
}

constexpr const char* kTuned =
    "tunings: {a: {mean: 0.52, standard_error: 0.01, observed: 0.55, games: 400, points: 60}}\n";

TEST(Tournament, WhatATuningSaidIsKeptAndDecidesNothing) {
  const tournament::TournamentConfig plain = tournament::parse_tournament(kListed, "");
  const tournament::TournamentConfig told = tournament::parse_tournament(std::string(kListed) + kTuned, "");
  ASSERT_EQ(told.tunings.size(), 1U);
  EXPECT_EQ(told.tunings.at("a").observed, 0.55);
  EXPECT_EQ(told.tunings.at("a").points, 60U);
  EXPECT_EQ(tournament::parse_tournament(resolved_yaml(told), "").tunings, told.tunings);
  EXPECT_EQ(config_hash(told), config_hash(plain));
  EXPECT_EQ(continuation_problem(plain, told), "");
  const std::string of_nobody =
      with(std::string(kListed) + kTuned, "{mean: 0.52, standard_error: 0.01, observed: 0.55, games: 400, points: 60}",
           "null");
  EXPECT_TRUE(tournament::parse_tournament(of_nobody, "").tunings.empty()) << "a base's are taken back so";
  const std::string with_error = with(std::string(kListed) + kTuned, "0.55,", "0.55, observed_error: 0.02,");
  EXPECT_EQ(tournament::parse_tournament(with_error, "").tunings.at("a").observed_error, 0.02);
  const std::string of_idle = with(with(std::string(kListed) + kTuned, "{a: {mean", "{d: {mean"), "0.55,", "0.5,");
  EXPECT_TRUE(tournament::parse_tournament(of_idle, "").tunings.empty()) << "d meets nobody";
}

TEST(Tournament, WrongTuningsAreNamed) {
  const std::string text = std::string(kListed) + kTuned;
  EXPECT_THAT(problems_of(with(text, "{a: {mean", "{e: {mean")),
              ElementsAre(::testing::HasSubstr("tunings.e: no player is called e")));
  EXPECT_THAT(problems_of(with(text, "mean: 0.52", "mean: 52")),
              ElementsAre(::testing::HasSubstr("tunings.a.mean: 52 is not allowed; allowed: a number in [0, 1]")));
  EXPECT_THAT(problems_of(with(text, ", points: 60", "")),
              ElementsAre(::testing::HasSubstr("tunings.a.points: is required")));
  EXPECT_THAT(problems_of(with(text, "points: 60", "point: 60")),
              ::testing::Contains(::testing::HasSubstr("did you mean points?")));
}

TEST(Tournament, AdjudicationIsOffUnlessAsked) {
  EXPECT_FALSE(tournament::parse_tournament(kListed, "").schedule.adjudicate.has_value());
  const std::string text = with(kListed, "pairs: 3", "pairs: 3, adjudicate: {value: 0.9, plies: 4, reads: mean}");
  const tournament::TournamentConfig config = tournament::parse_tournament(text, "");
  EXPECT_EQ(config.schedule.adjudicate, (Adjudication{.value = 0.9, .plies = 4, .plays_out = false}));
  EXPECT_EQ(tournament::parse_tournament(resolved_yaml(config), "").schedule, config.schedule);
  EXPECT_NE(config_hash(config), config_hash(tournament::parse_tournament(kListed, "")));
  EXPECT_EQ(tournament::parse_tournament(with(kListed, "pairs: 3", "pairs: 3, adjudicate: {}"), "").schedule.adjudicate,
            (Adjudication{.value = 0.95, .plies = 6, .plays_out = false}));
}

TEST(Tournament, AdjudicationIsRefusedToPlayersWithoutAMean) {
  const std::string text = with(with(kListed, "b: {}", "b: {player: random}"), "pairs: 3", "pairs: 3, adjudicate: {}");
  EXPECT_THAT(problems_of(text), ElementsAre(::testing::HasSubstr("b is no search and has no mean to agree with")));
  EXPECT_THAT(problems_of(with(text, "[a, b]", "[a, d]")), ::testing::IsEmpty()) << "who does not play does not matter";
  EXPECT_THAT(problems_of(with(kListed, "pairs: 3", "pairs: 3, adjudicate: {reads: value}")),
              ElementsAre(::testing::HasSubstr("schedule.adjudicate.reads: value is not allowed")));
  EXPECT_THAT(problems_of(with(kListed, "pairs: 3", "pairs: 3, adjudicate: {plies: 1}")),
              ElementsAre(::testing::HasSubstr("schedule.adjudicate.plies: 1 is not allowed")));
}

TEST(Tournament, ABookMayBeTakenInParts) {
  const auto part_of = [](const std::string& part) {
    const std::string opening = "pairs: 3, opening: {book: b.txt, part: " + part + "}";
    return tournament::parse_tournament(with(kListed, "pairs: 3", opening), "").schedule.opening;
  };
  EXPECT_EQ(part_of("2/3").part, (BookPart{2, 2, 3}));
  EXPECT_EQ(part_of("2-6/6").part, (BookPart{2, 6, 6}));
  EXPECT_TRUE(part_of("1/1").part.is_whole());
  for (const char* wrong : {"0/3", "4/3", "3-2/3", "1", "1/", "a/b", "1/2/3", "[1, 2]"})
    EXPECT_THROW((void)part_of(wrong), UsageError) << wrong;
  EXPECT_THAT(problems_of(with(kListed, "pairs: 3", "pairs: 3, opening: {part: 1/2}")),
              ElementsAre(::testing::HasSubstr("takes a part of a book, and no book is given")));
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

TEST(WholeNumbers, MayHaveAnExponentAndNoPoint) {
  const tournament::TournamentConfig config = tournament::parse_tournament(
      kSample, "", {{"defaults.search.budget.simulations", "1e4"}, {"schedule.pairs", "2"}, {"seed", "1e6"}});
  EXPECT_EQ(config.players[0].search.budget.simulations, 10'000U);
  EXPECT_EQ(config.schedule.pairs, 2U);
  EXPECT_EQ(config.seed, 1'000'000U);
  EXPECT_THAT(resolved_yaml(config), ::testing::HasSubstr("simulations: 10000"));
  EXPECT_THAT(problems_of(kSample, {{"schedule.pairs", "1.5"}}),
              ::testing::ElementsAre(::testing::StartsWith("--set schedule.pairs: 1.5 is not allowed")));
  EXPECT_THAT(problems_of(kSample, {{"schedule.pairs", "1e30"}}), ::testing::SizeIs(1));
  EXPECT_THAT(problems_of(kSample, {{"schedule.pairs", "2.0"}}),
              ::testing::ElementsAre(::testing::AllOf(::testing::StartsWith("--set schedule.pairs: 2.0 is not allowed"),
                                                      ::testing::HasSubstr("whole numbers are written whole"))));
  EXPECT_THAT(problems_of(kSample, {{"seed", "9007199254740993.0"}}),
              ::testing::ElementsAre(::testing::StartsWith("--set seed: 9007199254740993.0 is not allowed")));
}

TEST(Tournament, ErrorRatesOfAHalfAreRefused) {
  for (const char* rates : {"alpha: 0.5, beta: 0.5", "alpha: 0.5", "beta: 0.5", "alpha: 0"})
    EXPECT_THAT(
        problems_of(with(kListed, "schedule:", std::string("stop: {sprt: {elo1: 20, ") + rates + "}}\nschedule:")),
        ::testing::Contains(::testing::HasSubstr("allowed: a number in (0, 0.5)")))
        << rates;
}

TEST(Tournament, HypothesesNamePlayersAndADirection) {
  const auto problems = [](const std::string& list) {
    return problems_of(with(kListed, "schedule:", "hypotheses: " + list + "\nschedule:"));
  };
  EXPECT_THAT(problems("[{better: a, than: b}, {equal: c, to: a}]"), ::testing::IsEmpty());
  EXPECT_THAT(problems("softmax wins"),
              ElementsAre(::testing::HasSubstr("allowed: a list of {better: NAME, than: NAME}")));
  EXPECT_THAT(problems("[{better: a, than: e}]"), ElementsAre(::testing::HasSubstr("no player is called e")));
  EXPECT_THAT(problems("[{better: b, than: c}]"), ElementsAre(::testing::HasSubstr("b and c do not meet")));
  EXPECT_THAT(problems("[{better: a}]"), ElementsAre(::testing::HasSubstr("than")));
  EXPECT_THAT(problems("[{better: a, to: b}]"), ::testing::SizeIs(2)) << "than is missing, to is unknown";
  const std::string text = with(kListed, "schedule:", "hypotheses: [{better: a, than: b}]\nschedule:");
  const tournament::TournamentConfig config = tournament::parse_tournament(text, "");
  ASSERT_EQ(config.hypotheses.size(), 1U);
  EXPECT_EQ(config.hypotheses[0].first, "a");
  EXPECT_EQ(tournament::parse_tournament(resolved_yaml(config), "").hypotheses, config.hypotheses);
  const tournament::TournamentConfig without = tournament::parse_tournament(kListed, "");
  EXPECT_EQ(config_hash(config), config_hash(without)) << "no game depends on them";
  EXPECT_EQ(continuation_problem(without, config), "") << "stored games stay this tournament's";
  EXPECT_EQ(continuation_problem(config, without), "");
}

}  // namespace
}  // namespace rootward::config_tests
