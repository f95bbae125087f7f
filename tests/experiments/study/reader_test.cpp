// A study's file: steps, their members, what they take from each other, and what is refused.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "core/errors.h"
#include "experiments/study/config.h"
#include "experiments/study/members.h"
#include "experiments/study/plan.h"
#include "experiments/study/tuned_player.h"
#include "lab/config/resolved_tree.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::study {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kTuning =
    "name: small-tuning\ngame: tictactoe\ndefaults: {search: {budget: {simulations: 20}, selection: ucb1}}\n"
    "candidate: {backup: average}\nopponent: {backup: average}\nopening: {random_plies: 2}\n"
    "games: 4\ntest_games: 4\nparameters: {search.selection.c: {low: 0.2, high: 2, scale: log}}\n";
constexpr const char* kFinals =
    "name: small-finals\ngame: tictactoe\ndefaults: {search: {budget: {simulations: 20}, selection: ucb1}}\n"
    "players: {strong: {backup: average}}\n"
    "schedule: {type: gauntlet, reference: strong, pairs: 2, opening: {random_plies: 2}}\n";
constexpr const char* kHead =
    "name: small\nseed: 7\noperators: [average, softmax]\nlists: {seed: [3, 4], budget: {few: 10, many: 40}}\nsteps:\n";
constexpr const char* kTune =
    "  tune:\n    each: [operator, seed]\n    tuning: {base: tuning.yaml, seed: $seed, candidate: {backup: "
    "$operator}}\n"
    "    evaluations: 3\n";
constexpr const char* kFinal =
    "  final:\n    each: budget\n    tournament: {base: finals.yaml, defaults: {search: {budget: {simulations: "
    "$budget}}}}\n    tuned_players: tune\n";

