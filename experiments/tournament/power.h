// A tournament as a plan of games: what its tables will compare, and what its games cost here.
#pragma once

#include <string>

#include "experiments/report/power.h"
#include "experiments/tournament/setup.h"

namespace rootward::tournament {

/// Everything but deviation and speed. `pairs`: a pairing's.
PowerPlan power_plan(const TournamentConfig& config, std::uint64_t pairs);

/// Measured in the games of a results folder; assumed where there is none. Throws as read_results.
PairDeviation stored_deviation(const std::string& folder);

/// Plays for so many seconds and fills in the cost of a game: the mean of the pairings that had one. It knows what
/// games remember of each other. False where too few ended in time.
bool measure_games(TournamentSetup& setup, double seconds, PowerPlan& plan);

/// Measures every player for its share of `seconds` and fills in the cost of a game. Needs the first opening.
void measure_cost(TournamentSetup& setup, double seconds, PowerPlan& plan);

}  // namespace rootward::tournament
