// Wrong configurations: each is refused with its exact line and column, path, value, what is allowed and a near name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct WrongCase {
  std::string from;
  std::string to;
  std::string start;                 ///< line:column and path
  std::vector<std::string> parts{};  ///< further parts of the message
};

std::ostream& operator<<(std::ostream& out, const WrongCase& wrong) { return out << wrong.to; }

class Wrong : public ::testing::TestWithParam<WrongCase> {};

TEST_P(Wrong, IsRefusedWithPlace) {
  const WrongCase& wrong = GetParam();
  const std::vector<std::string> problems = problems_of(with(kSample, wrong.from, wrong.to));
  ASSERT_EQ(problems.size(), 1U) << ::testing::PrintToString(problems);
  EXPECT_THAT(problems[0], StartsWith(wrong.start));
  for (const std::string& part : wrong.parts) EXPECT_THAT(problems[0], HasSubstr(part));
}

INSTANTIATE_TEST_SUITE_P(
    Top, Wrong,
    ::testing::Values(
        WrongCase{"seed: 7", "seed: -1", "3:7: seed: -1 is not allowed", {"[0, 18446744073709551615]"}},
        WrongCase{"seed: 7", "seed: 7.5", "3:7: seed: 7.5 is not allowed"},
        WrongCase{"seed: 7", "seed: '7'", "3:7: seed: \"7\" is not allowed"},
        WrongCase{"seed: 7", "seed: 18446744073709551616", "3:7: seed: 18446744073709551616 is not allowed"},
        WrongCase{"name: sample", "name: a b", "1:7: name: a b is not allowed", {"letters, digits"}},
        WrongCase{"name: sample", "name: ..", "1:7: name: .. is not allowed"},
        WrongCase{"name: sample", "name:", "1:1: name: an empty value is not allowed"},
        WrongCase{"question: Which is better?",
                  "question: 5",
                  "2:11: question: 5 is not allowed",
                  {"allowed: a text", "quotes make it one"}},
        WrongCase{
            "game:", "gmae: 1\ngame:", "4:1: gmae: unknown key", {"known keys: name, question", "did you mean game?"}},
        WrongCase{"{name: connect4, width: 7}",
                  "conect4",
                  "4:7: game: no game is called conect4",
                  {"known: tictactoe, connect4, go", "did you mean connect4?"}},
        WrongCase{"{name: connect4, width: 7}", "{width: 7}", "4:7: game.name: is required"},
        WrongCase{"width: 7", "width: 99", "4:31: game.width: 99 is not allowed", {"an integer in [4, 32]"}},
        WrongCase{"width: 7", "widht: 7", "4:24: game.widht: unknown key", {"did you mean width?"}},
        WrongCase{"width: 7", "width: 7, blocked: {column: 3}", "4:43: game.blocked.row: missing"},
        WrongCase{"width: 7",
                  "width: 7, blocked: {column: 3, rwo: 2}",
                  "4:55: game.blocked.rwo: unknown key",
                  {"known keys: column, row", "did you mean row?"}},
        WrongCase{"width: 7",
                  "width: 7, blocked: 3",
                  "4:43: game.blocked: 3 is not allowed",
                  {"one of: random, or a map with the keys column, row"}},
        WrongCase{"width: 7", "width: 7, blocked: {column: 9, row: 1}",
                  "4:52: game.blocked.column: 9 is off the board"},
        WrongCase{"width: 7",
                  "width: 7, blocked.row: 2",
                  "4:34: game.blocked.row: unknown key",
                  {"write it as a map in a map"}},
        WrongCase{"width: 7", "width: {a: 1}", "4:31: game.width: a map is not allowed"}));

