// `rootward run` of a study, from tunings to the table.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "lab/store/line_checksum.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kStudyFile = R"(
name: small-study
seed: 1
operators: [softmax, erwa]
lists: {seed: [1, 2]}
steps:
  tune:
    each: [operator, seed]
    tuning: {base: tuning.yaml, seed: $seed, candidate: {backup: $operator}}
    evaluations: 3
  equal: {tournament: finals.yaml, tuned_players: tune}
  fourfold: {tournament: {base: finals.yaml, defaults: {search: {budget: {simulations: 80}}}}, tuned_players: tune}
  equal-time: {tournament: finals.yaml, tuned_players: tune, equal_time: {of: average, in: equal}}
  answer: {fair_tuned: {tunings: tune, finals: [equal, fourfold, equal-time]}}
)";

constexpr const char* kTuning = R"(
name: tuning
seed: 1
game: {name: connect4, width: 4, height: 4}
defaults: {search: {budget: {simulations: 20}}}
candidate: {backup: average}
opponents: {strong: {backup: average}, weak: {backup: average, search: {budget: {simulations: 5}}}}
games: 4
test_games: 4
parameters: {search.selection.c: {low: 0.2, high: 3.0, scale: log}}
)";

constexpr const char* kFinals = R"(
name: small-league
question: Who?
hypothesis: Nobody.
seed: 2
game: {name: connect4, width: 4, height: 4}
defaults:
  search: {budget: {simulations: 20}}
players:
  strong: {backup: average}
  weak: {backup: average, search: {budget: {simulations: 5}}}
schedule: {type: gauntlet, reference: [strong, weak], pairs: 2, opening: {book: book.txt}}
)";

constexpr const char* kBook = "1 2\n3 4\n2 2\n";

/// Runs a command in a place; what it said in both its streams, and its exit code.
Finished in_shell(const Workplace& place, const std::string& command) {
  Finished run;
  run.exit_code = WEXITSTATUS(std::system(("cd " + place.path() + " && { " + command + "; } > out 2> err").c_str()));
  run.out = file_text(place.path("out"));
  run.err = file_text(place.path("err"));
  return run;
}

void write_configs(const Workplace& place) {
  place.write("study.yaml", kStudyFile);
  place.write("tuning.yaml", kTuning);
  place.write("finals.yaml", kFinals);
  place.write("book.txt", kBook);
}

/// The built optimizer stands beside the program.
const std::string kCommand = std::string(ROOTWARD_PROGRAM) + " run study.yaml --out l";

