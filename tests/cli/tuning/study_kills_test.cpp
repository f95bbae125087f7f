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
#include <utility>
#include <vector>

#include "core/rng.h"
#include "tests/cli/frame/miniatures.h"
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

enum class Tables : std::uint8_t { compared, left_out };

/// The lines of every file of records, without times, each behind the name of its file; and tables that hold none.
std::vector<std::string> stored_in(const Workplace& place, const std::string& folder, Tables tables) {
  static const std::regex kTimes(R"x(,"(seconds|cpu_[a-z]+)":[^,}]*)x");
  std::vector<std::string> all;
  for (const std::string& name : files_in(place.path(folder))) {
    const std::string file = place.path(folder + "/" + name);
    if (name.ends_with(".jsonl"))
      for (const std::string& line : games_in(file)) all.push_back(name + ": " + std::regex_replace(line, kTimes, ""));
    const bool is_kept =
        name.starts_with("tune-best") && (name.ends_with("point.json") || name.ends_with("best-1.json"));
    const bool is_table = tables == Tables::compared && (name == "table.md" || name == "answer.csv");
    if (is_table || name.ends_with(".games") || is_kept) all.push_back(name + ": " + file_text(file));
  }
  return all;
}

/// A study's run, and what it stores where nothing interrupts it.
class Killed {
 public:
  Killed(std::vector<std::string> run, Tables tables) : run_(std::move(run)), tables_(tables) {
    const auto begin = std::chrono::steady_clock::now();
    const Finished whole = play("whole");
    EXPECT_EQ(whole.exit_code, 0) << whole.err;
    whole_ = stored_in(place_, "whole", tables_);
    EXPECT_GT(whole_.size(), 16U);
    took_ = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  }
  [[nodiscard]] const Workplace& place() const { return place_; }
  /// `shard`: "" for none.
  Finished play(const std::string& folder, const std::string& shard = "") const {
    return run_program(place_.path(), arguments(folder, shard));
  }
  /// Runs it and kills it after some milliseconds, within an eighth of its time, unless it has ended before.
  void kill_once(const std::string& folder, const std::string& shard = "") {
    Process process(place_.path(), arguments(folder, shard));
    const auto most = static_cast<std::uint32_t>(std::max<std::int64_t>(took_.count() / 8, 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + rng_.below(most)));
    process.send(SIGKILL);
    (void)process.wait();
  }
  void expect_whole(const std::string& folder) const {
    const std::vector<std::string> stored = stored_in(place_, folder, tables_);
    EXPECT_EQ(stored.size(), whole_.size());
    const auto [here, there] = std::ranges::mismatch(stored, whole_);
    EXPECT_TRUE(here == stored.end() && there == whole_.end())
        << "stored: " << (here == stored.end() ? "nothing" : *here)
        << "\nuninterrupted: " << (there == whole_.end() ? "nothing" : *there);
    std::filesystem::remove_all(place_.path(folder));
  }
  /// 300 times in all, every tenth time to its end.
  void expect_whole_after_kills() {
    for (int study = 0; study < 30; ++study) {
      for (int kill = 0; kill < 10; ++kill) kill_once("killed");
      const Finished last = play("killed");
      ASSERT_EQ(last.exit_code, 0) << last.err;
      expect_whole("killed");
    }
  }

 private:
  [[nodiscard]] std::vector<std::string> arguments(const std::string& folder, const std::string& shard) const {
    std::vector<std::string> words = run_;
    words.insert(words.end(), {"--out", folder});
    if (!shard.empty()) words.insert(words.end(), {"--shard", shard});
    return words;
  }

  Workplace place_;
  std::vector<std::string> run_;
  Tables tables_;
  std::vector<std::string> whole_;
  std::chrono::milliseconds took_{};
  Rng rng_{derive_seed(20261128, "kills")};
};

Killed study_of_all_kinds() {
  static const Workplace kPlace;
  static const std::string kFile = kPlace.path() + "/" + kPlace.write("study.yaml", kStudy);
  return {{"run", kFile, "--quiet", "--threads", "2"}, Tables::compared};
}

TEST(KilledStudy, EndsAsAnUninterruptedOne) { study_of_all_kinds().expect_whole_after_kills(); }

TEST(KilledStudy, InShardsEndsAsAnUninterruptedOne) {
  Killed study = study_of_all_kinds();
  for (int round_of_kills = 0; round_of_kills < 30; ++round_of_kills) {
    for (int kill = 0; kill < 10; ++kill) study.kill_once("parts", kill % 2 == 0 ? "1/2" : "2/2");
    for (int round = 0;; ++round) {
      ASSERT_LT(round, 24) << "shards wait for each other for ever";
      const int first = study.play("parts", "1/2").exit_code;
      const int second = study.play("parts", "2/2").exit_code;
      if (first == 0 && second == 0) break;
      ASSERT_TRUE((first == 0 || first == 75) && (second == 0 || second == 75)) << first << " " << second;
    }
    const Finished joined = study.play("parts");
    ASSERT_EQ(joined.exit_code, 0) << joined.err;
    ASSERT_EQ(run_program(study.place().path(), {"verify", "parts"}).exit_code, 0);
    study.expect_whole("parts");
  }
}

std::vector<Miniature> killed_miniatures() {
  std::vector<Miniature> all = small_reproductions();
  for (Miniature& one :
       std::vector{small_tuned_reproduction(), small_implicit_minimax(), small_which_backup("tictactoe")})
    all.push_back(std::move(one));
  return all;
}

/// Shipped studies whose games do not hang on measured CPU times; their tables show some.
class KilledMiniature : public ::testing::TestWithParam<Miniature> {};

TEST_P(KilledMiniature, EndsAsAnUninterruptedOne) {
  Killed(run_of(GetParam()), Tables::left_out).expect_whole_after_kills();
}

INSTANTIATE_TEST_SUITE_P(Studies, KilledMiniature, ::testing::ValuesIn(killed_miniatures()), [](const auto& tested) {
  std::string name = tested.param.name;
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
});

}  // namespace
}  // namespace rootward::testing
