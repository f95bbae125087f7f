// Balanced openings of a plan: looked for once where it is submitted, and not in each task.
#pragma once

#include <cstddef>
#include <string>

#include "experiments/tournament/setup.h"

namespace rootward::tournament {

/// DIR/cluster/inputs/openings.txt: the configuration's hash behind a `#`, then an opening a line in the order of
/// pairs.
std::string planned_openings_path(const std::string& folder);

/// Looks for the openings of all pairs and writes them down. Nothing is done where none are to be balanced, where every
/// pair has a board of its own, or where they are there already.
void write_planned_openings(TournamentSetup& setup, const std::string& folder, std::size_t threads);

/// Makes them the setup's. What is not there, of another configuration, or damaged is looked for again.
void take_planned_openings(TournamentSetup& setup, const std::string& folder);

}  // namespace rootward::tournament