INSTANTIATE_TEST_SUITE_P(
    Search, Wrong,
    ::testing::Values(
        WrongCase{
            "  search:", "  searhc: {}\n  search:", "6:3: defaults.searhc: unknown key", {"did you mean search?"}},
        WrongCase{"simulations: 50", "simulations: 0", "7:27: defaults.search.budget.simulations: 0 is not allowed"},
        WrongCase{"simulations: 50",
                  "simulations: 5e-3",
                  "7:27: defaults.search.budget.simulations: 5e-3 is not allowed",
                  {"an integer in [1, 1000000000]"}},
        WrongCase{"simulations: 50",
                  "simulations: \"50\"",
                  "7:27: defaults.search.budget.simulations: 50 is not allowed",
                  {"quotes make it a text"}},
        WrongCase{"simulations: 50", "simulations: [50]",
                  "7:27: defaults.search.budget.simulations: a list is not allowed"},
        WrongCase{"simulations: 50", "simulatons: 50", "7:14: defaults.search.budget.simulatons: unknown key"},
        WrongCase{"{simulations: 50}", "50", "7:13: defaults.search.budget: 50 is not allowed; allowed: a map"},
        WrongCase{"simulations: 50", "simulations: 50, seconds: 1",
                  "7:13: defaults.search.budget: a budget is exactly one"},
        WrongCase{"{backup: average}", "{search: {budget: {game_seconds: 5, moves: 0}}}",
                  "10:55: players.average.search.budget.moves: 0 is not allowed"},
        WrongCase{"{backup: average}", "{search: {budget: {game_seconds: 5}}}",
                  "10:30: players.average.search.budget.moves: is required"},
        WrongCase{"simulations: 50", "moves: 5", "7:13: defaults.search.budget: a budget is exactly one"},
        WrongCase{"c: 0.9", "c: -1", "8:32: defaults.search.selection.c: -1 is not allowed", {"a number in [0, 1000]"}},
        WrongCase{"c: 0.9", "c: .inf", "8:32: defaults.search.selection.c: inf is not allowed"},
        WrongCase{"c: 0.9", "c: yes", "8:32: defaults.search.selection.c: yes is not allowed"},
        WrongCase{"c: 0.9",
                  "reads: man",
                  "8:36: defaults.search.selection.reads: man is not allowed",
                  {"did you mean mean?"}},
        WrongCase{"ucb1",
                  "ucb2",
                  "8:23: defaults.search.selection.name: no selection rule is called ucb2",
                  {"did you mean ucb1?"}},
        WrongCase{"solver: true", "solver: yes",
                  "12:70: players.soft.search.solver: yes is not allowed; allowed: true or false"},
        WrongCase{
            "solver: true", "solvr: true", "12:62: players.soft.search.solvr: unknown key", {"did you mean solver?"}},
        WrongCase{"solver: true",
                  "expansion: some",
                  "12:73: players.soft.search.expansion: some is not allowed",
                  {"one of: one, all, self"}},
        WrongCase{"solver: true", "expansion: {kind: all, after: -1}",
                  "12:92: players.soft.search.expansion.after: -1"},
        WrongCase{"solver: true", "max_nodes: 1.5", "12:73: players.soft.search.max_nodes: 1.5 is not allowed"},
        WrongCase{"solver: true", "final_move: {name: secure, b: 1}",
                  "12:89: players.soft.search.final_move.b: unknown key"},
        WrongCase{"solver: true", "final_reads: 3", "12:75: players.soft.search.final_reads: 3 is not allowed"},
        WrongCase{"solver: true",
                  "evaluator: playout",
                  "12:73: players.soft.search.evaluator: no evaluator is called playout",
                  {"did you mean playouts?"}},
        WrongCase{"{solver: true}", "7", "12:61: players.soft.search: 7 is not allowed; allowed: a map"}));

