// scripts/league from tuning to table, and its statistics.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kLeague = std::string(ROOTWARD_SOURCE_DIR) + "/scripts/league";

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
  place.write("tuning.yaml", kTuning);
  place.write("finals.yaml", kFinals);
  place.write("book.txt", kBook);
}

std::string league_command() {
  return kLeague + " tuning.yaml finals.yaml --binaries " +
         std::filesystem::path(ROOTWARD_PROGRAM).parent_path().string() +
         " --out l --operators softmax erwa --seeds 2 --evaluations 3";
}

TEST(League, TunesPlaysAndCompares) {
  const Workplace place;
  write_configs(place);
  const Finished run = in_shell(place, league_command());
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("tuned softmax, seed 2"), HasSubstr("played equal-time"),
                             HasSubstr("3 operators, each tuned 2 times"), HasSubstr("| operator | c | fresh test |")));
  EXPECT_EQ(line_count(place.path("l/league.csv")), 4U) << "a head, and average, erwa, softmax";
  for (const char* tuning : {"average-1", "erwa-2", "softmax-2"})
    EXPECT_EQ(line_count(place.path(std::string("l/tuning/") + tuning + "/evaluations.jsonl")), 3U) << tuning;
  for (const char* final : {"quarter", "equal", "fourfold", "equal-time"})
    EXPECT_EQ(line_count(place.path(std::string("l/") + final + "/games.jsonl")), 6U * 2 * 4) << final;
  EXPECT_THAT(file_text(place.path("l/fourfold/manifest.json")), HasSubstr("budget: {simulations: 80}"));

  const std::string table = file_text(place.path("l/league.md"));
  const std::string games = file_text(place.path("l/equal-time/games.jsonl"));
  ASSERT_EQ(in_shell(place, league_command()).exit_code, 0);
  EXPECT_EQ(file_text(place.path("l/league.md")), table) << "a second run finds everything there";
  EXPECT_EQ(file_text(place.path("l/equal-time/games.jsonl")), games);

  const std::string test = file_text(place.path("l/tuning/erwa-1/tests.jsonl"));
  for (const std::string& torn : {test.substr(0, test.size() / 2), std::string("\xff\xfe\n")}) {
    place.write("l/tuning/erwa-1/tests.jsonl", torn);
    const Finished mended = in_shell(place, league_command());
    ASSERT_EQ(mended.exit_code, 0) << mended.err;
    EXPECT_EQ(file_text(place.path("l/league.md")), table) << "a torn journal is played to its end again";
  }
}

/// The fresh test of a shorter tuning, or of another study, would pass for that of this one.
TEST(League, AFolderKeepsItsStudyAndItsLength) {
  const Workplace place;
  write_configs(place);
  std::filesystem::create_directory(place.path("l"));
  place.write("l/tuning.yaml", std::string("# 3 evaluations a tuning.\n") + kTuning);
  for (const std::string longer : {" --evaluations 4", " --evaluations 2"}) {
    const Finished run = in_shell(place, league_command() + longer);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(
        run.err,
        "l was begun with another tuning.yaml or --evaluations (see l/tuning.yaml): give another --out, or those\n");
  }
  place.write("tuning.yaml", std::string(kTuning) + "test_seed: 7\n");
  EXPECT_EQ(in_shell(place, league_command()).exit_code, 2);

  std::filesystem::remove(place.path("l/tuning.yaml"));
  std::filesystem::create_directory(place.path("l/tuning"));
  const Finished unknown = in_shell(place, league_command());
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("l has tunings, but no l/tuning.yaml that tells of which study"));
}

/// A disk that takes nothing more: one line, no traceback.
TEST(League, SaysWhatCannotBeWritten) {
  const Workplace place;
  write_configs(place);
  std::filesystem::create_directory(place.path("l"));
  std::filesystem::create_symlink("/dev/full", place.path("l/tuning.yaml.part"));
  const Finished run = in_shell(place, league_command());
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.err,
            "l/tuning.yaml: No space left on device; what is played is kept, and the same command continues\n");
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
    const Finished run = in_shell(place, "/usr/bin/python3 interrupt.py '" + league_command() + " --evaluations 5000'");
    EXPECT_EQ(run.exit_code, 130);
    EXPECT_EQ(run.err, "interrupted; what is played is kept, and the same command continues\n");
    const std::size_t kept = line_count(place.path("l/tuning/average-1/evaluations.jsonl"));
    EXPECT_GT(kept, lines);
    lines = kept;
  }
}

/// What the script started ends with it, so that nobody holds its folders.
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
  const Finished run = in_shell(place, "/usr/bin/python3 kill.py '" + league_command() + " --evaluations 5000'");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(League, RefusesWhatItDoesNotKnow) {
  const Workplace place;
  write_configs(place);
  const Finished unknown = in_shell(place, league_command() + " --operators sofmax");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("no operator is called sofmax; there are average, "));
  EXPECT_EQ(in_shell(place, league_command() + " --seeds 1").exit_code, 2) << "no spread, no error";
  const Finished missing = in_shell(place, kLeague + " tuning.yaml nowhere.yaml");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("nowhere.yaml: No such file"));
}

/// Student's t against published quantiles, and the comparison on numbers worked by hand: pooled variance 0.0002, so
/// the difference of two means of two has standard error sqrt(0.0002), and t = -0.1 / 0.01414 = -7.07 on 2 degrees.
/// Books are named from the place of the finals' configuration.
TEST(League, ComparesByStudentAndHolm) {
  const Workplace place;
  place.write("check.py", R"(
import importlib.machinery, importlib.util, sys
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("league", sys.argv[1])
league = importlib.util.module_from_spec(importlib.util.spec_from_loader("league", loader))
loader.exec_module(league)
print("%.4f %.4f" % (league.student_tail(2.7764451, 4), league.student_tail(-1.9989715, 62)))
print("%.5f" % league.student_quantile(0.05, 8))
rows = [{"operator": "average", "a scores": [0.51, 0.49], "a": 0.5}, {"operator": "max", "a scores": [0.41, 0.39], "a": 0.4}]
league.compare(rows, ["a"])
print("%.4f %.4f %.4f %s" % (rows[1]["a gap"], rows[1]["a gap half"], rows[1]["a p"], rows[1]["held"]))
print(league.with_book_from("..", "{book: a/b.txt}\nbook: /c.txt # a book"))
print(league.held({"a p": 0.01, "a gap": 0.1, "b p": 0.5, "b gap": 0, "b equal": True}, ["a", "b"]))
)");
  const Finished run = in_shell(place, "/usr/bin/python3 check.py " + kLeague);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "0.0500 0.0500\n2.30600\n-0.1000 0.0608 0.0194 worse at all\n{book: ../a/b.txt}\nbook: /c.txt # a "
            "book\nbetter at a; the same at b\n");
}

}  // namespace
}  // namespace rootward::testing
