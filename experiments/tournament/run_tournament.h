// `run`: a whole tournament with its results folder, from wherever it stands to its end or the next interruption.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/tournament/config.h"
#include "experiments/tournament/setup.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {

/// How a run ended.
struct RunReport {
  std::string folder;
  bool is_complete = false;  ///< false: a signal stopped it, or a full disk would have thrown
  GameTotals games;
  std::uint64_t games_played = 0;             ///< in this run
  std::vector<std::string> stopped_pairings;  ///< by void games: "a against b is ended, for two games .."
  StoredResults results;  ///< of a whole run: all that the folder holds, which may be more than was asked for
};

/// Plays what is missing in the folder. While it runs, SIGINT and SIGTERM ask it to stop; a second one ends the
/// process. Throws UsageError (configuration), PlayerError (an engine is missing or does not start), RunError (folder
/// in use, disk full, corrupt results).
RunReport run_tournament(const TournamentConfig& config, const RunSettings& settings);

}  // namespace rootward::tournament
