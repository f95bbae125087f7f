// A task of a cluster: some pairs of one evaluation, played into an attempt.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "experiments/tuning/evaluation.h"
#include "experiments/tuning/evaluation_players.h"
#include "lab/store/shard.h"

namespace rootward::tuning {

struct EvaluationTask {
  std::string folder;  ///< the tuning's
  std::string key;     ///< names the evaluation's folder
  EvaluationRequest request;
  Shard shard;                   ///< pair p is the task's where p mod count = index - 1
  std::uint32_t first_pair = 0;  ///< those before it are played
};

struct TaskSettings {
  std::size_t threads = 0;                      ///< 0 = all this process may use
  std::chrono::milliseconds wind_down{90'000};  ///< for games under way after SIGUSR1
  std::chrono::seconds sync{30};
  std::chrono::seconds look_again{60};  ///< for what other starts of the task have played
  bool makes_manifest = false;          ///< where the folder has none: no driver has made it
  /// Before the first game; returns the signature of this machine's searches. Throws UnfitError where the machine plays
  /// other games, or computes these networks otherwise.
  std::function<std::string(const InputFiles& inputs)> check_machine{};
};

struct TaskReport {
  std::uint64_t wanted = 0;  ///< games
  std::uint64_t stored = 0;
  [[nodiscard]] bool is_complete() const { return stored >= wanted; }
};

/// Plays what no attempt has. Where nothing is missing nothing is written. A signal ends it as it does a tournament's
/// shard. Throws UsageError, PlayerError, UnfitError, RunError; the attempt then tells why.
TaskReport play_evaluation_task(const TuningConfig& tuning, const EvaluationTask& task, const TaskSettings& settings);

/// CPU seconds of a game of this candidate, which is played now; 0 after a stop signal.
double seconds_of_a_game(const TuningConfig& tuning, const Game& game, const PlayerSpec& candidate);

}  // namespace rootward::tuning