INSTANTIATE_TEST_SUITE_P(
    Players, Wrong,
    ::testing::Values(
        WrongCase{"backup: average",
                  "backup: avrage",
                  "10:21: players.average.backup: no backup operator is called avrage",
                  {"did you mean average?"}},
        WrongCase{"{backup: average}",
                  "{bakup: average}",
                  "10:13: players.average.bakup: unknown key",
                  {"did you mean backup?"}},
        WrongCase{"{backup: average}", "average", "10:12: players.average: average is not allowed; allowed: a map"},
        WrongCase{"alpha: 0.02", "alpha: 2", "11:38: players.erwa.backup.alpha: 2 is not allowed", {"[0, 1]"}},
        WrongCase{
            "alpha: 0.02", "alhpa: 0.02", "11:31: players.erwa.backup.alhpa: unknown key", {"did you mean alpha?"}},
        WrongCase{"alpha: 0.02", "alpha:", "11:31: players.erwa.backup.alpha: an empty value is not allowed"},
        WrongCase{
            "alpha: 0.02", "init: first", "11:37: players.erwa.backup.init: first is not allowed", {"first_return"}},
        WrongCase{"-1.5, 0]", "-1.5, x]", "12:48: players.soft.backup.g[2]: x is not allowed", {"[-100, 100]"}},
        WrongCase{"-1.5, 0]", "-1.5, 101]", "12:48: players.soft.backup.g[2]: 101 is not allowed"},
        WrongCase{
            "[-2, -1.5, 0]", "[]", "12:37: players.soft.backup.g: a list of 0 is not allowed", {"1 to 64 numbers"}},
        WrongCase{"[-2, -1.5, 0]", "-2", "12:37: players.soft.backup.g: -2 is not allowed"},
        WrongCase{"solver: true", "budget: {seconds: 1}",
                  "12:18: players.soft.backup.span: is required where there is no budget"},
        WrongCase{"{backup: average}", "{backup: {name: coulom, scale: board}}",
                  "10:43: players.average.backup.scale: board is for Go-like games only"},
        WrongCase{"player: random",
                  "player: radnom",
                  "13:17: players.any.player: no kind of player is called radnom",
                  {"did you mean random?"}},
        WrongCase{
            "player: random", "player: oracle", "13:17: players.any.player: no kind of player", {"known: random"}},
        WrongCase{"player: random",
                  "player: random, backup: average",
                  "13:25: players.any.backup: unknown key",
                  {"no keys are allowed here"}},
        WrongCase{"player: random",
                  "preset: gnugoo, level: 5",
                  "13:17: players.any.preset: no preset is called gnugoo",
                  {"did you mean gnugo?", "pachi"}},
        WrongCase{"player: random",
                  "preset: gnugo, level: 5",
                  "13:17: players.any.preset: gnugo is not allowed in the game connect4",
                  {"plays go alone", "allowed: `gtp: \"command\"`"}},
        WrongCase{"player: random", "preset: pachi", "13:17: players.any.preset: pachi is not allowed"},
        WrongCase{"player: random", "preset: gnugo, level: 50", "13:31: players.any.level: 50 is not allowed"},
        WrongCase{"player: random", "preset: gnugo, backup: average", "13:24: players.any.backup: unknown key"},
        WrongCase{"player: random", "gtp: \"\"", "13:14: players.any.gtp: \"\" is not allowed"},
        WrongCase{"player: random", "gtp: x, restart: often", "13:26: players.any.restart: often is not allowed"},
        WrongCase{"player: random", "gtp: x, environment: {A: [1]}", "13:34: players.any.environment.A: "},
        WrongCase{"any:", "a b:", "13:3: players.a b: \"a b\" is not allowed as a player's name"},
        WrongCase{"any:", "\"a:b\":", "13:3: players.a:b: \"a:b\" is not allowed as a player's name"},
        WrongCase{"any:", "all:", "13:3: players.all: all is a reserved name"},
        WrongCase{"any:", "SOFT:", "13:3: players.SOFT: duplicate name: soft is there already"},
        WrongCase{"any:", "soft:", "13:3: players.soft: duplicate key; it stands in line 12 already"}));

INSTANTIATE_TEST_SUITE_P(
    Schedule, Wrong,
    ::testing::Values(
        WrongCase{"type: gauntlet",
                  "type: swiss",
                  "14:18: schedule.type: swiss is not allowed",
                  {"one of: round_robin, gauntlet, ladder"}},
        WrongCase{"type: gauntlet, ", "", "14:11: schedule.type: is required"},
        WrongCase{"reference: average, ", "", "14:11: schedule.reference: is required"},
        WrongCase{"reference: average",
                  "reference: avrage",
                  "14:39: schedule.reference: no player is called avrage",
                  {"did you mean average?"}},
        WrongCase{"reference: average",
                  "reference: [average, avrage]",
                  "14:49: schedule.reference[1]: no player is called avrage",
                  {"did you mean average?"}},
        WrongCase{"reference: average", "reference: [average, average]",
                  "14:49: schedule.reference[1]: average stands in the list already"},
        WrongCase{"reference: average",
                  "reference: []",
                  "14:39: schedule.reference: an empty list is not allowed",
                  {"a player's name, or a list of names"}},
        WrongCase{"reference: average", "reference: [average, erwa, soft, any]",
                  "14:39: schedule.reference: every player is a reference"},
        WrongCase{"pairs: 3",
                  "leave_out: soft, pairs: 3",
                  "14:59: schedule.leave_out: soft is not allowed",
                  {"a list of pairings"}},
        WrongCase{"pairs: 3", "leave_out: [soft], pairs: 3", "14:60: schedule.leave_out[0]: soft is not allowed"},
        WrongCase{"pairs: 3",
                  "leave_out: [[sof, average]], pairs: 3",
                  "14:61: schedule.leave_out[0][0]: no player is called sof",
                  {"did you mean soft?"}},
        WrongCase{"pairs: 3", "leave_out: [[soft, any]], pairs: 3",
                  "14:59: schedule.leave_out: each must be a pairing of the schedule"},
        WrongCase{"pairs: 3", "pairs: 0", "14:55: schedule.pairs: 0 is not allowed", {"[1, 10000000]"}},
        WrongCase{"pairs: 3, ", "", "14:11: schedule.pairs: is required"},
        WrongCase{"random_plies: 2", "random_plies: -2", "14:82: schedule.opening.random_plies: -2 is not allowed"},
        WrongCase{"random_plies: 2", "random_plies: 2, book: b.txt",
                  "14:91: schedule.opening.book: openings come from"},
        WrongCase{"random_plies: 2", "book: ''", "14:74: schedule.opening.book: \"\" is not allowed"},
        WrongCase{"random_plies: 2", "balance: [0.6, 0.4]", "14:77: schedule.opening.balance: the lower end is above"},
        WrongCase{"random_plies: 2", "balance: [0.4, 1.4]", "14:83: schedule.opening.balance[1]: 1.4 is not allowed"},
        WrongCase{"random_plies: 2", "balance: [0.4]", "14:77: schedule.opening.balance: a list of 1 is not allowed"},
        WrongCase{"random_plies: 2", "balance:", "14:68: schedule.opening.balance: an empty value is not allowed"},
        WrongCase{"schedule:", "stop: {sprt: {elo0: 5, elo1: 5}}\nschedule:",
                  "14:14: stop.sprt: elo1 5 is not allowed with elo0 5"},
        WrongCase{"schedule:", "stop: {sprt: {elo0: 5}}\nschedule:", "14:14: stop.sprt.elo1: is required"},
        WrongCase{"schedule:",
                  "stop: {sprt: {elo1: 5, alpha: 0}}\nschedule:",
                  "14:31: stop.sprt.alpha: 0 is not allowed",
                  {"(0, 0.5)"}},
        WrongCase{"schedule:", "stop: {}\nschedule:", "14:7: stop.sprt: is required"}));

