// A tournament as a plan of games: what its tables will compare, and what its games cost here.
#pragma once

#include <string>

#include "experiments/tournament/setup.h"
#include "lab/report/power.h"

namespace rootward::tournament {

/// Everything but deviation and speed. `pairs`: a pairing's.
PowerPlan power_plan(const TournamentConfig& config, std::uint64_t pairs);

/// Measured in the games of a results folder; assumed where there is none. Throws as read_results.
PairDeviation stored_deviation(const std::string& folder);

/// Plays for so many CPU seconds of each thread and fills in the cost of a game: the mean of the pairings.
void measure_cost(TournamentSetup& setup, double seconds, PowerPlan& plan);

}  // namespace rootward::tournament
