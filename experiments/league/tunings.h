// One entrant's tuning, from wherever its folder stands.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/league/entrants.h"

namespace rootward::league {

/// Whether the folder's journal holds all evaluations and the fresh test: games are not asked for then.
bool is_tuned(const Entrant& entrant, const std::string& folder, std::uint32_t evaluations);

/// Tunes it on one thread and with one evaluation pending, as all entrants are, so that none is better served. A folder
/// whose journal holds all evaluations and the fresh test is left alone, whether its games are there or not. False
/// where a signal came before the end. Throws as tuning::tune, RunError naming the entrant.
bool tune_entrant(const Entrant& entrant, const std::string& folder, std::uint32_t evaluations);

/// Fills in what the folder's optimizer recommended, and how that did in the fresh test.
void take_recommendation(Entrant& entrant, const std::string& folder);

}  // namespace rootward::league
