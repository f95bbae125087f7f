// What `plan` says of a tournament: its schedule, what that takes, and what its games can show.
#pragma once

#include <string>

#include "experiments/tournament/setup.h"
#include "lab/report/power.h"

namespace rootward::tournament {

struct PlannedTournament {
  std::string schedule;  ///< for people: pairings, games, openings available, games already stored, and the time left
  PowerPlan power;       ///< its deviation is measured in what is stored
};
/// Costs by games that are played for so many CPU seconds of each thread; 0: none are. Writes nothing. Throws
/// UsageError where the results folder holds games of another configuration.
PlannedTournament plan_tournament(TournamentSetup& setup, const RunSettings& settings, double seconds);

}  // namespace rootward::tournament
