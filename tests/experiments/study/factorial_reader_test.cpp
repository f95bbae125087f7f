// A study's factorials: lists whose items play in one tournament, values that earlier games choose, tables of effects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

/// A table in which one of the sweep's players scores so much against the usual one.
tournament::ResultTable table_of_sweep(double small, double large) {
  tournament::ResultTable table;
  for (const auto& [name, score] : {std::pair("uct-plain-c0.2", small), std::pair("uct-plain-c3", large)}) {
    tournament::PairingRow row;
    row.a = name;
    row.b = "uct-plain-c0.7";
    row.range.score = score;
    table.pairings.push_back(row);
  }
  return table;
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
       {std::tuple("in: sweep", "in: games", "no earlier step called games is a tournament; such are: sweep"),
        std::tuple("players: uct-$rule-c*", "players: nobody*", "no player there has a name that begins with nobody"),
        std::tuple("value: search.selection.c", "value: search.z", "and a value at search.z")})
    EXPECT_THAT(refusal(replaced(kFactorialHead, from, to) + kGames), HasSubstr(said));
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
        std::tuple("of: games", "of: sweeep", "no earlier step called sweeep is a tournament"),
        std::tuple("again: [again, uct-plain-40-usual]", "again: [again, again]", "has no pairing [again, again]"),
        std::tuple("pairing: [max", "pairing: [min", "has no pairing [min-plain-40-best, uct-plain-40-best]"),
        std::tuple("of: games", "off: games", "off: unknown key")})
    EXPECT_THAT(refusal(std::string(kFactorialHead) + kGames + replaced(kEffects, from, to)), HasSubstr(said)) << to;
}

TEST(EffectsStep, ComparesVariantsOutsideOfTheFactorialToo) {
  const std::string others =
      "      others:\n        variants: {even: [again, uct-plain-40-usual]}\n"
      "        compared: {more: {from: 'no', to: 'yes', of: [plain-40-best, loud-40-best], less: even}}\n";
  const StudyConfig study = read(std::string(kFactorialHead) + kGames + kEffects + others);
  EXPECT_EQ(step_of(study, "answer").effects.others.compared.front().less, std::vector<std::string>{"even"});
  EXPECT_THAT(refusal(std::string(kFactorialHead) + kGames + kEffects + replaced(others, "less: even", "less: evne")),
              HasSubstr("no variant is called evne"));
}

TEST(SummaryStep, NamesSwitchesOfItsTables) {
  const std::string study = std::string(kFactorialHead) + kGames + kEffects;
  EXPECT_EQ(step_of(read(study + "  sum: {summary: {effects: answer, same: {'answer: c': 'answer: moves'}}}\n"), "sum")
                .summary.repeats.at("answer: c"),
            "answer: moves");
  EXPECT_THAT(refusal(study + "  sum: {summary: {effects: answer, same: {'answer: d': 'answer: moves'}}}\n"),
              HasSubstr("no switch is called answer: d; switches: answer: rule, answer: moves, answer: c"));
  EXPECT_THAT(refusal(study + "  sum: {summary: {effects: games}}\n"),
              HasSubstr("no earlier step called games is a effects; such are: answer"));
}

}  // namespace
}  // namespace rootward::study
