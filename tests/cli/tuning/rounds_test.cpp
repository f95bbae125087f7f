// `rootward run` of studies whose steps have rounds: a search for formulas with a kill on the way, and players of a
// list thinned out.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>

#include "experiments/study/effects.h"
#include "tests/cli/atlas/equal_time.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kSearch = R"(
name: small
seed: 8
lists:
  seed: [8, 9]
  domain: {ttt: tictactoe, hex: {name: hex, size: 3}, kalah: {name: kalah, pits: 2, seeds: 2}}
  survivor: {best_of: search, count: 2}
steps:
  control:
    each: [domain, seed]
    tuning: {name: average-$seed, seed: $seed, game: $domain, defaults: {search: {budget: {simulations: 8}}},
             candidate: {backup: average}, opponent: {backup: average, search: {selection: {name: ucb1, c: 0.7}}},
             opening: {random_plies: 1}, games: 4, test_games: 4,
             parameters: {search.selection.c: {low: 0.2, high: 3, scale: log}}}
    evaluations: 2
  search:
    each: domain
    except: kalah
    tournament:
      game: $domain
      defaults: &defaults {search: {budget: {simulations: 8},
        selection: {name: ucb1, c: {mean_of: control, value: search.selection.c}}}}
      players: &control {control: {backup: average}}
      schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}
    rounds: {pairs: [1, 2], keep: 0.4}
    formulas: {generations: 2, count: 5, parents: 2, fresh: 0.4}
  tune:
    each: survivor
    over: domain
    except: kalah
    tuning: {name: $survivor.name, game: $domain, defaults: *defaults, candidate: {backup: $survivor.backup},
             opponents: *control, opening: {random_plies: 1}, games: 4,
             parameters: {search.selection.c: {low: 0.2, high: 3, scale: log}}}
    evaluations: 3
  cost:
    each: [domain, survivor]
    except: [ttt, hex]
    tournament: {game: $domain, defaults: *defaults, players: *control,
                 schedule: &alone {type: gauntlet, reference: control, pairs: 2, opening: {random_plies: 1}}}
    tuned_players: tune
  trial:
    each: [domain, survivor]
    except: [ttt, hex]
    tournament: {game: $domain, defaults: *defaults, players: *control, schedule: *alone}
    tuned_players: tune
    equal_time: {of: control, in: cost}
  confirmation:
    each: [domain, survivor]
    except: [ttt, hex]
    tournament: {game: $domain, defaults: *defaults, players: *control, schedule: *alone}
    tuned_players: tune
    equal_time: {of: control, in: trial}
  answer: {discovered: {search: search, control: control, confirmation: confirmation}}
)";

/// Everybody against the control; the best two play on, and are there by name in a later step.
constexpr const char* kHalving = R"(
name: halving
seed: 3
operators: [average, softmax, max]
lists: {best: {best_of: halve, count: 2}, game: {ttt: tictactoe, hex: {name: hex, size: 3}}}
steps:
  halve:
    each: game
    tournament:
      game: $game
      defaults: {search: {budget: {simulations: 20}}}
      players: {control: {backup: average, search: {budget: {simulations: 10}}}, one: {backup: average},
                two: {backup: max}, three: {backup: softmax}, four: {backup: erwa}}
      schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}
    rounds: {pairs: [2, 4, 8], keep: 0.5}
  final:
    each: best
    tournament:
      game: tictactoe
      defaults: {search: {budget: {simulations: 20}}}
      players: {control: {backup: average}, again: {backup: $best.backup}}
      schedule: {type: gauntlet, reference: control, pairs: 3, opening: {random_plies: 1}}
)";

void expect_equal_time(const Workplace& place) {
  const auto budget_in = [&](const char* step) {
    return file_text(place.path("d/" + std::string(step) + "/kalah-survivor-1/manifest.json"));
  };
  const double cost = study::read_effect(place.path("d/cost/kalah-survivor-1"))->cost;
  const std::uint64_t tried = affordable(8, cost);
  EXPECT_THAT(budget_in("trial"), HasSubstr("budget: {simulations: " + std::to_string(tried) + "}"));
  const double again = study::read_effect(place.path("d/trial/kalah-survivor-1"))->cost;
  EXPECT_THAT(budget_in("confirmation"),
              HasSubstr("budget: {simulations: " + std::to_string(affordable(8, again)) + "}"));
}

