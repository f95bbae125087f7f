// `run --dry-run`: what would be played, and about how long it would take.
#pragma once

#include <string>

#include "experiments/tournament/setup.h"

namespace rootward::tournament {

/// The schedule for people: pairings, games, openings available, games already stored, and the time estimated from
/// games that are played for some seconds. Writes nothing.
std::string dry_run_text(TournamentSetup& setup, const RunSettings& settings);

}  // namespace rootward::tournament
