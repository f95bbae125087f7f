// A study that is killed at random moments, alone and in shards, ends with what an uninterrupted one stores.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "core/rng.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

/// Tunings, finals, rounds and lists of the best; what makes tables alone holds no state, and equal CPU time depends on
/// the machine's speed.
constexpr const char* kStudy = R"(
name: small-study
seed: 1
operators: [softmax]
lists: {seed: [1, 2], budget: {few: 10, many: 30}, domain: {ttt: tictactoe, hex: {name: hex, size: 3}},
        best: {best_of: search, count: 1}}
steps:
  tune:
    each: [operator, seed]
    tuning:
      seed: $seed
      game: {name: connect4, width: 4, height: 4}
      defaults: {search: {budget: {simulations: 20}}}
      candidate: {backup: $operator}
      opponent: {backup: average}
      opening: {random_plies: 2}
      games: 4
      test_games: 4
      parameters: {search.selection.c: {low: 0.2, high: 3.0, scale: log}}
    evaluations: 3
  final:
    each: budget
    tournament:
      game: {name: connect4, width: 4, height: 4}
      defaults: {search: {budget: {simulations: $budget}}}
      players: {strong: {backup: average}, weak: {backup: average, search: {budget: {simulations: 5}}}}
      schedule: {type: gauntlet, reference: [strong, weak], pairs: 3, opening: {random_plies: 2}}
    tuned_players: tune
  both:
    tournament:
      game: {name: connect4, width: 4, height: 4}
      defaults: {search: {budget: {simulations: 20}}}
      players: {strong: {backup: average}, weak: {backup: average, search: {budget: {simulations: 5}}}}
      schedule: {type: gauntlet, reference: [strong, weak], pairs: 3, opening: {random_plies: 2}}
    tuned_players: tune
  measured:
    estimates:
      games: {ttt: tictactoe}
      instances: 4
      random_plies: 4
      truth: {nodes: 100000}
      operators: {plain: average, soft: {name: softmax, g: [1]}}
      checkpoints: [20, 40]
  games:
    each: seed
    selfplay:
      seed: $seed
      game: {name: go, size: 5, komi: 24.5}
      network: {blocks: 1, filters: 4, value_hidden: 4}
      training: {generation: 6}
      phases: [{games: 6, simulations: 2, rate: 0.1}]
  search:
    each: domain
    tournament:
      game: $domain
      defaults: &few {search: {budget: {simulations: 10}}}
      players: &control {control: {backup: average}}
      schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}
    rounds: {pairs: [1, 2], keep: 0.5}
    formulas: {generations: 2, count: 3, parents: 2, fresh: 0.3}
  tune-best:
    each: best
    over: domain
    tuning:
      game: $domain
      defaults: *few
      candidate: {backup: $best.backup}
      opponents: *control
      opening: {random_plies: 1}
      games: 4
      parameters: {search.selection.c: {low: 0.2, high: 3.0, scale: log}}
    evaluations: 2
  last:
    each: [best, domain]
    tournament:
      game: $domain
      defaults: *few
      players: *control
      schedule: {type: gauntlet, reference: control, pairs: 2, opening: {random_plies: 1}}
    tuned_players: tune-best
  answer: {fair_tuned: {tunings: tune, finals: [both]}}
)";

/// The lines of every file of records, without times, each behind the name of its file; and the tables.
std::vector<std::string> stored_in(const Workplace& place, const std::string& folder) {
  static const std::regex kTimes(R"x(,"(seconds|cpu_[a-z]+)":[^,}]*)x");
  std::vector<std::string> all;
  for (const std::string& name : files_in(place.path(folder))) {
    const std::string file = place.path(folder + "/" + name);
    if (name.ends_with(".jsonl"))
      for (const std::string& line : games_in(file)) all.push_back(name + ": " + std::regex_replace(line, kTimes, ""));
    const bool is_kept =
        name.starts_with("tune-best") && (name.ends_with("point.json") || name.ends_with("best-1.json"));
    if (name == "table.md" || name == "answer.csv" || name.ends_with(".games") || is_kept)
      all.push_back(name + ": " + file_text(file));
  }
  return all;
}

class KilledStudy : public ::testing::Test {
 protected:
  KilledStudy() {
    place_.write("study.yaml", kStudy);
    const Finished whole = run_program(place_.path(), arguments("whole", ""));
    EXPECT_EQ(whole.exit_code, 0) << whole.err;
    whole_ = stored_in(place_, "whole");
    EXPECT_GT(whole_.size(), 60U);
  }
  static std::vector<std::string> arguments(const std::string& folder, const std::string& shard) {
    std::vector<std::string> words = {"run", "study.yaml", "--quiet", "--threads", "2", "--out", folder};
    if (!shard.empty()) words.insert(words.end(), {"--shard", shard});
    return words;
  }
  /// Runs it and kills it after some milliseconds, unless it has ended before.
  void kill_once(const std::string& folder, const std::string& shard) {
    Process process(place_.path(), arguments(folder, shard));
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + rng_.below(150)));
    process.send(SIGKILL);
    (void)process.wait();
  }
  void expect_whole(const std::string& folder) {
    const std::vector<std::string> stored = stored_in(place_, folder);
    EXPECT_EQ(stored.size(), whole_.size());
    const auto [here, there] = std::ranges::mismatch(stored, whole_);
    EXPECT_TRUE(here == stored.end() && there == whole_.end())
        << "stored: " << (here == stored.end() ? "nothing" : *here)
        << "\nuninterrupted: " << (there == whole_.end() ? "nothing" : *there);
    std::filesystem::remove_all(place_.path(folder));
  }

  Workplace place_;
  std::vector<std::string> whole_;
  Rng rng_{derive_seed(20261128, "kills")};
};

TEST_F(KilledStudy, EndsAsAnUninterruptedOne) {
  for (int study = 0; study < 40; ++study) {
    for (int kill = 0; kill < 5; ++kill) kill_once("killed", "");
    const Finished last = run_program(place_.path(), arguments("killed", ""));
    ASSERT_EQ(last.exit_code, 0) << last.err;
    expect_whole("killed");
  }
}

TEST_F(KilledStudy, InShardsEndsAsAnUninterruptedOne) {
  for (int study = 0; study < 20; ++study) {
    for (int kill = 0; kill < 5; ++kill) kill_once("parts", kill % 2 == 0 ? "1/2" : "2/2");
    for (int round = 0;; ++round) {
      ASSERT_LT(round, 24) << "shards wait for each other for ever";
      const int first = run_program(place_.path(), arguments("parts", "1/2")).exit_code;
      const int second = run_program(place_.path(), arguments("parts", "2/2")).exit_code;
      if (first == 0 && second == 0) break;
      ASSERT_TRUE((first == 0 || first == 75) && (second == 0 || second == 75)) << first << " " << second;
    }
    const Finished joined = run_program(place_.path(), arguments("parts", ""));
    ASSERT_EQ(joined.exit_code, 0) << joined.err;
    ASSERT_EQ(run_program(place_.path(), {"verify", "parts"}).exit_code, 0);
    expect_whole("parts");
  }
}

}  // namespace
}  // namespace rootward::testing