/// Formulas, points and what was recommended are under sums, and the manifest says how many formulas there were.
void expect_what_is_stored_to_be_checked(const Workplace& place) {
  const Finished whole = run_program(place.path(), {"verify", "d"});
  EXPECT_EQ(whole.exit_code, 0) << whole.out;
  for (const auto& [file, from] :
       std::vector<std::pair<std::string, std::string>>{{"d/tune/survivor-1/002/point.json", "search"},
                                                        {"d/tune/survivor-2.json", "params"},
                                                        {"d/search/01/formulas.jsonl", "\n"}}) {
    const std::string good = file_text(place.path(file));
    ASSERT_NE(good, "") << file;
    std::string text = good;
    place.write(file, from == "\n" ? good.substr(good.find('\n') + 1) : text.replace(text.find(from), 1, "z"));
    const Finished changed = run_program(place.path(), {"verify", "d"});
    EXPECT_EQ(changed.exit_code, 1) << file;
    EXPECT_THAT(changed.out, HasSubstr(file + ": ")) << file;
    place.write(file, good);
  }
}

/// Of the rounds; who goes on, and the table, follow from what is kept.
void expect_games_may_be_dropped(const Workplace& place, const std::vector<std::string>& search,
                                 const std::string& table) {
  std::filesystem::copy(place.path("d"), place.path("few"), std::filesystem::copy_options::recursive);
  std::vector<std::string> few = search;
  few.at(3) = "few";
  few.emplace_back("--drop-games");
  const Finished dropped = run_program(place.path(), few);
  EXPECT_THAT(dropped.err, HasSubstr("and 20 tournaments were dropped")) << "8 of rounds, 12 of two tunings";
  EXPECT_FALSE(std::filesystem::exists(place.path("few/search/02/1/ttt")));
  EXPECT_FALSE(std::filesystem::exists(place.path("few/tune/survivor-1/002/hex")));
  EXPECT_TRUE(std::filesystem::exists(place.path("few/confirmation/kalah-survivor-1/games.jsonl")));
  EXPECT_EQ(run_program(place.path(), {"table", "few"}).out, table);
  few.pop_back();
  EXPECT_EQ(run_program(place.path(), few).out, table) << "nothing is played again";
  EXPECT_FALSE(std::filesystem::exists(place.path("few/search/02/1/ttt")));
  EXPECT_EQ(run_program(place.path(), {"verify", "few"}).exit_code, 0);
}

TEST(Rounds, ASearchTriesTunesConfirmsAndGoesOnAfterAKill) {
  const Workplace place;
  place.write("search.yaml", kSearch);
  const std::vector<std::string> search = {"run", "search.yaml", "--out", "d", "--threads", "1"};
  for (const char* until : {"d/search/02/1/ttt/games.jsonl", "d/tune/survivor-1/002/hex/games.jsonl"}) {
    Process killed(place.path(), search);
    killed.wait_until([&] { return line_count(place.path(until)) > 0; });
    killed.send(SIGKILL);
    (void)killed.wait();
  }
  const Finished run = run_program(place.path(), search);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("10 formulas tried"), HasSubstr("could still hide"),
                             HasSubstr("What a move took in these games"), HasSubstr("deviates by")));
  EXPECT_EQ(line_count(place.path("d/search/02/formulas.jsonl")), 5U);
  EXPECT_EQ(line_count(place.path("d/search/01/1/hex/games.jsonl")), 10U) << "five formulas, a pair each";
  EXPECT_EQ(line_count(place.path("d/search/01/2/hex/games.jsonl")), 8U) << "two of five go on";
  EXPECT_EQ(line_count(place.path("d/tune/survivor-2/003/ttt/games.jsonl")), 4U);
  EXPECT_EQ(line_count(place.path("d/answer.csv")), 21U) << "a head, and ten formulas in two games";
  EXPECT_THAT(file_text(place.path("d/plots/answer.svg")), HasSubstr("10 formulas"));
  EXPECT_EQ(run_program(place.path(), {"table", "d"}).out, run.out);
  const Finished status = run_program(place.path(), {"status", "d"});
  EXPECT_THAT(status.out, AllOf(HasSubstr("32 of 32 runs"), HasSubstr("search         8 of 8 complete"))) << status.err;
  expect_what_is_stored_to_be_checked(place);
  expect_equal_time(place);
  expect_games_may_be_dropped(place, search, run.out);
  const std::vector<std::string> files = files_in(place.path("d"));
  leave_as_killed(place.path("d"), dead_process());
  const Finished again = run_program(place.path(), search);
  EXPECT_EQ(again.out, run.out) << "a second run finds everything there";
  EXPECT_EQ(files_in(place.path("d")), files);
}

/// More formulas or games after a confirmation would choose anew by what it has shown.
TEST(Rounds, ASearchThatHasBegunStaysWhatItIs) {
  const Workplace place;
  place.write("search.yaml", kSearch);
  const std::vector<std::string> search = {"run", "search.yaml", "--out", "d", "--threads", "1", "--quiet"};
  Process killed(place.path(), search);
  killed.wait_until([&] { return line_count(place.path("d/search/01/1/ttt/games.jsonl")) > 0; });
  killed.send(SIGKILL);
  (void)killed.wait();
  for (const char* other :
       {"steps.search.formulas.count=6", "steps.search.rounds.keep=0.5", "steps.tune.evaluations=4"}) {
    const Finished refused = run_program(place.path(), with(search, {"--set", other}));
    EXPECT_EQ(refused.exit_code, 2) << other << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("runs of another study")) << other;
  }
  const Finished seen = run_program(place.path(), with(search, {"--set", "lists.domain.c4=connect4"}));
  EXPECT_EQ(seen.exit_code, 2) << seen.err;
  EXPECT_THAT(seen.err, HasSubstr("the confirmation is on what no formula has seen"));
}

