// A comparison as files: tables, figures, one page.
#pragma once

#include <string>
#include <vector>

#include "experiments/comparison/comparison.h"
#include "lab/report/facts.h"
#include "lab/report/grid.h"
#include "lab/report/plot/figure.h"

namespace rootward::comparison {

/// A grid a published table and board with its cells in the paper's order; then the ratings of the boards that were
/// played, the A/A cells, and tuned scores beside fresh ones.
std::vector<Grid> comparison_grids(const Comparison& comparison);
/// What was played under which conditions, a grid a board.
std::vector<Grid> condition_grids(const Comparison& comparison);
/// What came of it, and what a reader must know.
std::vector<Fact> comparison_facts(const Comparison& comparison);
/// What its columns mean.
std::vector<std::string> comparison_legend(const Comparison& comparison);

std::string comparison_text(const Comparison& comparison);
std::string comparison_markdown(const Comparison& comparison);
std::string comparison_csv(const Comparison& comparison);   ///< a row a cell, numbers unrounded; tuned scores in rows
                                                            ///< against the standard player
std::string comparison_json(const Comparison& comparison);  ///< schema rootward.compare/1
std::string comparison_html(const Comparison& comparison);

/// Every cell of the tables of which something was played: the paper's score and ours with their 95 % intervals; no
/// panels where nothing was.
plot::Figure forest_figure(const Comparison& comparison);
/// f against visits of the players that have one; no panels where none has.
plot::Figure profile_figure(const Comparison& comparison);
/// The feedback policies; no panels where no player has one.
plot::Figure feedback_figure(const Comparison& comparison);

/// Writes table.md, table.csv, table.json, forest.svg, index.html, and profile.svg and feedback.svg where they show
/// something (else none is left from before). Returns the paths. Throws RunError.
std::vector<std::string> write_comparison(const Comparison& comparison, const std::string& folder);

}  // namespace rootward::comparison