TEST(Study, TunesPlaysAndCompares) {
  const Workplace place;
  write_configs(place);
  const Finished run = in_shell(place, kCommand);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("tuned tune/softmax-2"), HasSubstr("played equal-time")));
  EXPECT_THAT(run.out, AllOf(HasSubstr("3 operators, each tuned 2 times"), HasSubstr("| operator | c | fresh test |")));
  EXPECT_EQ(line_count(place.path("l/answer.csv")), 4U) << "a head, and average, erwa, softmax";
  for (const char* tuning : {"average-1", "erwa-2", "softmax-2"})
    EXPECT_EQ(line_count(place.path(std::string("l/tune/") + tuning + "/evaluations.jsonl")), 3U) << tuning;
  for (const char* final : {"equal", "fourfold", "equal-time"})
    EXPECT_EQ(line_count(place.path(std::string("l/") + final + "/games.jsonl")), 6U * 2 * 4) << final;
  EXPECT_THAT(file_text(place.path("l/fourfold/manifest.json")), HasSubstr("budget: {simulations: 80}"));
  for (const char* made : {"l/equal/table.md", "l/tune/softmax-1/table.md", "l/tune/softmax-1/convergence.svg"})
    EXPECT_NE(file_text(place.path(made)), "") << made;
  EXPECT_EQ(in_shell(place, std::string(ROOTWARD_PROGRAM) + " run l/equal-time --out again --games 2").exit_code, 0)
      << "a study's runs are runs like others";
  EXPECT_THAT(run.out, Not(HasSubstr("not tuned"))) << "references have met other opponents than the tuned players";
  EXPECT_EQ(in_shell(place, std::string(ROOTWARD_PROGRAM) + " table l").out, run.out);
  EXPECT_EQ(in_shell(place, std::string(ROOTWARD_PROGRAM) + " table l --format csv").out,
            file_text(place.path("l/answer.csv")));

  const Finished status = in_shell(place, std::string(ROOTWARD_PROGRAM) + " status l");
  EXPECT_EQ(status.exit_code, 0) << status.err;
  EXPECT_THAT(status.out, AllOf(HasSubstr("9 of 9 runs"), HasSubstr("tune           6 of 6 complete")));
  EXPECT_EQ(in_shell(place, std::string(ROOTWARD_PROGRAM) + " status l --missing").exit_code, 2);
  EXPECT_EQ(in_shell(place, std::string(ROOTWARD_PROGRAM) + " table l --figures f").exit_code, 2);

  const std::string table = file_text(place.path("l/table.md"));
  const std::string games = file_text(place.path("l/equal-time/games.jsonl"));
  ASSERT_EQ(in_shell(place, kCommand).exit_code, 0);
  EXPECT_EQ(file_text(place.path("l/table.md")), table) << "a second run finds everything there";
  EXPECT_EQ(file_text(place.path("l/equal-time/games.jsonl")), games);

  // Killed between a tuning's last game and its last table.
  const std::vector<std::string> files = files_in(place.path("l"));
  const std::string slices = file_text(place.path("l/tune/erwa-1/slices.csv"));
  leave_as_killed(place.path("l"), dead_process());
  for (const char* late : {"slices.svg", "slices.csv", "table.md"})
    ASSERT_TRUE(std::filesystem::remove(place.path(std::string("l/tune/erwa-1/") + late))) << late;
  ASSERT_EQ(in_shell(place, kCommand).exit_code, 0);
  EXPECT_EQ(files_in(place.path("l")), files);
  EXPECT_EQ(file_text(place.path("l/tune/erwa-1/slices.csv")), slices);
  const std::string verify = std::string(ROOTWARD_PROGRAM) + " verify l";
  EXPECT_EQ(in_shell(place, verify).exit_code, 0) << in_shell(place, verify).out;
  const std::string good = file_text(place.path("l/manifest.json"));
  std::string changed = good;
  place.write("l/manifest.json", changed.replace(changed.find("evaluations: 3"), 14, "evaluations: 2"));
  EXPECT_THAT(in_shell(place, verify).out, HasSubstr("l/manifest.json"));
  place.write("l/manifest.json", good);

  const std::string test = file_text(place.path("l/tune/erwa-1/tests.jsonl"));
  for (const std::string& torn : {test.substr(0, test.size() / 2), std::string("\xff\xfe\n")}) {
    place.write("l/tune/erwa-1/tests.jsonl", torn);
    const Finished mended = in_shell(place, kCommand);
    ASSERT_EQ(mended.exit_code, 0) << mended.err;
    EXPECT_EQ(file_text(place.path("l/table.md")), table) << "a torn journal is played to its end again";
  }

  // A whole run that has gone is missed.
  std::filesystem::remove_all(place.path("l/tune/erwa-2"));
  std::filesystem::remove_all(place.path("l/fourfold"));
  const Finished missed = in_shell(place, verify);
  EXPECT_EQ(missed.exit_code, 1);
  EXPECT_THAT(missed.out, AllOf(HasSubstr("fourfold"), HasSubstr("tune/erwa-2")));
}

/// Each shard plays what is ready, and says when it waits for others; a whole run then finds all there.
TEST(Study, ShardsPlayTheWholeTogether) {
  const Workplace place;
  write_configs(place);
  place.write("study.yaml", std::string(kStudyFile));
  const std::string base = std::string(ROOTWARD_PROGRAM) + " run study.yaml --quiet --out ";
  const auto shard = [&](int k) { return in_shell(place, base + "parts --shard " + std::to_string(k) + "/2"); };
  EXPECT_EQ(shard(1).exit_code, 75) << "the other's tunings are not there";
  EXPECT_EQ(shard(2).exit_code, 75) << "the other's games of the first finals are not there";
  for (int round = 0; round < 6; ++round) (void)(shard(1).exit_code + shard(2).exit_code);
  const Finished last = shard(1);
  EXPECT_EQ(last.exit_code, 0) << last.err;
  const Finished joined = in_shell(place, base + "parts");
  ASSERT_EQ(joined.exit_code, 0) << joined.err;
  ASSERT_EQ(in_shell(place, base + "whole").exit_code, 0);
  EXPECT_THAT(joined.out, HasSubstr("3 operators, each tuned 2 times"));
  for (const char* step : {"equal", "fourfold"})
    EXPECT_EQ(in_shell(place, std::string(ROOTWARD_PROGRAM) + " table parts/" + step + " --no-cost --format csv").out,
              in_shell(place, std::string(ROOTWARD_PROGRAM) + " table whole/" + step + " --no-cost --format csv").out)
        << step;
}

