// The grids a result table is shown as, the same for text, Markdown and LaTeX.
#pragma once

#include <vector>

#include "experiments/report/grid.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// In order: against the reference, all games, pairings, sequential tests, cross table (round robins of three or more),
/// cost; those with rows.
std::vector<Grid> table_grids(const ResultTable& table);

/// "better", "worse", "equivalent", "better, equivalent", "stopped: H1", "stopped: H0" or "undecided".
std::string verdict_text(const Comparison& comparison);
/// "illegal 2, timeout 1"; "" without forfeits.
std::string forfeits_text(const PlayerRow& player);

}  // namespace rootward::tournament
