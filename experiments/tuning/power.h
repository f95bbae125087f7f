// A tuning as a plan of games: an evaluation and the fresh test, each a comparison of its own.
#pragma once

#include <string>

#include "experiments/report/power.h"
#include "experiments/tuning/config.h"

namespace rootward::tuning {

/// Everything but deviation and speed; `evaluations` of them, and the fresh test, are all games.
PowerPlan power_plan(const TuningConfig& tuning, std::uint32_t evaluations);

/// Measured in the evaluations of a results folder; assumed where there is none.
PairDeviation stored_deviation(const std::string& folder);

/// Plays an evaluation of the candidate as it is written, for so many seconds at most, and fills in the cost of a game,
/// which knows what games remember of each other. False where too few ended in time. Throws as measure_cost().
bool measure_games(const TuningConfig& tuning, double seconds, PowerPlan& plan);

/// Measures candidate and opponents, each for its share of `seconds`, and fills in the mean cost of a game. Throws as
/// the players and openings do.
void measure_cost(const TuningConfig& tuning, double seconds, PowerPlan& plan);

}  // namespace rootward::tuning