constexpr const char* kFourTournaments = R"(
name: four
seed: 1
lists: {moves: [3, 4, 5]}
steps:
  several:
    each: moves
    tournament:
      game: tictactoe
      defaults: {search: {budget: {simulations: $moves}}}
      players: &players {uct: {backup: average}, wide: {backup: average, search: {selection: {name: ucb1, c: 2}}}}
      schedule: &few {type: gauntlet, reference: uct, pairs: 4, opening: {random_plies: 1}}
  alone: {tournament: {game: tictactoe, defaults: {search: {budget: {simulations: 3}}}, players: *players, schedule: *few}}
)";

TEST(Study, AShardPlaysAllItsPartsBeforeItWaits) {
  const Workplace place;
  place.write("study.yaml", kFourTournaments);
  const std::string shard = kCommand + " --quiet --shard ";
  EXPECT_EQ(in_shell(place, shard + "1/2").exit_code, 75);
  for (const char* run : {"several/3", "several/4", "several/5", "alone"})
    EXPECT_TRUE(std::filesystem::exists(place.path(std::string("l/") + run + "/shards"))) << run;
  EXPECT_EQ(in_shell(place, shard + "2/2").exit_code, 0) << "one start each";
}

/// Two long games, and two short ones.
constexpr const char* kTwoRuns = R"(
name: two
seed: 1
lists: {seconds: [0.25, 0.05]}
steps:
  play:
    each: [seconds]
    tournament:
      game: {name: connect4, width: 4, height: 4}
      defaults: {search: {budget: {seconds: $seconds}}}
      players: {a: {backup: average}, b: {backup: max}}
      schedule: {type: round_robin, pairs: 1}
)";

TEST(Study, AStepsMembersAreOnePoolAndToldInOrder) {
  const Workplace place;
  place.write("study.yaml", kTwoRuns);
  const Finished run = in_shell(place, kCommand + " --threads 3");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto time_of = [&](const std::string& member, const std::string& which) {
    const auto manifest = nlohmann::json::parse(file_text(place.path("l/play/" + member + "/manifest.json")));
    return manifest.at("sessions").at(0).at(which).get<std::string>();
  };
  EXPECT_LT(time_of("0.05", "started"), time_of("0.25", "ended")) << "a third thread has nothing to do otherwise";
  EXPECT_THAT(run.err, ::testing::ContainsRegex("played play/0.25\n(.*\n)*played play/0.05\n")) << "told in order";
}

TEST(Study, AFailureEndsNothingThatBeganBefore) {
  const Workplace place;
  place.write("study.yaml", kTwoRuns);
  std::filesystem::create_directories(place.path("l/play"));
  place.write("l/play/0.05", "in the way");
  const Finished run = in_shell(place, kCommand + " --threads 3");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr("error: l/play/0.05 failed; what has begun beside it is played first"),
                             HasSubstr("played play/0.25")));
  EXPECT_EQ(line_count(place.path("l/play/0.25/games.jsonl")), 2U);
}

/// What was played would be something else with one tuning more; that is said before anything is written.
TEST(Study, ListsOnWhichGamesHangGainNothing) {
  const Workplace place;
  write_configs(place);
  place.write("study.yaml", R"(
name: means
seed: 1
lists: {seed: [1, 2]}
steps:
  tune: {each: seed, tuning: {base: tuning.yaml, seed: $seed}, evaluations: 1}
  final:
    tournament:
      base: finals.yaml
      players: {mean: {backup: average, search: {selection: {name: ucb1, c: {mean_of: tune, value: search.selection.c}}}}}
)");
  ASSERT_EQ(in_shell(place, kCommand).exit_code, 0);
  const std::string manifest = file_text(place.path("l/manifest.json"));
  const Finished more = in_shell(place, kCommand + " --set 'lists.seed=[1, 2, 3]'");
  EXPECT_EQ(more.exit_code, 2);
  EXPECT_THAT(more.err, HasSubstr("lists.seed"));
  EXPECT_EQ(file_text(place.path("l/manifest.json")), manifest);
  EXPECT_EQ(in_shell(place, kCommand).exit_code, 0) << "it goes on as it was";
}

