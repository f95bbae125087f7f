// A pool of threads that plays the games of many evaluations at once: those of the lowest number first.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "experiments/arena/openings.h"
#include "experiments/arena/worker.h"
#include "experiments/play/game.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation.h"

namespace rootward::tuning {

struct PlannedGame {
  std::uint32_t pair = 0;
  int game_of_pair = 0;
  std::size_t opponent = 0;  ///< in TuningConfig::opponents
};

/// A batch of games of one evaluation.
struct GameBatch {
  std::size_t number = 0;  ///< unique among those in the pool; lower ones are served first
  PlayerSpec candidate;
  std::uint64_t seed = 0;                ///< of the games; game_seed() derives theirs from it
  std::unique_ptr<Openings> openings{};  ///< ready for every pair of `games`
  std::vector<PlannedGame> games;
};

/// What came out of the pool: a finished game, or why a batch cannot go on (told once; its other games are dropped).
struct PoolEvent {
  std::size_t batch = 0;
  std::optional<EvaluationGame> game{};
  std::string failure{};
};

/// All its functions may be called from one thread only, but wake() from any.
class GamePool final : GameSource {
 public:
  /// `study` and `game` outlive it. `uses_lanes`: searches side by side where the evaluator has lanes; the games are
  /// the same.
  GamePool(const TuningConfig& study, const Game& game, std::size_t threads, bool uses_lanes);
  GamePool(const GamePool&) = delete;
  GamePool& operator=(const GamePool&) = delete;
  /// Drops the games under way.
  ~GamePool() override;

  void add(GameBatch batch);
  /// Plays no more games of the batch and drops those under way; unknown numbers are ignored.
  void cancel(std::size_t batch);
  /// Waits up to `patience` for events, or until wake().
  std::vector<PoolEvent> collect(std::chrono::milliseconds patience);
  void wake();
  /// Starts no more games; those under way go on.
  void start_no_more();
  /// No thread plays.
  [[nodiscard]] bool is_idle();
  [[nodiscard]] std::size_t threads() const { return threads_.size(); }

 private:
  struct Job {
    GameBatch batch;
    std::size_t next = 0;  // of batch.games, to be started
    std::size_t finished = 0;
    std::atomic<bool> is_cancelled{false};
  };

  void work();
  void play();
  bool wait_for_games();
  [[nodiscard]] std::size_t waiting_games() const;
  void forget_cancelled();
  void fail_games_of_this_thread(const std::string& message);
  void fail(std::size_t batch, const std::string& message);

  std::optional<HandedGame> next_game() override;
  void game_finished(const HandedGame& handed, GameRecord record) override;
  void game_voided(const HandedGame& handed, const GameRecord& record, const PlayerFault& fault) override;
  [[nodiscard]] std::unique_ptr<Player> make_player(std::size_t index, const Game& game) const override;

  const TuningConfig& study_;
  const Game& game_;
  SideBySidePlan side_by_side_;
  std::atomic<bool> is_dropping_{false};
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable has_work_;
  std::condition_variable has_events_;
  std::map<std::size_t, std::unique_ptr<Job>> jobs_;
  std::map<std::thread::id, std::multiset<std::size_t>> under_way_;  // batches of the games that a thread plays
  std::vector<PoolEvent> events_;
  std::size_t idle_threads_ = 0;
  bool is_closed_ = false;  // no more games are started
  bool is_ending_ = false;  // threads are to end
  bool is_woken_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace rootward::tuning
