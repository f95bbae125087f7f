// A tuning as a plan of games: an evaluation and the fresh test, each a comparison of its own.
#pragma once

#include <string>

#include "experiments/tuning/config.h"
#include "lab/report/power.h"

namespace rootward::tuning {

/// Everything but deviation and speed; `evaluations` of them, and the fresh test of two points, are all games.
PowerPlan power_plan(const TuningConfig& tuning, std::uint32_t evaluations);

/// Measured in the evaluations of a results folder; assumed where there is none.
PairDeviation stored_deviation(const std::string& folder);

/// Plays pairs of an evaluation of the candidate as it is written, for so many CPU seconds of each thread, and fills in
/// the mean cost of a game. Throws as the players and openings do.
void measure_cost(const TuningConfig& tuning, double seconds, PowerPlan& plan);

}  // namespace rootward::tuning
