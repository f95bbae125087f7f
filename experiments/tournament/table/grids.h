// The grids a result table is shown as, the same for text, Markdown and LaTeX.
#pragma once

#include <vector>

#include "experiments/tournament/table/result_table.h"
#include "lab/report/grid.h"

namespace rootward::tournament {

/// In order: against the reference, all games, pairings, sequential tests, cross table (round robins of three or more),
/// cost; those with rows.
std::vector<Grid> table_grids(const ResultTable& table);

/// One grid that fits a column of a page, with a caption that stands alone: the rows' results against the reference;
/// where players are rated, their ratings.
Grid short_grid(const ResultTable& table);

/// "better", "worse", "equivalent", "better, equivalent", "undecided", or the hypothesis that a sequential test took,
/// "stopped: H1".
std::string verdict_text(const Comparison& comparison);
/// "better", "worse" or "equal" where it was stated before game one of the player against the reference, else "".
std::string expected_text(const ResultTable& table, const std::string& player);
/// "illegal 2, resign 1": games lost otherwise than by the rules, by reason; "" without any.
std::string forfeits_text(const PlayerRow& player);

}  // namespace rootward::tournament