/// Players' CPU times are asked of these games by the step that they are played beside, and the scores of the pool's
/// players by a surface.
TEST(Study, GamesThatAStepAsksForAreNotDropped) {
  const Workplace place;
  write_configs(place);
  place.write("study.yaml", R"(
name: cells
seed: 1
operators: [softmax]
lists: {seed: [1, 2], domain: {small: {name: connect4, width: 4, height: 4}}}
steps:
  tune:
    each: [operator, domain, seed]
    tuning: {base: tuning.yaml, game: $domain, name: $operator-$domain-$seed, seed: $seed, candidate: {backup: $operator}}
    evaluations: 1
  cells:
    each: [operator, domain]
    tuned_players: tune
    control: average
    games: 8
    tournament:
      game: $domain
      defaults: {search: {budget: {simulations: 5}}}
      schedule: {type: gauntlet, reference: control, opening: {random_plies: 2}}
  equal-time: {each: domain, tuned_players: tune, equal_time: {of: average, in: cells}, tournament: {base: finals.yaml, game: $domain}}
  pool:
    each: [operator, domain]
    tuned_players: tune
    control: average
    games: 8
    tournament:
      game: $domain
      defaults: {search: {budget: {simulations: 5}}}
      players:
        pool-1: {backup: average, search: {selection: {name: ucb1, c: 1}}}
        pool-2: {backup: average, search: {selection: {name: ucb1, c: 2}}}
      schedule: {type: gauntlet, reference: pool-1, opening: {random_plies: 2}}
  peaks: {surface: {of: pool, surfaces: {average: {players: pool-*, axes: {search.selection.c: log}}}}}
  answer: {grid: {finals: cells, pools: pool}}
)");
  const std::string drop = kCommand + " --drop-games";
  ASSERT_EQ(in_shell(place, kCommand + " --set steps.tune.evaluations=5000 & sleep 1; kill -INT $!; wait $!").exit_code,
            130);
  const Finished early = in_shell(place, drop + " --set steps.tune.evaluations=5000");
  EXPECT_EQ(early.exit_code, 0) << "what is not whole keeps its games\n" << early.err;
  std::filesystem::remove_all(place.path("l"));
  ASSERT_EQ(in_shell(place, kCommand).exit_code, 0);
  const std::string table = file_text(place.path("l/table.md"));
  ASSERT_EQ(in_shell(place, drop).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(place.path("l/cells/softmax-small/games.jsonl")));
  EXPECT_TRUE(std::filesystem::exists(place.path("l/pool/softmax-small/games.jsonl")));
  EXPECT_FALSE(std::filesystem::exists(place.path("l/tune/softmax-small-1")));
  EXPECT_THAT(in_shell(place, std::string(ROOTWARD_PROGRAM) + " status l").out,
              AllOf(HasSubstr("9 of 9 runs"), HasSubstr("4 of 4 complete")));
  const Finished again = in_shell(place, kCommand);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(file_text(place.path("l/table.md")), table);
}

TEST(Study, AFolderKeepsItsStudy) {
  const Workplace place;
  write_configs(place);
  ASSERT_EQ(in_shell(place, kCommand + " --set steps.tune.evaluations=1").exit_code, 0);
  const Finished longer = in_shell(place, kCommand);
  EXPECT_EQ(longer.exit_code, 2);
  EXPECT_THAT(longer.err,
              AllOf(HasSubstr("choose another --out"), HasSubstr("steps.tune.evaluations: stored 1, now 3")));
  const Finished grown = in_shell(place, kCommand + " --set steps.tune.evaluations=1 --set 'lists.seed=[1, 2, 3]'");
  EXPECT_EQ(grown.exit_code, 0) << "simulations at equal CPU time stay what they were when the first game was played\n"
                                << grown.err;
  EXPECT_EQ(line_count(place.path("l/tune/softmax-3/evaluations.jsonl")), 1U) << "a list may gain items";
  EXPECT_EQ(line_count(place.path("l/equal/games.jsonl")), 9U * 2 * 4) << "and a tournament the players of them";
  place.write("tuning.yaml", std::string(kTuning) + "opening: {random_plies: 1}\n");
  const Finished other = in_shell(place, kCommand + " --set steps.tune.evaluations=1");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("steps.tune.tuning.opening"));
}