TEST(Strictness, TheSampleItselfIsRight) { EXPECT_THAT(problems_of(kSample), IsEmpty()); }

TEST(Strictness, EverythingIsToldAtOnceInOrder) {
  std::string yaml = with(kSample, "seed: 7", "seed: x");
  yaml = with(yaml, "alpha: 0.02", "alpha: 2");
  yaml = with(yaml, "pairs: 3", "pairs: many");
  yaml = with(yaml, "width: 7", "widht: 7");
  EXPECT_THAT(problems_of(yaml), ElementsAre(StartsWith("3:7: seed"), StartsWith("4:24: game.widht"),
                                             StartsWith("11:38: players.erwa"), StartsWith("14:55: schedule.pairs")));
}

TEST(Strictness, ADefaultIsToldOnce) {
  EXPECT_THAT(problems_of(with(kSample, "c: 0.9", "c: -1")), ::testing::SizeIs(1));
}

TEST(Strictness, MissingKeysAreAllNamed) {
  EXPECT_THAT(
      problems_of("question: x\n"),
      ElementsAre(HasSubstr("name: is required"), HasSubstr("seed: is required"), HasSubstr("game: is required"),
                  HasSubstr("players: is required"), HasSubstr("schedule: is required")));
}

TEST(Strictness, WhatIsNoMapIsRefused) {
  EXPECT_THAT(problems_of(""), ElementsAre("an empty value is not allowed; allowed: a map"));
  EXPECT_THAT(problems_of("[1]"), ElementsAre("1:1: a list is not allowed; allowed: a map"));
  EXPECT_THAT(problems_of(with(kSample, "players:", "players: 3\nplayrs:")),
              ::testing::Contains(StartsWith("9:10: players: 3 is not allowed; allowed: a map")));
}

TEST(Strictness, OnePlayerIsTooFew) {
  EXPECT_THAT(problems_of("name: a\nseed: 1\ngame: tictactoe\nplayers: {x: {}}\nschedule: {type: ladder, pairs: 1}\n"),
              ElementsAre("4:10: players: 1 players; at least two are needed"));
}

TEST(Strictness, TheFileIsNamed) {
  try {
    (void)tournament::parse_tournament(with(kSample, "seed: 7", "seed: x"), "some.yaml");
    FAIL() << "a seed of x was taken";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "some.yaml:3:7: seed: x is not allowed; allowed: an integer in [0, 18446744073709551615]");
  }
  EXPECT_THROW((void)tournament::read_tournament("no/such/file.yaml"), UsageError);
}

TEST(Strictness, PresetsAreForGoAlone) {
  const std::string config = with(kSample, "player: random", "preset: gnugo, level: 5");
  EXPECT_THAT(problems_of(with(config, "{name: connect4, width: 7}", "go:9")), IsEmpty());
  EXPECT_THAT(problems_of(with(config, "{name: connect4, width: 7}", "nogo")),
              ElementsAre(HasSubstr("gnugo is not allowed in the game nogo")));
}

}  // namespace
}  // namespace rootward::config_tests
