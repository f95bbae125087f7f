// Evaluations of a tuning: answered from the journal, continued, or played.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tuning/evaluation.h"
#include "experiments/tuning/evaluation_players.h"
#include "experiments/tuning/journal.h"
#include "lab/arena/heartbeat.h"
#include "lab/arena/openings.h"
#include "lab/play/game.h"

namespace rootward::tuning {

struct ServiceSettings {
  std::string folder;       ///< "" = results/NAME
  std::size_t threads = 0;  ///< 0 = all this process may use
  bool uses_lanes = true;
  std::chrono::milliseconds grace{2000};  ///< for games under way when it is asked to stop
  MakePlayers players{};                  ///< who plays; none = threads of this process
};

/// When an evaluation may be stopped: once its upper 99 % bound (mean + 2.33 standard errors) lies below `bar`. Asked
/// after each eighth of its pairs, but not before kFewestPairs, in the order of pairs, so that the same evaluation is
/// stopped at the same pair whatever the threads do.
struct StopRule {
  double bar = 0;
};

/// What became of an evaluation since the last call.
struct EvaluationUpdate {
  std::size_t handle = 0;
  bool is_final = false;
  EvaluationResult result;  ///< so far, over complete pairs in order; status partial before the end
};

/// Games are stored as they end; results are for the caller to append to the folder. One thread only, but wake(). While
/// it lives the folder has a heartbeat.
class EvaluationService {
 public:
  static constexpr std::uint32_t kFewestPairs = 20;  ///< before an evaluation may be stopped early
  static constexpr int kAttempts = 3;                ///< after so many failures an evaluation has failed

  /// Builds game, openings and players once, so that what is wrong with them is reported here (UsageError). `tuning`
  /// outlives it.
  EvaluationService(const TuningConfig& tuning, const ServiceSettings& settings);

  [[nodiscard]] TuningJournal& folder() { return *folder_; }
  [[nodiscard]] const TuningConfig& tuning() const { return tuning_; }
  [[nodiscard]] std::size_t threads() const { return players_->threads(); }
  /// Of the folder, and where not all threads could be started.
  [[nodiscard]] std::vector<std::string> warnings() const;

  /// Starts opponents that are external engines, once, before game one: one that is missing is no fault of a point.
  /// Throws PlayerError.
  void rehearse_engines();
  /// A new evaluation; its end comes from wait(), at once where the journal has it. Lower handles are served first.
  /// After a stop signal nothing is begun any more. Throws UsageError (the tuning's openings), PlayerError (see
  /// rehearse_engines).
  std::size_t begin(const EvaluationRequest& request, std::optional<StopRule> stop = std::nullopt);
  /// Ends a pending evaluation with what there is (status partial). `handle` must be pending.
  EvaluationResult cancel(std::size_t handle);
  [[nodiscard]] bool is_pending(std::size_t handle) const { return pending_.contains(handle); }
  /// Of a pending evaluation, so far.
  [[nodiscard]] EvaluationResult so_far(std::size_t handle) const;

  /// Waits up to `patience` for news, or until wake(); an update for each evaluation that has some. Throws
  /// EvaluationsHalted where games are played elsewhere and somebody has stopped that.
  std::vector<EvaluationUpdate> wait(std::chrono::milliseconds patience);
  void wake() { players_->wake(); }
  /// What onlookers are told of the whole work, where that is more than the evaluations that are pending.
  void set_work(const WorkStatus& work, std::optional<Incumbent> incumbent);
  /// Starts no more games and waits up to `grace` for those under way; what ends in time is stored.
  void finish_games_under_way(std::chrono::milliseconds grace);

 private:
  struct Pending {
    EvaluationRequest request;
    std::string key;
    std::optional<StopRule> stop;
    std::uint32_t seen_pairs = 0;  // what the last update told
    [[nodiscard]] std::uint32_t pairs() const { return request.games / 2; }
  };
  /// A point and a seed that somebody waits for.
  struct Run {
    EvaluationGames games;
    std::uint32_t planned_pairs = 0;     // the players have, or had, all missing games up to here
    std::vector<std::uint32_t> batches;  // that they have
    int failures = 0;
    std::string failure;  // why it has failed for good
  };

  void plan_games(const Pending& pending, Run& run);
  void take(const PlayedGame& played);
  void keep(const std::string& key, Run& run, const EvaluationGame& game);
  void take_failure(Run& run, const std::string& key, const PlayedGame& played);
  std::optional<EvaluationUpdate> update_of(std::size_t handle, Pending& pending);
  [[nodiscard]] std::optional<std::uint32_t> stopping_pair(const Pending& pending, const Run& run) const;
  void forget(std::size_t handle);
  void tell_onlookers();
  [[nodiscard]] EvaluationResult result_of(const Run& run, std::uint32_t pairs, EvaluationStatus status) const;

  const TuningConfig& tuning_;
  std::unique_ptr<Game> game_;
  std::unique_ptr<TuningJournal> folder_;
  std::map<std::size_t, Pending> pending_;
  std::map<std::string, Run> runs_;              // by key
  std::map<std::uint32_t, std::string> key_of_;  // by batch
  std::size_t next_handle_ = 1;
  std::uint32_t next_batch_ = 1;
  bool has_rehearsed_ = false;
  std::unique_ptr<Heartbeat> heartbeat_;
  std::optional<WorkStatus> work_;
  std::optional<Incumbent> incumbent_;
  std::unique_ptr<EvaluationPlayers> players_;
};

/// Builds the tuning's players and openings once, so that what is wrong with them is told (UsageError); returns the
/// openings of its own seed.
std::unique_ptr<Openings> check_parts(const TuningConfig& tuning, const Game& game);

/// results/NAME, or what was asked for.
std::string tuning_folder_of(const TuningConfig& tuning, const std::string& asked);

}  // namespace rootward::tuning
