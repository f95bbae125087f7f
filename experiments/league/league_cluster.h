// Who plays a league's tunings and finals where that is not this machine's threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/tuning/config.h"

namespace rootward::league {

/// One tuning: a whole `tune` run in a folder of its own, with one evaluation pending.
struct SentTuning {
  const tuning::TuningConfig* tuning = nullptr;  ///< its name is the tuning's label
  std::string place;                             ///< from the league's folder: "tuning/softmax-2"
  std::function<bool()> is_whole;                ///< evaluations and fresh test are stored
};

class LeagueCluster {
 public:
  LeagueCluster() = default;
  LeagueCluster(const LeagueCluster&) = delete;
  LeagueCluster& operator=(const LeagueCluster&) = delete;
  virtual ~LeagueCluster() = default;

  /// Plays tunings of so many evaluations until all are whole, and tells of each that is, by its place in the list.
  /// False: a signal came; what was sent goes on. Throws EvaluationsHalted where somebody has stopped it, RunError
  /// where a tuning brings nothing any more, UsageError.
  virtual bool tune(const std::string& folder, const std::vector<SentTuning>& tunings, std::uint32_t evaluations,
                    const std::function<void(std::size_t)>& tell) = 0;
  /// Hands a tournament in, or what is missing of it, and returns at once. Throws UsageError, RunError.
  virtual void send(const std::string& file, const std::string& folder) = 0;
  /// Until a tournament that was sent is whole and joined; false as in tune(). Throws EvaluationsHalted, RunError.
  virtual bool await(const std::string& folder) = 0;
};

}  // namespace rootward::league
