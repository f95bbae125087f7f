// `rootward league` from tuning to table.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

#include "lab/store/line_checksum.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kLeagueFile = R"(
name: small-league
seed: 1
tuning: tuning.yaml
finals: finals.yaml
operators: [softmax, erwa]
seeds: 2
evaluations: 3
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
  run.exit_code = WEXITSTATUS(std::system(("cd " + place.path() + " && " + command + " > out 2> err").c_str()));
  run.out = file_text(place.path("out"));
  run.err = file_text(place.path("err"));
  return run;
}

void write_configs(const Workplace& place) {
  place.write("league.yaml", kLeagueFile);
  place.write("tuning.yaml", kTuning);
  place.write("finals.yaml", kFinals);
  place.write("book.txt", kBook);
}

/// The built optimizer stands beside the program.
const std::string kCommand = std::string(ROOTWARD_PROGRAM) + " league league.yaml --out l";

TEST(League, TunesPlaysAndCompares) {
  const Workplace place;
  write_configs(place);
  const Finished run = in_shell(place, kCommand);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("tuned softmax, seed 2"), HasSubstr("played equal-time")));
  EXPECT_THAT(run.out, AllOf(HasSubstr("3 operators, each tuned 2 times"), HasSubstr("| operator | c | fresh test |")));
  EXPECT_EQ(line_count(place.path("l/league.csv")), 4U) << "a head, and average, erwa, softmax";
  for (const char* tuning : {"average-1", "erwa-2", "softmax-2"})
    EXPECT_EQ(line_count(place.path(std::string("l/tuning/") + tuning + "/evaluations.jsonl")), 3U) << tuning;
  for (const char* final : {"quarter", "equal", "fourfold", "equal-time"})
    EXPECT_EQ(line_count(place.path(std::string("l/") + final + "/games.jsonl")), 6U * 2 * 4) << final;
  EXPECT_THAT(file_text(place.path("l/fourfold/manifest.json")), HasSubstr("budget: {simulations: 80}"));
  for (const char* made : {"l/equal/table.md", "l/tuning/softmax-1/table.md", "l/tuning/softmax-1/convergence.svg"})
    EXPECT_NE(file_text(place.path(made)), "") << made;
  const Finished alone =
      in_shell(place, std::string(ROOTWARD_PROGRAM) + " run l/equal-time.yaml --out again --games 2");
  EXPECT_EQ(alone.exit_code, 0) << "the finals' files are tournaments: " << alone.err;
  EXPECT_THAT(run.out, Not(HasSubstr("not tuned"))) << "references have met other opponents than the tuned players";

  const std::string table = file_text(place.path("l/league.md"));
  const std::string games = file_text(place.path("l/equal-time/games.jsonl"));
  ASSERT_EQ(in_shell(place, kCommand).exit_code, 0);
  EXPECT_EQ(file_text(place.path("l/league.md")), table) << "a second run finds everything there";
  EXPECT_EQ(file_text(place.path("l/equal-time/games.jsonl")), games);

  // Killed between a tuning's last game and its last table.
  const std::vector<std::string> files = files_in(place.path("l"));
  const std::string slices = file_text(place.path("l/tuning/erwa-1/slices.csv"));
  leave_as_killed(place.path("l"), dead_process());
  for (const char* late : {"slices.svg", "slices.csv", "table.md"})
    ASSERT_TRUE(std::filesystem::remove(place.path(std::string("l/tuning/erwa-1/") + late))) << late;
  ASSERT_EQ(in_shell(place, kCommand).exit_code, 0);
  EXPECT_EQ(files_in(place.path("l")), files);
  EXPECT_EQ(file_text(place.path("l/tuning/erwa-1/slices.csv")), slices);
  const Finished verified = in_shell(place, std::string(ROOTWARD_PROGRAM) + " verify l");
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  for (const char* file : {"l/equal.yaml", "l/tuning.yaml"}) {
    const std::string good = file_text(place.path(file));
    place.write(file, "# a remark\n" + good);
    EXPECT_THAT(in_shell(place, std::string(ROOTWARD_PROGRAM) + " verify l").out,
                HasSubstr(std::string(file) + ": its checksum"));
    if (std::string(file) == "l/tuning.yaml") {
      const Finished refused = in_shell(place, kCommand);
      EXPECT_EQ(refused.exit_code, 1);
      EXPECT_THAT(refused.err, HasSubstr("l/tuning.yaml: was changed"));
    }
    place.write(file, good);
  }

  const std::string test = file_text(place.path("l/tuning/erwa-1/tests.jsonl"));
  for (const std::string& torn : {test.substr(0, test.size() / 2), std::string("\xff\xfe\n")}) {
    place.write("l/tuning/erwa-1/tests.jsonl", torn);
    const Finished mended = in_shell(place, kCommand);
    ASSERT_EQ(mended.exit_code, 0) << mended.err;
    EXPECT_EQ(file_text(place.path("l/league.md")), table) << "a torn journal is played to its end again";
  }
}

