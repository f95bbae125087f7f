// plots/ in a tournament's results folder.
#pragma once

#include <string>

#include "experiments/table/result_table.h"

namespace rootward {

/// Writes plots/sweep.svg and .csv where there is a sweep_figure(). Derived from the stored games. Throws RunError.
void write_plots(const std::string& folder, const TournamentConfig& config, const ResultTable& table);

}  // namespace rootward
