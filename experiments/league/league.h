// A fair-tuned league: every backup operator with its own tuned constants, against players that no tuning has met.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "experiments/league/config.h"
#include "experiments/league/league_cluster.h"

namespace rootward::league {

struct LeagueSettings {
  std::string folder;                           ///< "" = results/NAME
  std::size_t threads = 0;                      ///< tunings at once, and threads of the finals; 0 = all it may use
  bool is_quiet = false;                        ///< no progress and no warnings
  std::function<void(const std::string&)> say;  ///< told of each step, one thread at a time
  LeagueCluster* cluster = nullptr;             ///< plays all games; null: threads of this machine do
};

struct LeagueReport {
  std::string folder;
  bool is_complete = false;  ///< false: a signal ended it
  std::string table{};       ///< Markdown
};

/// Reads the files that it names as a run would, and each operator's players in the finals. Throws UsageError.
void check_league(const LeagueConfig& config);

std::string league_folder_of(const LeagueConfig& config, const LeagueSettings& settings);

/// First it tunes each operator, once for every seed, with the same optimizer, the same number of evaluations and its
/// own exploration constant. Then it plays the finals: all that was recommended joins the finals' players, at a quarter
/// of their simulations, at as many, at four times as many, and at equal CPU time (as many as cost what the tuned
/// control's cost, by the CPU time of the second finals). Then it writes league.md and league.csv.
/// What is there is not played again. Throws UsageError (files; the folder was begun with another tuning or number of
/// evaluations), PlayerError, RunError; what was played is kept then.
LeagueReport run_league(const LeagueConfig& config, const LeagueSettings& settings);

}  // namespace rootward::league
