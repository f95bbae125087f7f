// A study's factorials: lists whose items play in one tournament, values that earlier games choose, tables of effects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/errors.h"
#include "experiments/study/config.h"
#include "experiments/study/members.h"
#include "experiments/tournament/schedule.h"

namespace rootward::study {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kFactorialHead = R"(
name: small
seed: 7
lists:
  moves: [40, 10]
  rule: {plain: {name: ucb1, usual: 0.7}, loud: {name: ucb1, usual: 2}}
  c: {usual: $rule.usual, best: {best_of: {players: uct-$rule-c*, in: sweep, value: search.selection.c}}}
steps:
  sweep:
    tournament:
      game: tictactoe
      players:
        uct-plain-c0.7: {search: {selection: {name: ucb1, c: 0.7}}}
        uct-plain-c0.2: {search: {selection: {name: ucb1, c: 0.2}}}
        uct-plain-c3: {search: {selection: {name: ucb1, c: 3}}}
        uct-loud-c2: {search: {selection: {name: ucb1, c: 2}}}
      schedule: {type: pairings, pairs: 1, pairings: [[uct-plain-c0.2, uct-plain-c0.7], [uct-plain-c3, uct-plain-c0.7]]}
)";
constexpr const char* kGames = R"(
  games:
    joined: [c, moves, rule]
    tournament:
      game: tictactoe
      players:
        max-$rule-$moves-$c: {backup: max, search: &s {budget: {simulations: $moves}, selection: {name: $rule.name, c: $c}}}
        uct-$rule-$moves-$c: {search: *s}
        again: {search: {budget: {simulations: 40}, selection: {name: ucb1, c: 0.7}}}
      schedule:
        type: pairings
        pairs: 1
        pairings: [[max-$rule-$moves-$c, uct-$rule-$moves-$c], [again, uct-plain-40-usual]]
)";
constexpr const char* kEffects = R"(
  answer:
    effects:
      of: games
      switches: {rule: {predicted: adds, why: because}, moves: {}, c: {from: usual, to: best, predicted: takes}}
      pairing: [max-$rule-$moves-$c, uct-$rule-$moves-$c]
      again: [again, uct-plain-40-usual]
)";

StudyConfig read(const std::string& text) {
  StudyConfig study = parse_study(text, "study.yaml");
  check_members(study);
  return study;
}