/// The fresh test of a shorter tuning, or of another, would pass for that of this one.
TEST(League, AFolderKeepsItsTuningAndItsLength) {
  const Workplace place;
  write_configs(place);
  std::filesystem::create_directory(place.path("l"));
  place.write("l/tuning.yaml",
              text_with_checksum(std::string("# 3 evaluations a tuning.\n# Another comment.\n") + kTuning));
  for (const std::string longer : {" --evaluations 4", " --evaluations 2"}) {
    const Finished run = in_shell(place, kCommand + longer);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("l/tuning.yaml was begun with another tuning; choose another --out"),
                               HasSubstr("stored '# 3 evaluations a tuning.'")));
  }
  place.write("tuning.yaml", std::string(kTuning) + "opening: {random_plies: 1}\n");
  const Finished other = in_shell(place, kCommand);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("opening.random_plies: stored 0, now 1"));
  place.write("tuning.yaml", std::string(kTuning));
  const Finished games = in_shell(place, "sed -i 's/^games: 4/games: 6/' tuning.yaml && " + kCommand);
  EXPECT_EQ(games.exit_code, 2);
  EXPECT_THAT(games.err, HasSubstr("games: stored 4, now 6"));

  std::filesystem::remove(place.path("l/tuning.yaml"));
  std::filesystem::create_directory(place.path("l/tuning"));
  const Finished unknown = in_shell(place, kCommand);
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("l has tunings, but no l/tuning.yaml that tells of what"));
}

/// Ctrl-C goes to the whole group of processes. Twice: begun, and continued.
TEST(League, AnInterruptedOneSaysHowItGoesOn) {
  const Workplace place;
  write_configs(place);
  place.write("interrupt.py", R"(
import os, signal, subprocess, sys, time
league = subprocess.Popen(sys.argv[1].split(), start_new_session=True)
kept = "l/tuning/average-1/evaluations.jsonl"
size = os.path.getsize(kept) if os.path.exists(kept) else 0
while league.poll() is None and not (os.path.exists(kept) and os.path.getsize(kept) > size):
    time.sleep(0.02)
os.killpg(league.pid, signal.SIGINT)
sys.exit(league.wait())
)");
  std::size_t lines = 0;
  for (int time = 0; time < 2; ++time) {
    const Finished run = in_shell(place, "/usr/bin/python3 interrupt.py '" + kCommand + " --evaluations 5000 --quiet'");
    EXPECT_EQ(run.exit_code, 130);
    EXPECT_EQ(run.err, "interrupted: what was played is stored in l; continue with:\n  " + kCommand +
                           " --evaluations 5000 --quiet\n");
    const std::size_t kept = line_count(place.path("l/tuning/average-1/evaluations.jsonl"));
    EXPECT_GT(kept, lines);
    lines = kept;
  }
}

/// Its optimizers end with it, so that nobody holds its folders.
TEST(League, AKilledOneLeavesNobodyBehind) {
  const Workplace place;
  write_configs(place);
  place.write("kill.py", R"(
import os, signal, subprocess, sys, time
league = subprocess.Popen(sys.argv[1].split(), start_new_session=True)
kept = "l/tuning/average-1/evaluations.jsonl"
while league.poll() is None and not (os.path.exists(kept) and os.path.getsize(kept) > 0):
    time.sleep(0.02)
if league.poll() is not None:
    sys.exit("it ended before it could be killed")
league.kill()
league.wait()
def is_running(process):
    try:
        state, _, _, session = open(f"/proc/{process}/stat").read().rpartition(") ")[2].split()[:4]
    except OSError:
        return False
    return session == str(league.pid) and state != "Z"
for wait in range(500):
    left = [process for process in os.listdir("/proc") if process.isdigit() and is_running(process)]
    if not left:
        sys.exit(0)
    time.sleep(0.02)
sys.exit("still there: " + " ".join(left))
)");
  const Finished run = in_shell(place, "/usr/bin/python3 kill.py '" + kCommand + " --evaluations 5000'");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(League, RefusesWhatItDoesNotKnow) {
  const Workplace place;
  write_configs(place);
  const auto expect_refused = [&](const std::string& words, const std::string& why) {
    const Finished run = in_shell(place, std::string(ROOTWARD_PROGRAM) + " league " + words + " --out l");
    EXPECT_EQ(run.exit_code, 2) << words;
    EXPECT_THAT(run.err, HasSubstr(why)) << words;
  };
  expect_refused("league.yaml --operators softmax sofmax", "sofmax is no operator; there are average, ");
  expect_refused("league.yaml --operators softmax sofmax", "did you mean softmax?");
  expect_refused("league.yaml --seeds 1", "1 is not allowed; allowed: a whole number from 2 to 1000");
  expect_refused("league.yaml --set finals=nowhere.yaml", "nowhere.yaml");
  expect_refused("league.yaml --set seedz=1", "did you mean seed");
  expect_refused("tuning.yaml", "this file is a tuning, for space, objective, serve and tune");
  place.write("finals.yaml", std::string(kFinals) + "");
  in_shell(place, "sed -i 's/  weak:/  average-1: {backup: max}\\n  weak:/' finals.yaml");
  expect_refused("league.yaml", "players.average-1: is the name of a tuned player");
  place.write("finals.yaml", kFinals);
  in_shell(place, "sed -i 's/budget: {simulations: 20}/selection: ucb1/' finals.yaml");
  expect_refused("league.yaml", "defaults.search.budget.simulations: is required in a league's finals");
  EXPECT_FALSE(std::filesystem::exists(place.path("l")));
}

}  // namespace
}  // namespace rootward::testing
