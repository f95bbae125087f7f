// plots/ in a tournament's results folder.
#pragma once

#include <string>

#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// Writes plots/sweep.svg and .csv where there is a sweep_figure(). Derived from the stored games. Throws RunError.
void write_plots(const std::string& folder, const TournamentConfig& config, const ResultTable& table);

}  // namespace rootward::tournament