std::string refusal(const std::string& text) {
  try {
    (void)read(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing is wrong";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

tournament::TournamentConfig games_of(const StudyConfig& study, const TableOf& table_of = {}) {
  const StudyStep& games = step_of(study, "games");
  return tournament_of(study, games, games.members.front(), {}, 0, table_of);
}

TEST(Joined, ItemsOfListsPlayInOneTournament) {
  const StudyConfig study = read(std::string(kFactorialHead) + kGames + kEffects);
  ASSERT_EQ(step_of(study, "games").members.size(), 1U);
  const tournament::TournamentConfig games = games_of(study);
  ASSERT_EQ(games.players.size(), 17U);
  EXPECT_EQ(games.players[0].name, "max-plain-40-usual");
  EXPECT_EQ(games.players[1].name, "uct-plain-40-usual") << "what stands side by side stays so";
  EXPECT_EQ(games.players[2].name, "max-plain-40-best") << "the first list changes fastest";
  EXPECT_EQ(games.players[15].name, "uct-loud-10-best");
  EXPECT_EQ(games.players[16].name, "again");
  EXPECT_EQ(games.schedule.pairings.size(), 9U);
  EXPECT_EQ(games.players[15].search.budget.simulations, 10U);
  EXPECT_EQ(games.players[8].search.selection.params.real("c"), 2) << "an item made of another list's item";
}

std::vector<std::string> players_of(const std::string& lists, const std::string& joined, const std::string& players) {
  const StudyConfig study = read("name: small\nseed: 7\nlists:\n" + lists + "steps:\n  games:\n    joined: " + joined +
                                 "\n    tournament:\n      game: tictactoe\n      players:\n" + players +
                                 "      schedule: {type: round_robin, pairs: 1}\n");
  std::vector<std::string> names;
  for (const PlayerSpec& player : games_of(study).players) names.push_back(player.name);
  return names;
}

TEST(Joined, APlayerIsMadeOfTheListsThatItNames) {
  const std::string lists = "  c: [0.5, 2]\n  p: [3, 4]\n  lambda: [0.6, 0.7]\n";
  const std::string players =
      "        power-$c-$p: {backup: {name: power_mean, p: $p}, search: {selection: {name: ucb1, c: $c}}}\n"
      "        max-$c-$lambda: {backup: {name: max_lambda, lambda: $lambda}, search: {selection: {name: ucb1, c: "
      "$c}}}\n";
  EXPECT_THAT(players_of(lists, "[c, p, lambda]", players),
              ElementsAre("power-0.5-3", "max-0.5-0.6", "power-2-3", "max-2-0.6", "power-0.5-4", "power-2-4",
                          "max-0.5-0.7", "max-2-0.7"))
      << "in the order in which all lists change, of which the first is the fastest";
}

TEST(Joined, ListsAreNotMultipliedWithThoseThatAPlayerDoesNotName) {
  std::string lists;
  std::string joined;
  std::string players;
  for (char list = 'a'; list <= 't'; ++list) {  // 10^20 combinations
    const std::string name(2, list);
    lists += "  " + name + ": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n";
    joined += (joined.empty() ? "" : ", ") + name;
    players += "        " + name + "-$" + name + ": {search: {budget: {simulations: $" + name + "}}}\n";
  }
  EXPECT_EQ(players_of(lists, "[" + joined + "]", players).size(), 200U);
}

TEST(Joined, APlayerHasOneMeaning) {
  EXPECT_THAT(refusal(kFactorialHead + replaced(kGames, "max-$rule-$moves-$c: {b", "max-$rule-$moves: {b")),
              AllOf(HasSubstr("players.max-plain-40"), HasSubstr("is several players")));
}

TEST(Lists, AnItemIsNotMadeOfItself) {
  EXPECT_THAT(refusal(replaced(kFactorialHead, "usual: $rule.usual", "usual: $c") + kGames),
              HasSubstr("$c stands for itself"));
}

/// A hundred games, of which the first has won so many.
tournament::PairingRow hundred_games(const std::string& a, const std::string& b, std::uint64_t won) {
  tournament::PairingRow row;
  row.a = a;
  row.b = b;
  row.counts = {.wins = won, .draws = 0, .losses = 100 - won};
  row.range.score = static_cast<double>(won) / 100;
  return row;
}

tournament::ResultTable table_with(std::vector<tournament::PairingRow> pairings) {
  tournament::ResultTable table;
  table.pairings = std::move(pairings);
  for (const tournament::PairingRow& row : table.pairings) table.games += row.counts.games();
  return table;
}

/// A table in which one of the sweep's players scores so much against the usual one.
tournament::ResultTable table_of_sweep(double small, double large) {
  const auto won = [](double score) { return static_cast<std::uint64_t>(std::lround(100 * score)); };
  return table_with({hundred_games("uct-plain-c0.2", "uct-plain-c0.7", won(small)),
                     hundred_games("uct-plain-c3", "uct-plain-c0.7", won(large))});
}

TEST(ChosenValues, TakesTheValueOfTheEarlierStepsBestPlayer) {
  const StudyConfig study = read(std::string(kFactorialHead) + kGames);
  const auto best = [&](double small, double large) {
    const tournament::ResultTable table = table_of_sweep(small, large);
    return games_of(study, [&](const Member&) -> const tournament::ResultTable& { return table; })
        .players[2]
        .search.selection.params.real("c");
  };
  EXPECT_EQ(best(0.4, 0.6), 3);
  EXPECT_EQ(best(0.6, 0.4), 0.2);
  EXPECT_EQ(best(0.4, 0.4), 0.7) << "whom the others met has one half";
  EXPECT_EQ(best(0.5, 0.5), 0.7) << "of equal ones the first";
}

TEST(ChosenValues, SaysWhereMoreBeyondTheBestMayBeBetter) {
  const StudyConfig study = read(std::string(kFactorialHead) + kGames);
  const tournament::ResultTable table = table_of_sweep(0.4, 0.6);
  const StudyStep& games = step_of(study, "games");
  const ChosenValues taken = values_from_earlier(
      study, games, games.members.front(), {}, [&](const Member&) -> const tournament::ResultTable& { return table; });
  ASSERT_EQ(taken.chosen().size(), 2U);
  EXPECT_EQ(taken.chosen()[0], (Chosen{"uct-plain-c3", "3", true}));
  EXPECT_EQ(taken.chosen()[1], (Chosen{"uct-loud-c2", "2", false})) << "one is no end of several";
  EXPECT_THAT(taken.steps(), ElementsAre("sweep"));
}

TEST(ChosenValues, ComesFromAnEarlierTournament) {
  for (const auto& [from, to, said] :
       {std::tuple("in: sweep", "in: games", "no earlier step called games is of kind tournament; such are: sweep"),
        std::tuple("players: uct-$rule-c*", "players: nobody*", "no player there has a name that begins with nobody"),
        std::tuple("value: search.selection.c", "value: search.z", "and a value at search.z")})
    EXPECT_THAT(refusal(replaced(kFactorialHead, from, to) + kGames), HasSubstr(said));
}

/// Three players of a sweep with the schedule, and a last step whose `k` has the constant of the best.
std::string study_of_three(const std::string& schedule, const std::string& in = "sweep",
                           const std::string& more_steps = "", const std::string& each = "") {
  const std::string each_line = each.empty() ? "" : "    each: " + each + "\n";
  return "name: small\nseed: 7\nlists: {x: [p, q]}\nsteps:\n  sweep:\n" + each_line +
         "    tournament:\n      game: tictactoe\n      players:\n"
         "        puct: {}\n        uct-1: {search: {selection: {name: ucb1, c: 1}}}\n"
         "        uct-2: {search: {selection: {name: ucb1, c: 2}}}\n"
         "        uct-3: {search: {selection: {name: ucb1, c: 3}}}\n      schedule: {pairs: 1, " +
         schedule + "}\n" + more_steps +
         "  games:\n    tournament:\n      game: tictactoe\n      players:\n        even: {}\n"
         "        k: {search: {selection: {name: ucb1, c: {best_of: {players: uct-*, in: " +
         in + ", value: search.selection.c}}}}}\n      schedule: {type: round_robin, pairs: 1}\n";
}
constexpr const char* kStar = "type: pairings, pairings: [[uct-1, uct-2], [uct-1, uct-3]]";

/// By the tables of the steps.
double constant_of_best(const std::string& text, const std::map<std::string, tournament::ResultTable>& tables) {
  return games_of(
             read(text), [&](const Member& member) -> const auto& { return tables.at(member.place); })
      .players[1]
      .search.selection.params.real("c");
}

TEST(ChosenValues, AScoreIsThePlayersOwnWhoeverStandsFirst) {
  const std::string text = study_of_three(kStar);
  const auto best = [&](std::uint64_t against_2, std::uint64_t against_3) {
    return constant_of_best(text, {{"sweep", table_with({hundred_games("uct-1", "uct-2", against_2),
                                                         hundred_games("uct-1", "uct-3", against_3)})}});
  };
  EXPECT_EQ(best(5, 90), 2);
  EXPECT_EQ(best(90, 5), 3);
  EXPECT_EQ(best(60, 70), 1);
}

TEST(ChosenValues, AReferenceMayBeNoneOfThePlayers) {
  const std::string text = study_of_three("type: gauntlet, reference: puct");
  EXPECT_EQ(constant_of_best(
                text, {{"sweep", table_with({hundred_games("uct-1", "puct", 40), hundred_games("puct", "uct-2", 70),
                                             hundred_games("uct-3", "puct", 45)})}}),
            3);
}

TEST(ChosenValues, GamesOfSeveralStepsCountTogether) {
  const std::string more =
      "  further:\n    tournament:\n      game: tictactoe\n      players:\n"
      "        uct-1: {search: {selection: {name: ucb1, c: 1}}}\n"
      "        uct-2: {search: {selection: {name: ucb1, c: 2}}}\n"
      "        uct-4: {search: {selection: {name: ucb1, c: 4}}}\n"
      "      schedule: {type: gauntlet, reference: uct-1, pairs: 1}\n";
  const std::string text = study_of_three(kStar, "[sweep, further]", more);
  const auto best = [&](std::uint64_t again, std::uint64_t fourth) {
    return constant_of_best(
        text,
        {{"sweep", table_with({hundred_games("uct-1", "uct-2", 20), hundred_games("uct-1", "uct-3", 35)})},
         {"further", table_with({hundred_games("uct-2", "uct-1", again), hundred_games("uct-4", "uct-1", fourth)})}});
  };
  EXPECT_EQ(best(60, 60), 2) << "0.8 and 0.6 make 0.7";
  EXPECT_EQ(best(40, 60), 3) << "0.65 of the first step: 0.8 and 0.4 make 0.6";
  EXPECT_EQ(best(60, 80), 4) << "whom the other step alone has";
  EXPECT_THAT(refusal(study_of_three(kStar, "[sweep, further]", replaced(more, "c: 2", "c: 5"))),
              AllOf(HasSubstr("steps.games.players.k.search.selection.c"),
                    HasSubstr("uct-2 has 2 at search.selection.c in one of these steps and 5 in another")));
  EXPECT_THAT(refusal(study_of_three(kStar, "[sweep, sweep]")), HasSubstr("sweep stands there twice"));
}

TEST(ChosenValues, OneTournamentOfAStepChooses) {
  EXPECT_THAT(refusal(study_of_three(kStar, "sweep", "", "x")),
              AllOf(HasSubstr("study.yaml:"), HasSubstr("2 tournaments of sweep belong to this one; allowed: one"),
                    HasSubstr("run over the same lists (`each`): x")));
  const std::string own = replaced(study_of_three(kStar, "sweep", "", "x"), "  games:\n", "  games:\n    each: x\n");
  EXPECT_EQ(refusal(own), "nothing is wrong");
  EXPECT_THAT(refusal(replaced(own, "  sweep:\n", "  sweep:\n    except: p\n")),
              HasSubstr("0 tournaments of sweep belong to this one"));
  EXPECT_THAT(refusal(replaced(replaced(study_of_three("type: gauntlet, reference: puct"), "pairs: 1, type: gauntlet",
                                        "type: gauntlet"),
                               "  sweep:\n", "  sweep:\n    rounds: {pairs: [1, 2]}\n")),
              HasSubstr("2 tournaments of sweep belong to this one; allowed: a step without rounds"));
}

TEST(ChosenValues, AllHaveMetOne) {
  EXPECT_THAT(refusal(study_of_three("type: round_robin")),
              AllOf(HasSubstr("3 players (uct-1, uct-2, uct-3) have met all the others of uct-*"),
                    HasSubstr("one reference, whom all of them meet in sweep")));
  EXPECT_THAT(refusal(study_of_three("type: pairings, pairings: [[uct-1, puct], [uct-2, uct-1], [uct-3, puct]]")),
              HasSubstr("nobody has met all the others of uct-*"));
  EXPECT_THROW(
      (void)constant_of_best(study_of_three(kStar), {{"sweep", table_with({hundred_games("uct-1", "uct-2", 9)})}}),
      RunError)
      << "no game of a pairing was valid";
}

/// What stands there follows from tunings that the last step does not take from.
TEST(ChosenValues, AStepWithMeansIsRefused) {
  const std::string tune =
      "steps:\n  tune: {tuning: {name: t, game: tictactoe, defaults: {search: {budget: {simulations: 9}}}, candidate: "
      "{backup: average}, opponent: {backup: average}, parameters: {search.selection.c: {low: 0.2, high: 3, scale: "
      "log}}}, evaluations: 2}\n";
  EXPECT_THAT(refusal(replaced(replaced(study_of_three(kStar), "steps:\n", tune), "c: 2",
                               "c: {mean_of: tune, value: search.selection.c}")),
              AllOf(HasSubstr("steps.games"), HasSubstr("sweep has a `mean_of` of tune")));
}

TEST(EffectsStep, NamesListsAndPairingsThatAreThere) {
  const StudyConfig study = read(std::string(kFactorialHead) + kGames + kEffects);
  const EffectsStep& effects = step_of(study, "answer").effects;
  ASSERT_EQ(effects.switches.size(), 3U);
  EXPECT_EQ(effects.switches[0].from + " to " + effects.switches[0].to, "loud to plain");
  EXPECT_EQ(effects.switches[2].from + " to " + effects.switches[2].to, "usual to best");
  EXPECT_EQ(effects.switches[2].predicted, Predicted::takes);
  for (const auto& [from, to, said] :
       {std::tuple("{rule: {", "{ruel: {", "no list is called ruel; lists: moves, rule, c; did you mean rule?"),
        std::tuple("moves: {}", "moves: {from: 10, to: 20}", "allowed: two items of moves: 40, 10"),
        std::tuple("predicted: adds", "predicted: more", "more is not allowed"),
        std::tuple("of: games", "of: sweeep", "no earlier step called sweeep is of kind tournament"),
        std::tuple("again: [again, uct-plain-40-usual]", "again: [again, again]", "has no pairing [again, again]"),
        std::tuple("pairing: [max", "pairing: [min", "has no pairing [min-plain-40-best, uct-plain-40-best]"),
        std::tuple("of: games", "off: games", "off: unknown key")})
    EXPECT_THAT(refusal(std::string(kFactorialHead) + kGames + replaced(kEffects, from, to)), HasSubstr(said)) << to;
}

constexpr const char* kRunByRun = R"(
name: small
seed: 7
lists: {moves: [40, 10], c: {usual: 0.7, large: 2}, x: [p, q]}
steps:
  games:
    each: [moves, c]
    tournament:
      game: tictactoe
      players:
        max: {backup: max, search: &same {budget: {simulations: $moves}, selection: {name: ucb1, c: $c}}}
        average: {search: *same}
      schedule: {type: pairings, pairs: 1, pairings: [[max, average]]}
  answer:
    effects:
      of: games
      switches: {moves: {}, c: {}}
      pairing: [max, average]
)";

TEST(EffectsStep, EveryVariantIsOneTournament) {
  EXPECT_EQ(refusal(kRunByRun), "nothing is wrong");
  EXPECT_THAT(refusal(replaced(kRunByRun, "each: [moves, c]\n", "each: [moves, c]\n    except: large\n")),
              AllOf(HasSubstr("study.yaml:18:"), HasSubstr("steps.answer.effects.switches.c"),
                    HasSubstr("large of c is left out of games by its `except`"), HasSubstr("games has: usual")));
  EXPECT_THAT(refusal(replaced(kRunByRun, "each: [moves, c]", "each: [moves, c, x]")),
              AllOf(HasSubstr("steps.answer"), HasSubstr("2 tournaments of games have the variant 40-usual")));
}

TEST(EffectsStep, ComparesVariantsOutsideOfTheFactorialToo) {
  const std::string others =
      "      others:\n        variants: {even: [again, uct-plain-40-usual]}\n"
      "        compared: {more: {from: 'no', to: 'yes', of: [plain-40-best, loud-40-best], less: even}}\n";
  const StudyConfig study = read(std::string(kFactorialHead) + kGames + kEffects + others);
  EXPECT_EQ(step_of(study, "answer").effects.others.compared.front().less, std::vector<std::string>{"even"});
  EXPECT_THAT(refusal(std::string(kFactorialHead) + kGames + kEffects + replaced(others, "less: even", "less: evne")),
              HasSubstr("no variant is called evne"));
  EXPECT_THAT(
      refusal(std::string(kFactorialHead) + kGames + kEffects + replaced(others, "less: even", "less: loud-40-best")),
      HasSubstr("loud-40-best stands in `of`, too"));
}

TEST(SummaryStep, NamesSwitchesOfItsTables) {
  const std::string study = std::string(kFactorialHead) + kGames + kEffects;
  EXPECT_EQ(step_of(read(study + "  sum: {summary: {effects: answer, same: {'answer: c': 'answer: moves'}}}\n"), "sum")
                .summary.repeats.at("answer: c"),
            "answer: moves");
  EXPECT_THAT(refusal(study + "  sum: {summary: {effects: answer, same: {'answer: d': 'answer: moves'}}}\n"),
              HasSubstr("no switch is called answer: d; switches: answer: rule, answer: moves, answer: c"));
  EXPECT_THAT(refusal(study + "  sum: {summary: {effects: games}}\n"),
              HasSubstr("no earlier step called games is of kind effects; such are: answer"));
}

}  // namespace
}  // namespace rootward::study
