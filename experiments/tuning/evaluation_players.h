// Who plays the games of evaluations: threads of this process, or the tasks of a cluster.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "experiments/tuning/evaluation.h"
#include "lab/play/game.h"
#include "lab/store/manifest.h"

namespace rootward::tuning {

class TuningJournal;

/// Games that an evaluation lacks.
struct EvaluationWork {
  std::uint32_t batch = 0;  ///< its number; those with a lower one are played first
  std::string key;          ///< the evaluation's
  EvaluationRequest request;
  PlayerSpec candidate;              ///< at the request's point
  std::uint32_t pairs = 0;           ///< the games are of pairs 0 .. pairs - 1
  std::vector<std::uint32_t> games;  ///< 2 pair + game of the pair, ascending; not empty
};

/// A game, or why its batch has ended without all of its games.
struct PlayedGame {
  std::uint32_t batch = 0;
  std::optional<EvaluationGame> game{};
  std::string failure{};
  bool is_final = false;  ///< of a failure: it was tried again already
};

/// Evaluations are halted from outside, as by a cancelled job, and nothing is wrong with them: the same command goes on
/// (exit code 75).
class EvaluationsHalted : public RunError {
 public:
  using RunError::RunError;
};

/// For one thread, but wake().
class EvaluationPlayers {
 public:
  EvaluationPlayers() = default;
  EvaluationPlayers(const EvaluationPlayers&) = delete;
  EvaluationPlayers& operator=(const EvaluationPlayers&) = delete;
  virtual ~EvaluationPlayers() = default;

  /// Takes the work on. Returns what is wrong with this evaluation, "" where nothing is. Throws UsageError where all
  /// others share that, RunError.
  virtual std::string open(EvaluationWork work) = 0;
  /// Nobody waits for its games any more; some may still come. Unknown numbers are ignored.
  virtual void cancel(std::uint32_t batch) = 0;
  /// Waits up to `patience` for games, or until wake(). Throws EvaluationsHalted, RunError.
  virtual std::vector<PlayedGame> collect(std::chrono::milliseconds patience) = 0;
  virtual void wake() = 0;
  /// Begins no more games; those under way may be waited for until is_idle().
  virtual void start_no_more() = 0;
  [[nodiscard]] virtual bool is_idle() = 0;
  /// In this process; 0 = games are played elsewhere.
  [[nodiscard]] virtual std::size_t threads() const = 0;
  /// What a user should know; "" = nothing.
  [[nodiscard]] virtual std::string shortage() const = 0;
};

/// What players are made for; all but `inputs` outlive them.
struct PlayersQuestion {
  const TuningConfig& tuning;
  const Game& game;
  const TuningJournal& folder;
  InputFiles inputs;
};
using MakePlayers = std::function<std::unique_ptr<EvaluationPlayers>(const PlayersQuestion&)>;

}  // namespace rootward::tuning
