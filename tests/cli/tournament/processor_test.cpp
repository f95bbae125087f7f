// ROOTWARD_CPU caps what is used of the processor: the same games with less of it, and networks' ways told by name.
#include <gmock/gmock.h>

#include <cstdlib>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Cap {
 public:
  explicit Cap(const char* level) { ::setenv("ROOTWARD_CPU", level, 1); }
  Cap(const Cap&) = delete;
  Cap& operator=(const Cap&) = delete;
  ~Cap() { ::unsetenv("ROOTWARD_CPU"); }
};

/// Playouts in lanes and alone, sums over blocks, softmax and a formula.
std::string capped_config(const std::string& game) {
  return "name: capped\nseed: 4\ngame: " + game +
         "\ndefaults: {search: {budget: {simulations: 120}, selection: ucb1, evaluator: playouts}}\n"
         "players:\n  average: {backup: average}\n  softmax: {backup: softmax}\n  power: {backup: power_mean}\n"
         "  own: {backup: {name: formula, value: 'dot(u, q) / sum(u)', define: {u: 'n * exp(3 * (q - max(q)))'}}}\n"
         "schedule: {type: round_robin, pairs: 1, opening: {random_plies: 4}}\n";
}

TEST(CliProcessor, GamesAreTheSameUnderEveryCap) {
  const Workplace place;
  for (const std::string game : {"{name: go, size: 9}", "connect4"}) {
    const std::string config = place.write("capped.yaml", capped_config(game));
    std::vector<std::string> games;
    for (const char* level : {"", "x86-64-v4", "x86-64-v3", "x86-64-v2"}) {
      const Cap cap(level);
      const std::string folder = game.substr(1, 4) + "-" + level;
      const Finished run = run_program(place.path(), {"run", config, "--out", folder, "--threads", "2"});
      ASSERT_EQ(run.exit_code, 0) << run.err;
      const std::vector<std::string> here = games_in(place.path(folder + "/games.jsonl"));
      if (games.empty()) games = here;
      EXPECT_EQ(here, games) << game << " " << level;
    }
    EXPECT_EQ(games.size(), 12U);
  }
}

TEST(CliProcessor, TheSignatureIsTheSameUnderEveryCap) {
  const Workplace place;
  const std::string whole = run_program(place.path(), {"tool", "bench", "--signature"}).out;
  for (const char* level : {"x86-64-v3", "x86-64-v2"}) {
    const Cap cap(level);
    EXPECT_EQ(run_program(place.path(), {"tool", "bench", "--signature"}).out, whole) << level;
  }
}

TEST(CliProcessor, AnUnknownCapIsRefused) {
  const Workplace place;
  const Cap cap("x86-64-v5");
  const Finished run = run_program(place.path(), {"list", "games"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("ROOTWARD_CPU=x86-64-v5"), HasSubstr("x86-64-v2, x86-64-v3, x86-64-v4")));
}

std::string network_config(const std::string& precision) {
  return "name: net\nseed: 1\ngame: {name: go, size: 9}\n"
         "defaults: {search: {budget: {simulations: 2}, temperature: {value: 1, moves: 8},\n"
         "  evaluator: {name: net, precision: " +
         precision +
         "}}}\nplayers: {a: {backup: average}, b: {backup: max}}\nschedule: {type: round_robin, pairs: 1, opening: "
         "{random_plies: 60}}\n";  // a plan plays a game out by the plain way, of 23 ms a position
}

TEST(CliProcessor, AWayThatTheMachineLacksEndsWithFourAndIsToldInTheAttempt) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "the caps are of x86-64; other processors have fused multiply-add, or say f32-plain themselves";
#endif
  const Workplace place;
  const std::string config = place.write("net.yaml", network_config("f32-fma"));
  const Cap cap("x86-64-v2");
  const Finished run = run_program(place.path(), {"run", config, "--out", "net", "--shard", "1/2", "--quiet"});
  EXPECT_EQ(run.exit_code, 4) << run.err;
  EXPECT_THAT(run.err, HasSubstr("precision f32-fma needs a processor with AVX2 and FMA"));
  EXPECT_THAT(attempt_games(place.path("net"), "1-of-2"), ::testing::IsEmpty());
  ASSERT_EQ(attempts_in(place.path("net"), "1-of-2").size(), 1U);
  EXPECT_THAT(file_text(attempts_in(place.path("net"), "1-of-2").front()), HasSubstr("\"reason\":\"unfit\""));
}

TEST(CliProcessor, APlanNamesFusedMultiplyAddWhateverTheMachineHasOnWhichItIsMade) {
  const Workplace place;
  const std::vector<std::string> plan = {"run",         place.write("net.yaml", network_config("auto")),
                                         "--print",     "ssh",
                                         "--out",       "net",
                                         "--tasks",     "1",
                                         "--calibrate", "0.1"};
  {
    const Cap cap("x86-64-v2");
    ASSERT_EQ(run_program(place.path(), plan).exit_code, 0);
    EXPECT_THAT(file_text(place.path("net/cluster/plan.json")), HasSubstr(" f32-fma"));
    const Finished run =
        run_program(place.path("net"), {"run", "cluster/config.yaml", "--shard", "1/2", "--out", ".", "--quiet"});
    EXPECT_EQ(run.exit_code, 4) << run.err;
    EXPECT_THAT(run.err, HasSubstr("f32-plain) than the games"));
    EXPECT_EQ(attempts_in(place.path("net"), "1-of-2").size(), 1U);
  }
}

TEST(CliProcessor, APlanKeepsThePlainWayWhereItIsAskedFor) {
  const Workplace place;
  const std::vector<std::string> plan = {"run",         place.write("net.yaml", network_config("f32-plain")),
                                         "--print",     "ssh",
                                         "--out",       "net",
                                         "--tasks",     "1",
                                         "--calibrate", "0.1"};
  ASSERT_EQ(run_program(place.path(), plan).exit_code, 0);
  EXPECT_THAT(file_text(place.path("net/cluster/plan.json")), HasSubstr(" f32-plain"));
}

}  // namespace
}  // namespace rootward::testing