/// Rounds of a list's players, in one process and in two shards.
TEST(Rounds, PlayersAreThinnedOut) {
  const Workplace place;
  place.write("halving.yaml", kHalving);
  const auto run = [&](const std::string& folder, const std::string& shard) {
    std::vector<std::string> words = {"run", "halving.yaml", "--quiet", "--threads", "2", "--out", folder};
    if (!shard.empty()) words.insert(words.end(), {"--shard", shard});
    return run_program(place.path(), words);
  };
  const Finished whole = run("whole", "");
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_EQ(line_count(place.path("whole/halve/1/ttt/games.jsonl")), 4U * 2 * 2);
  EXPECT_EQ(line_count(place.path("whole/halve/2/ttt/games.jsonl")), 2U * 4 * 2);
  EXPECT_EQ(line_count(place.path("whole/halve/3/ttt/games.jsonl")), 1U * 8 * 2);
  for (const char* best : {"best-1", "best-2"})
    EXPECT_EQ(line_count(place.path(std::string("whole/final/") + best + "/games.jsonl")), 6U) << best;

  EXPECT_EQ(run("parts", "1/2").exit_code, 75) << "the first round's other half is not there";
  int waits = 0;
  while (run("parts", "2/2").exit_code + run("parts", "1/2").exit_code != 0) ASSERT_LT(++waits, 9);
  ASSERT_EQ(run("parts", "").exit_code, 0);
  EXPECT_EQ(run_program(place.path(), {"verify", "parts"}).exit_code, 0);
  for (const char* step : {"halve/1/ttt", "halve/2/hex", "halve/3/hex", "final/best-1", "final/best-2"}) {
    const auto table = [&](const std::string& folder) {
      return run_program(place.path(), {"table", folder + "/" + step, "--no-cost", "--format", "csv"}).out;
    };
    EXPECT_EQ(table("parts"), table("whole")) << step;
  }
}

/// Two of them beside each other against the control.
constexpr const char* kJoined = R"(
name: small-joined
seed: 1
lists: {best: {best_of: halve, count: 2}}
steps:
  halve:
    rounds: {pairs: [1]}
    tournament:
      game: &game {name: connect4, width: 5, height: 4}
      defaults: &few {search: {budget: {simulations: 20}}}
      players: {control: {backup: average}, one: {backup: max}, two: {backup: softmax}}
      schedule: {type: gauntlet, reference: control, opening: {random_plies: 2}}
  final:
    joined: best
    tournament:
      game: *game
      defaults: *few
      players: {control: {backup: average}, $best: {backup: $best.backup}}
      schedule: {type: gauntlet, reference: control, pairs: 2, opening: {random_plies: 2}}
)";

TEST(Rounds, TheBestPlayInOneTournament) {
  const Workplace place;
  place.write("joined.yaml", kJoined);
  const std::vector<std::string> run = {"run", "joined.yaml", "--quiet", "--out"};
  const Finished whole = run_program(place.path(), with(run, {"whole"}));
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_EQ(line_count(place.path("whole/final/games.jsonl")), 2U * 2 * 2);
  EXPECT_THAT(file_text(place.path("whole/final/table.md")),
              AllOf(HasSubstr("best-1"), HasSubstr("best-2"), HasSubstr("softmax"), HasSubstr("max")));
  EXPECT_EQ(run_program(place.path(), with(run, {"parts", "--shard", "1/2"})).exit_code, 75)
      << "who is best is not known before the other half is there";
}

TEST(Rounds, PlansAndChecks) {
  const Workplace place;
  place.write("search.yaml", kSearch);
  place.write("halving.yaml", kHalving);
  const Finished checked = run_program(place.path(), {"check", "search.yaml"});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  const Finished plan = run_program(place.path(), {"plan", "search.yaml"});
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  // Of a generation 5 formulas a pair each and 2 of them two pairs, in two games; two generations.
  EXPECT_THAT(plan.out, AllOf(::testing::ContainsRegex("search +8 +72 "), ::testing::ContainsRegex("tune +12 +48 ")));
  EXPECT_THAT(run_program(place.path(), {"plan", "halving.yaml"}).out, ::testing::ContainsRegex("halve +6 +96 "));
  EXPECT_FALSE(std::filesystem::exists(place.path("d")));
}

}  // namespace
}  // namespace rootward::testing