/// Ctrl-C goes to the whole group of processes. Twice: begun, and continued.
TEST(Study, AnInterruptedOneSaysHowItGoesOn) {
  const Workplace place;
  write_configs(place);
  place.write("interrupt.py", R"(
import os, signal, subprocess, sys, time
study = subprocess.Popen(sys.argv[1].split(), start_new_session=True)
kept = "l/tune/average-1/evaluations.jsonl"
size = os.path.getsize(kept) if os.path.exists(kept) else 0
while study.poll() is None and not (os.path.exists(kept) and os.path.getsize(kept) > size):
    time.sleep(0.02)
os.killpg(study.pid, signal.SIGINT)
sys.exit(study.wait())
)");
  std::size_t lines = 0;
  for (int time = 0; time < 2; ++time) {
    const Finished run =
        in_shell(place, "/usr/bin/python3 interrupt.py '" + kCommand + " --set steps.tune.evaluations=5000 --quiet'");
    EXPECT_EQ(run.exit_code, 130);
    EXPECT_EQ(run.err, "interrupted: what was played is stored in l; continue with:\n  " + kCommand +
                           " --set steps.tune.evaluations=5000 --quiet\n");
    const std::size_t kept = line_count(place.path("l/tune/average-1/evaluations.jsonl"));
    EXPECT_GT(kept, lines);
    lines = kept;
  }
}

/// Its optimizers end with it, so that nobody holds its folders.
TEST(Study, AKilledOneLeavesNobodyBehind) {
  const Workplace place;
  write_configs(place);
  place.write("kill.py", R"(
import os, signal, subprocess, sys, time
study = subprocess.Popen(sys.argv[1].split(), start_new_session=True)
kept = "l/tune/average-1/evaluations.jsonl"
while study.poll() is None and not (os.path.exists(kept) and os.path.getsize(kept) > 0):
    time.sleep(0.02)
if study.poll() is not None:
    sys.exit("it ended before it could be killed")
study.kill()
study.wait()
def is_running(process):
    try:
        state, _, _, session = open(f"/proc/{process}/stat").read().rpartition(") ")[2].split()[:4]
    except OSError:
        return False
    return session == str(study.pid) and state != "Z"
for wait in range(500):
    left = [process for process in os.listdir("/proc") if process.isdigit() and is_running(process)]
    if not left:
        sys.exit(0)
    time.sleep(0.02)
sys.exit("still there: " + " ".join(left))
)");
  const Finished run = in_shell(place, "/usr/bin/python3 kill.py '" + kCommand + " --set steps.tune.evaluations=5000'");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(Study, RefusesWhatItDoesNotKnow) {
  const Workplace place;
  write_configs(place);
  const auto expect_refused = [&](const std::string& words, const std::string& why) {
    const Finished run = in_shell(place, std::string(ROOTWARD_PROGRAM) + " run " + words + " --out l");
    EXPECT_EQ(run.exit_code, 2) << words;
    EXPECT_THAT(run.err, HasSubstr(why)) << words;
  };
  expect_refused("study.yaml --set 'operators=[softmax, sofmax]'", "sofmax is no operator; there are average, ");
  expect_refused("study.yaml --set 'lists.seed=[1]'", "tune each at least twice");
  expect_refused("study.yaml --set seedz=1", "did you mean seed");
  expect_refused("study.yaml --games 2", "--games: it is for tournaments and training runs; study.yaml is a study");
  expect_refused("study.yaml --slurm --shard 1/2", "Slurm's tasks are shards already");
  expect_refused("tuning.yaml --shard 1/2", "training runs and studies; tuning.yaml is a tuning");
  const Finished planned = in_shell(place, std::string(ROOTWARD_PROGRAM) + " plan study.yaml --slurm --tasks 5");
  EXPECT_EQ(planned.exit_code, 2) << planned.out;
  EXPECT_THAT(planned.err, HasSubstr("`rootward run study.yaml --slurm` submits each as it becomes ready"));
  in_shell(place, "sed -i 's/  weak:/  average-1: {backup: max}\\n  weak:/' finals.yaml");
  expect_refused("study.yaml", "players.average-1 is the name of a tuned player");
  EXPECT_FALSE(std::filesystem::exists(place.path("l")));
}

}  // namespace
}  // namespace rootward::testing