class StudyFile : public ::testing::Test {
 protected:
  StudyFile() {
    testing::write_text(scratch_.path("tuning.yaml"), kTuning);
    testing::write_text(scratch_.path("finals.yaml"), kFinals);
  }
  [[nodiscard]] StudyConfig read(const std::string& text, const std::vector<Override>& overrides = {}) const {
    StudyConfig study = parse_study(text, scratch_.path("study.yaml"), overrides);
    check_members(study);
    return study;
  }
  [[nodiscard]] std::string refusal(const std::string& text) const {
    try {
      (void)read(text);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "nothing is wrong";
  }
  [[nodiscard]] std::string refusal_of_steps(const std::string& steps) const { return refusal(kHead + steps); }

  testing::ScratchFolder scratch_;
};

std::vector<std::string> places(const StudyConfig& study, const char* step) {
  std::vector<std::string> names;
  for (const Member& member : step_of(study, step).members) names.push_back(member.place);
  return names;
}

TEST_F(StudyFile, AStepHasAMemberForEveryItem) {
  const StudyConfig study = read(std::string(kHead) + kTune + kFinal);
  EXPECT_THAT(places(study, "tune"),
              ElementsAre("tune/average-3", "tune/softmax-3", "tune/average-4", "tune/softmax-4"))
      << "the first list changes fastest";
  EXPECT_THAT(places(study, "final"), ElementsAre("final/few", "final/many"));
}

TEST_F(StudyFile, ItemsStandInPlaceOfTheirListsName) {
  const StudyConfig study = read(std::string(kHead) + kTune + kFinal);
  const StudyStep& tune = step_of(study, "tune");
  const TunedPlayer player = tuned_player_of(study, tune, tune.members[3]);
  EXPECT_EQ(player.label, "softmax-4");
  EXPECT_EQ(player.tuning.seed, 4U);
  EXPECT_EQ(player.tuning.name, "softmax-4");
  EXPECT_EQ(player.tuning.candidate.search.backup.name, "softmax");
  ASSERT_EQ(player.tuning.parameters.size(), 2U);
  EXPECT_EQ(player.tuning.parameters[0].path, "backup.g") << "the operator's own, with its own limits";
  EXPECT_EQ(player.tuning.parameters[1].high, 2) << "the constant's limits are the tuning's own";
  EXPECT_EQ(tune.evaluations, 3U);
}

TEST_F(StudyFile, TunedPlayersJoinATournament) {
  const StudyConfig study = read(std::string(kHead) + kTune + kFinal);
  const StudyStep& final = step_of(study, "final");
  const Member many = final.members[1];
  LowestPlayers lowest(study);
  const std::map<std::string, std::uint64_t> own = {{"softmax", 33}};
  const tournament::TournamentConfig config =
      tournament_of(study, final, many, taken_of(study, final, many, lowest.player_of(), own));
  EXPECT_EQ(config.name, "many");
  EXPECT_NE(config.seed, 7U) << "one of its own, where the configuration has none";
  std::vector<std::string> names;
  for (const PlayerSpec& player : config.players) names.push_back(player.name);
  EXPECT_THAT(names, ElementsAre("strong", "average-3", "softmax-3", "average-4", "softmax-4"));
  EXPECT_EQ(config.players[1].search.budget.simulations, 40U);
  EXPECT_EQ(config.players[2].search.budget.simulations, 33U);
  EXPECT_EQ(config.players[2].search.selection.params.real("c"), 0.2);
}

TEST_F(StudyFile, PlayersJoinWhatSharesTheirItems) {
  const StudyConfig study = read(std::string(kHead) + kTune +
                                 "  cell:\n    each: operator\n    tournament: finals.yaml\n    tuned_players: tune\n");
  const StudyStep& cell = step_of(study, "cell");
  const Member softmax = cell.members[1];
  LowestPlayers lowest(study);
  std::vector<std::string> names;
  for (const config::YamlEntry& entry : taken_of(study, cell, softmax, lowest.player_of()).players)
    names.push_back(entry.key);
  EXPECT_THAT(names, ElementsAre("softmax-3", "softmax-4"));
}

TEST_F(StudyFile, AStepWithoutAListIsNamedByTheConfigurationAndTheStep) {
  const StudyConfig study = read(std::string(kHead) + kTune +
                                 "  one: {tournament: finals.yaml, tuned_players: tune}\n"
                                 "  two: {tournament: {base: finals.yaml, name: own}, tuned_players: tune}\n");
  const auto name_of = [&](const char* step) {
    const StudyStep& of = step_of(study, step);
    const Member member = of.members.front();
    LowestPlayers lowest(study);
    EXPECT_EQ(member.place, step);
    return tournament_of(study, of, member, taken_of(study, of, member, lowest.player_of())).name;
  };
  EXPECT_EQ(name_of("one"), "small-finals-one");
  EXPECT_EQ(name_of("two"), "own");
}

/// What is stored stands by itself: it needs none of the files that it was laid over.
TEST_F(StudyFile, TheStoredTreeReadsBackToTheSameStudy) {
  const StudyConfig study = read(std::string(kHead) + kTune + kFinal);
  const std::string stored = config::tree_text(study.tree);
  EXPECT_THAT(stored, AllOf(HasSubstr("$operator"), ::testing::Not(HasSubstr("base:"))));
  const StudyConfig again = parse_study(stored, "stored.yaml");
  EXPECT_EQ(config::tree_text(again.tree), stored);
  EXPECT_EQ(places(again, "tune"), places(study, "tune"));
}

TEST_F(StudyFile, ABaseOfAStepCountsFromTheFileThatItIsWrittenIn) {
  std::filesystem::create_directory(scratch_.path("below"));
  std::filesystem::rename(scratch_.path("tuning.yaml"), scratch_.path("below/tuning.yaml"));
  testing::write_text(scratch_.path("below/study.yaml"), std::string(kHead) + kTune);
  const StudyConfig study = read("base: below/study.yaml\nname: above\n");
  EXPECT_EQ(study.name, "above");
  EXPECT_EQ(places(study, "tune").size(), 4U);
  EXPECT_NO_THROW((void)read("base: below/study.yaml\n", {{.path = "steps.tune.tuning.games", .value = "6"}}));
}

TEST_F(StudyFile, OverridesReachStepsAndLists) {
  const StudyConfig study = read(std::string(kHead) + kTune, {{.path = "steps.tune.evaluations", .value = "9"},
                                                              {.path = "lists.seed", .value = "[5]"}});
  EXPECT_EQ(step_of(study, "tune").evaluations, 9U);
  EXPECT_EQ(places(study, "tune").size(), 2U);
  EXPECT_THROW((void)read(std::string(kHead) + kTune, {{.path = "steps.tun.evaluations", .value = "9"}}), UsageError);
}

TEST_F(StudyFile, RefusesWithPlaceAndWhatIsAllowed) {
  EXPECT_THAT(refusal("name: small\nseed: 7\n"), HasSubstr("steps"));
  EXPECT_THAT(refusal_of_steps("  a: {tournamnt: f.yaml}\n"), HasSubstr("did you mean tournament?"));
  EXPECT_THAT(refusal_of_steps("  a: {}\n"), HasSubstr("6:6: steps.a: says not what it is: one of the keys tuning, "
                                                       "tournament, estimates, selfplay, fair_tuned, grid, discovered, "
                                                       "compare, effects, summary, surface is required"));
  EXPECT_THAT(refusal_of_steps("  a: {tuning: tuning.yaml, tournament: finals.yaml}\n"),
              HasSubstr("a step is one thing; it has tuning already"));
  EXPECT_THAT(refusal_of_steps("  a: {tuning: tuning.yaml, eac: seed}\n"), HasSubstr("did you mean each?"));
  EXPECT_THAT(refusal_of_steps("  a: {tuning: tuning.yaml, each: sed}\n"),
              AllOf(HasSubstr("no list is called sed"), HasSubstr("did you mean seed?")));
  EXPECT_THAT(refusal_of_steps("  a: {tuning: {base: tuning.yaml, seed: $seed}}\n"),
              HasSubstr("$seed has no value here; add seed to the step's `each`"));
  EXPECT_THAT(refusal_of_steps("  a: {tuning: {base: tuning.yaml, seed: $sed}}\n"),
              AllOf(HasSubstr("no list is called sed"), HasSubstr("did you mean seed?")));
  const std::string one = "  one: {tournament: finals.yaml, tuned_players: tune}\n";
  const std::string other = "  second-tune:\n    each: seed\n    tuning: {base: tuning.yaml, seed: $seed}\n";
  EXPECT_THAT(
      refusal_of_steps(std::string(kTune) + other + one +
                       "  a: {tournament: finals.yaml, tuned_players: second-tune, equal_time: {of: average, in: "
                       "one}}\n"),
      AllOf(HasSubstr("in: one has other tuned players than those of second-tune"),
            HasSubstr("of: second-tune does not run over `operator`")));
  EXPECT_THAT(refusal_of_steps(std::string(kTune) + one +
                               "  a: {each: operator, tournament: finals.yaml, tuned_players: tune, equal_time: {of: "
                               "average, in: one}}\n"),
              HasSubstr("a runs over `operator`, so average is not in every one of its tournaments"));
  EXPECT_THAT(refusal_of_steps("  a: {tuning: nowhere.yaml}\n"), HasSubstr("nowhere.yaml is not there"));
  EXPECT_THAT(refusal_of_steps("  a: {tournament: finals.yaml, tuned_players: tune}\n" + std::string(kTune)),
              HasSubstr("no earlier step called tune is of kind tuning; such are: none"));
  EXPECT_THAT(refusal_of_steps(std::string(kTune) + "  a: {tournament: finals.yaml, tuned_players: tune, equal_time: "
                                                    "{of: averag, in: a}}\n"),
              AllOf(HasSubstr("averag is not allowed; allowed: an operator of this study: average, softmax"),
                    HasSubstr("did you mean average?"), HasSubstr("no earlier step called a is of kind tournament")));
  EXPECT_THAT(refusal_of_steps(std::string(kTune) + "  a: {fair_tuned: {tunings: tune, finals: []}}\n"),
              HasSubstr("a list of steps of tournaments"));
  EXPECT_THAT(refusal_of_steps("  tune: {each: operator, tuning: {base: tuning.yaml, candidate: {backup: $operator}}}\n"
                               "  one: {tournament: finals.yaml, tuned_players: tune}\n"
                               "  a: {fair_tuned: {tunings: tune, finals: [one]}}\n"),
              HasSubstr("tune each at least twice: the spread between tunings is the error"));
}

/// The tunings without some of them.
std::string tune_except(const std::string& labels) {
  std::string tune = kTune;
  return tune.insert(tune.find("    tuning:"), "    except: " + labels + "\n");
}

TEST_F(StudyFile, ExceptLeavesSomethingOfEveryList) {
  EXPECT_EQ(refusal_of_steps(tune_except("softmax")), "nothing is wrong");
  EXPECT_THAT(refusal_of_steps(tune_except("[average, softmax]")),
              AllOf(HasSubstr("study.yaml:8:"), HasSubstr("steps.tune.except: leaves nothing of operator"),
                    HasSubstr("some of average, softmax, but not all")));
  EXPECT_THAT(refusal_of_steps("  a: {over: budget, except: [few, many], tuning: tuning.yaml}\n"),
              HasSubstr("steps.a.except: leaves nothing of budget"));
  EXPECT_THAT(refusal(std::string("name: small\nseed: 7\nlists: {x: [p, q], best: {best_of: halve, count: 1}}\n"
                                  "steps:\n  halve:\n    each: x\n    except: [p, q]\n    rounds: {pairs: [1]}\n"
                                  "    tournament: finals.yaml\n")),
              HasSubstr("steps.halve.except: leaves nothing of x"));
}

TEST_F(StudyFile, WhatATableOfTunedOperatorsNeedsIsNotLeftOut) {
  const std::string answer =
      "  one: {tournament: finals.yaml, tuned_players: tune}\n  a: {fair_tuned: {tunings: tune, finals: [one]}}\n";
  EXPECT_EQ(refusal_of_steps(kTune + answer), "nothing is wrong");
  for (const char* label : {"average", "softmax"})
    EXPECT_THAT(refusal_of_steps(tune_except(label) + answer),
                AllOf(HasSubstr("study.yaml:12:"), HasSubstr("steps.a.fair_tuned"),
                      HasSubstr(std::string(label) + " of operator is left out of tune by its `except`")));
  EXPECT_THAT(refusal_of_steps(tune_except("4") + answer), HasSubstr("tune each at least twice"));
}

TEST_F(StudyFile, WhatEqualTimeNeedsIsNotLeftOut) {
  const auto refused = [&](const std::string& tune, const std::string& one, const std::string& a) {
    return refusal_of_steps(
        tune + "  one: {tournament: finals.yaml, tuned_players: tune" + one +
        "}\n  a: {tournament: finals.yaml, tuned_players: tune, equal_time: {of: average, in: one}" + a + "}\n");
  };
  const std::string each_operator = ", each: operator, control: average";
  EXPECT_EQ(refused(kTune, "", ""), "nothing is wrong");
  EXPECT_EQ(refused(kTune, each_operator + ", except: average", each_operator + ", except: average"),
            "nothing is wrong");
  EXPECT_EQ(refused(tune_except("4"), ", each: budget", ", each: budget, except: few"), "nothing is wrong");
  EXPECT_THAT(refused(tune_except("average"), "", ""),
              AllOf(HasSubstr("study.yaml:12:"), HasSubstr("steps.a.equal_time"),
                    HasSubstr("average of operator is left out of tune by its `except`, and is needed here; tune has: "
                              "softmax")));
  for (const char* label : {"average", "softmax"})
    EXPECT_THAT(refused(kTune, each_operator + ", except: " + label, ""),
                HasSubstr(std::string(label) + " of operator is left out of one"));
  EXPECT_THAT(refused(kTune, ", each: budget, except: few", ", each: budget"),
              HasSubstr("few of budget is left out of one"));
  EXPECT_THAT(refused(tune_except("4"), ", each: seed", ", each: seed"), HasSubstr("4 of seed is left out of tune"));
}

TEST_F(StudyFile, WhatAStepTakesFromTuningsIsNotLeftOut) {
  EXPECT_THAT(refusal_of_steps(tune_except("average") +
                               "  a: {each: operator, tournament: {base: finals.yaml, schedule: {reference: control}}, "
                               "tuned_players: tune, control: average}\n"),
              AllOf(HasSubstr("steps.a.control"), HasSubstr("average of operator is left out of tune")));
  EXPECT_THAT(refusal_of_steps(tune_except("3") +
                               "  a: {each: seed, tournament: {base: finals.yaml, players: {mean: {search: {selection: "
                               "{name: ucb1, c: {mean_of: tune, value: search.selection.c}}}}}}}\n"),
              AllOf(HasSubstr("steps.a"), HasSubstr("mean_of: tune has no tuning here"), HasSubstr("(in 3)")));
}

TEST_F(StudyFile, TheListOfOperatorsIsMadeByOperatorsAlone) {
  EXPECT_THAT(refusal("name: small\nseed: 7\nlists: {operator: {p: average, q: softmax}, seed: [3, 4]}\nsteps:\n" +
                      std::string(kTune)),
              HasSubstr("study.yaml:3:9: lists.operator: is the list that `operators` makes; choose another name"));
}

/// What is wrong with a run is told of its step, at the place where it was written.
TEST_F(StudyFile, ARunsProblemsAreToldOfItsStep) {
  EXPECT_THAT(refusal_of_steps("  a: {tuning: {base: tuning.yaml, gamez: 3}}\n"),
              AllOf(HasSubstr("study.yaml:6:"), HasSubstr("steps.a.gamez"), HasSubstr("did you mean games?")));
  testing::write_text(scratch_.path("finals.yaml"), std::string(kFinals) + "scoring: what\n");
  EXPECT_THAT(refusal_of_steps(std::string(kTune) + kFinal),
              AllOf(HasSubstr("finals.yaml:6:"), HasSubstr("steps.final.scoring"), HasSubstr("(in few)")));
  testing::write_text(scratch_.path("finals.yaml"),
                      std::string(kFinals).replace(std::string(kFinals).find("{strong: {"), 10, "{softmax-3: {"));
  EXPECT_THAT(refusal_of_steps(std::string(kTune) + kFinal),
              HasSubstr("players.softmax-3 is the name of a tuned player; choose another"));
}

constexpr const char* kTraining =
    "name: small-training\nseed: 5\ngame: {name: go, size: 5, komi: 24.5}\n"
    "network: {blocks: 1, filters: 4, value_hidden: 4}\ntraining: {generation: 250}\n"
    "phases: [{games: 500, simulations: 4, rate: 0.1}, {games: 500, simulations: 8, rate: 0.1}]\n";
constexpr const char* kAfter =
    "name: small\nseed: 7\nlists:\n  after:\n    few: {generation: 1, network: a.safetensors}\n"
    "    many: {generation: 3, network: \"builtin:go9-4x32\"}\nsteps:\n";

PlayedGeneration generation_at(const StudyConfig& study, const char* step, std::size_t member) {
  return generation_of(study, step_of(study, step), step_of(study, step).members[member]);
}

TEST_F(StudyFile, AStepOfSelfplayIsOneGeneration) {
  testing::write_text(scratch_.path("training.yaml"), kTraining);
  testing::write_text(scratch_.path("a.safetensors"), "");
  const StudyConfig study =
      read(std::string(kAfter) + "  new: {selfplay: training.yaml}\n" +
           "  games: {each: after, selfplay: training.yaml, generation: $after.generation, network: $after.network}\n");
  const PlayedGeneration first = generation_at(study, "new", 0);
  EXPECT_EQ(first.config.name, "small-training-new");
  EXPECT_EQ(first.config.seed, 5U) << "of the training run";
  EXPECT_EQ(first.number, 0U);
  EXPECT_EQ(first.network, "") << "random weights";
  EXPECT_THAT(places(study, "games"), ElementsAre("games/few", "games/many"));
  const PlayedGeneration few = generation_at(study, "games", 0), many = generation_at(study, "games", 1);
  EXPECT_EQ(few.number, 1U);
  EXPECT_EQ(few.network, scratch_.path("a.safetensors"));
  EXPECT_EQ(many.network, "builtin:go9-4x32");
  EXPECT_THAT(many.config.phases,
              ElementsAre(selfplay::Phase{.games = 250, .simulations = 8, .rate = 0.1, .rate_end = 0.1}))
      << "the phase of generation 3, and of its games alone";
  EXPECT_EQ(few.config.phases.front().simulations, 4U);
  EXPECT_THAT(plan_text(study, 0.001), AllOf(HasSubstr("games      2                500   not timed\nin all"),
                                             ::testing::Not(HasSubstr("0.01"))));
}

TEST_F(StudyFile, ANetworkMayBeWhatATournamentChose) {
  testing::write_text(scratch_.path("training.yaml"), kTraining);
  testing::write_text(scratch_.path("a.safetensors"), "");
  const StudyConfig study = parse_study(
      std::string(kAfter) +
          "  ladder:\n    joined: after\n    tournament:\n      game: {name: go, size: 9, komi: 7.5}\n      players:\n"
          "        uct: {backup: average}\n"
          "        $after: {search: {evaluator: {name: net, file: $after.network}}}\n"
          "      schedule: {type: gauntlet, reference: uct, pairs: 1, opening: {random_plies: 2}}\n"
          "  games:\n    selfplay: training.yaml\n    generation: 1\n    network: {best_of: {players: \"*\", in: "
          "ladder, "
          "value: search.evaluator.file}}\n",
      scratch_.path("study.yaml"));
  EXPECT_EQ(generation_at(study, "games", 0).network, scratch_.path("a.safetensors")) << "the first, before any game";
}

TEST_F(StudyFile, RefusesWhatCannotPlayItself) {
  testing::write_text(scratch_.path("training.yaml"), kTraining);
  const auto refused = [&](const std::string& keys) { return refusal_of_steps("  a: {" + keys + "}\n"); };
  EXPECT_THAT(refused("selfplay: training.yaml, generation: -1"),
              AllOf(HasSubstr("study.yaml:6:"), HasSubstr("steps.a.generation: -1"), HasSubstr("[0, 99999]")));
  EXPECT_THAT(refused("selfplay: training.yaml, generation: 2"), HasSubstr("steps.a: network: is missing"));
  EXPECT_THAT(refused("selfplay: {base: training.yaml, start: a.safetensors}"), HasSubstr("network: is missing"));
  EXPECT_THAT(refused("selfplay: training.yaml, network: nowhere.safetensors"),
              AllOf(HasSubstr("study.yaml:6:"), HasSubstr("there is no network nowhere.safetensors")));
  EXPECT_THAT(refused("selfplay: {base: training.yaml, selfplay: {search: {evaluator: playouts}}}, "
                      "network: \"builtin:go9-4x32\""),
              AllOf(HasSubstr("steps.a.network"), HasSubstr("the games' evaluator is playouts")));
  EXPECT_THAT(refused("selfplay: {base: training.yaml, phasez: 3}"), HasSubstr("did you mean phases?"));
  EXPECT_THAT(refused("selfplay: tuning.yaml"), HasSubstr("a tuning"));
  EXPECT_THAT(refused("selfplay: training.yaml, evaluations: 3"), HasSubstr("steps.a.evaluations"));
  EXPECT_THAT(refused("selfplay: training.yaml, network: $seed"), HasSubstr("seed"));
  EXPECT_THAT(refused("tournament: finals.yaml, generation: 3"), HasSubstr("steps.a.generation"));
}

constexpr const char* kCells =
    "name: small\nseed: 7\noperators: [average, softmax]\nlists:\n  seed: [3, 4]\n  domain:\n"
    "    small: {game: tictactoe, pool: {weak: {backup: average, search: {budget: {simulations: 5}}}}}\n"
    "    large: {game: {name: connect4, width: 4, height: 4}, pool: {uct: {backup: average}}}\nsteps:\n"
    "  alone:\n    each: domain\n    tuning: {base: tuning.yaml, name: alone, game: $domain.game}\n"
    "  tune:\n    each: [domain, operator, seed]\n    tuned_players: alone\n    tuning: {base: tuning.yaml, name: "
    "$operator-$seed, seed: $seed, game: $domain.game, opponents: $domain.pool, opponent: null, candidate: {backup: "
    "$operator}}\n";
constexpr const char* kCell =
    "  cell:\n    each: [domain, operator]\n    tuned_players: tune\n    control: average\n    games: {first: 12, "
    "most: "
    "24}\n    tournament: {game: $domain.game, schedule: {type: gauntlet, reference: control}}\n";

tournament::TournamentConfig cell_of(const StudyConfig& study, const char* step, std::size_t member,
                                     std::uint32_t games = 0) {
  LowestPlayers lowest(study);
  const StudyStep& played = step_of(study, step);
  const Member& at = played.members[member];
  return tournament_of(study, played, at, taken_of(study, played, at, lowest.player_of()), games);
}

std::vector<std::string> names_of(const tournament::TournamentConfig& config) {
  std::vector<std::string> names;
  for (const PlayerSpec& player : config.players) names.push_back(player.name);
  return names;
}

TEST_F(StudyFile, AnItemsParts) {
  testing::write_text(scratch_.path("tuning.yaml"),
                      std::string(kTuning).replace(std::string(kTuning).find("opponent: {backup: average}\n"), 28, ""));
  const std::string tune = std::string(kCells).replace(std::string(kCells).find("game: $domain.game}\n"), 19,
                                                       "game: $domain.game, opponents: $domain.pool}");
  const std::string text = std::string(tune).erase(tune.find(", opponent: null"), 16);
  const StudyConfig study = read(text + kCell);
  const StudyStep& step = step_of(study, "tune");
  EXPECT_EQ(step.members[3].place, "tune/large-softmax-3");
  LowestPlayers lowest(study);
  const TunedPlayer player =
      tuned_player_of(study, step, step.members[3], taken_of(study, step, step.members[3], lowest.player_of()));
  EXPECT_EQ(player.label, "softmax-3") << "as its tuning is called";
  EXPECT_EQ(player.tuning.game.name, "connect4");
  ASSERT_EQ(player.tuning.opponents.size(), 2U);
  EXPECT_EQ(player.tuning.opponents[0].player.name, "uct");
  EXPECT_EQ(player.tuning.opponents[1].player.name, "alone") << "of an earlier step, in the same domain";
  EXPECT_THAT(refusal(std::string(text).replace(text.find("$domain.pool"), 12, "$domain.pond")),
              HasSubstr("small of domain has no pond; it has: game, pool"));

  // The first tuning of the average is whom all meet, and in its own cell no entrant.
  EXPECT_THAT(names_of(cell_of(study, "cell", 0)), ElementsAre("average-3", "average-4"));
  EXPECT_THAT(names_of(cell_of(study, "cell", 2)), ElementsAre("average-3", "softmax-3", "softmax-4"));
  EXPECT_THAT(cell_of(study, "cell", 2).schedule.references, ElementsAre("average-3"));
  EXPECT_EQ(cell_of(study, "cell", 0).schedule.pairs, 6U) << "twelve games of one pairing";
  EXPECT_EQ(cell_of(study, "cell", 2).schedule.pairs, 3U) << "of two";
  EXPECT_EQ(cell_of(study, "cell", 2, 24).schedule.pairs, 6U);
  EXPECT_NE(cell_of(study, "cell", 2).seed, cell_of(study, "cell", 3).seed);
  EXPECT_THAT(plan_text(study, 0.001),
              AllOf(HasSubstr("alone      2                488  "), HasSubstr("tune       8              1,952  "),
                    HasSubstr("cell       4                 48  "), HasSubstr("in all")));
  const std::string less = std::string(kCell).replace(std::string(kCell).find("    tuned"), 0, "    except: average\n");
  EXPECT_EQ(step_of(read(text + less), "cell").members.size(), 2U);
  const std::string grid = "  answer: {grid: {finals: cell}}\n";
  EXPECT_EQ(step_of(read(text + kCell + grid), "answer").grid.finals.front(), "cell");
  const auto refused = [&](const std::string& from, const std::string& to) {
    const std::string all = text + kCell + grid;
    return refusal(std::string(all).replace(all.find(from), from.size(), to));
  };
  EXPECT_THAT(refused("    control: average\n    games: {first: 12, most: 24}\n", ""),
              HasSubstr("cell must have `control: average`"));
  EXPECT_THAT(refused("control: average", "control: []"), HasSubstr("allowed: an operator of this study"));
  EXPECT_THAT(refused("finals: cell", "finals: []"), HasSubstr("no step is named"));
  EXPECT_THAT(refused("most: 24", "most: 10"), HasSubstr("most: 10 is below first, 12"));
  EXPECT_THAT(refused("each: [domain, operator]\n", "each: domain\n"),
              HasSubstr("cell must run over `operator` and `domain`"));
  EXPECT_THAT(refused("    control: average\n", ""),
              HasSubstr("what is undecided is a gain over the control; say with `control` who that is"));
  EXPECT_THAT(refused("    tuned_players: tune\n", ""), HasSubstr("is of tuned players"));
}

}  // namespace
}  // namespace rootward::study
