// Games played to see what a run's games cost: its own, with fewer simulations where the time is short.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/arena/game_record.h"
#include "lab/arena/pace.h"
#include "lab/play/player.h"

namespace rootward {

/// How long a sample may take. It is CPU time, so that others at work on the machine do not shorten it.
class SampleTime {
 public:
  /// `seconds`: of each thread. Where players are external programs, whose time is not this process's, by the clock.
  SampleTime(double seconds, std::size_t threads, std::span<const PlayerSpec> players);
  [[nodiscard]] bool is_over() const { return left() <= 0; }
  /// Of all threads together.
  [[nodiscard]] double left() const;

 private:
  [[nodiscard]] double now() const;

  std::size_t threads_;
  bool is_by_the_clock_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double end_;
};

/// The player with this share of its simulations a move, but not fewer than some; as it is where it counts none.
PlayerSpec with_share(PlayerSpec player, double share);

/// What a sample plays.
struct SampleTask {
  std::span<const PlayerSpec> players;  ///< by their names in the records
  std::uint32_t pairs = 0;              ///< that there are of each pairing
  std::uint32_t pairs_together = 1;     ///< the fewest to begin with
  /// Plays the pairs below `end` of every pairing, without those in `known`, which it adds to, by players with this
  /// share. False where `stop` left games unplayed.
  std::function<bool(double share, std::uint32_t end, const std::function<bool()>& stop,
                     std::vector<GameRecord>& known)>
      play;
};

/// Games and what each would have cost with all simulations.
struct CostSample {
  std::vector<GameRecord> games;
  double share = 1;      ///< of the simulations that they were played with
  std::string of;        ///< "34 games played now"
  bool is_whole = true;  ///< every pairing has as many games as the others; false: those that ended in time

  /// What its games cost. Nothing where so few of them ended in time that the longest may be missing.
  [[nodiscard]] std::optional<GamePace> pace() const;
};

/// The first pairs of all pairings in the order of a run, whose memories of evaluations are warm as a run's are: as
/// many as the time allows, and with as many simulations. What a simulation costs with all of them follows from the
/// last two shares that were played.
CostSample sample_costs(const SampleTask& task, const SampleTime& time);

}  // namespace rootward
