// A tournament's figures: every player's score, the score along a varied number, how scores settled. And the files that
// are derived from its games.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/tournament/table/result_table.h"
#include "lab/report/plot/figure.h"

namespace rootward::tournament {

/// Scores with their 95 % intervals, a row a player: against each reference of a gauntlet (a panel each), over all
/// games of a round robin of three or more; else a row a pairing. With the band within which players count as
/// equivalent.
plot::Figure score_figure(const TournamentConfig& config, const ResultTable& table);

/// The score against each reference by the number in which three or more players differ (the exploration constant, the
/// simulations, ..); players who differ in something else too give lines of their own, and each reference a panel.
/// Nothing where no number is varied so, and for schedules without references.
std::optional<plot::Figure> sweep_figure(const TournamentConfig& config, const ResultTable& table);

/// Of a schedule of budgets: each player's score against the same with the budget before, a line for those that differ
/// in their simulations alone. Nothing for other schedules.
std::optional<plot::Figure> budgets_figure(const TournamentConfig& config, const ResultTable& table);

/// How each pairing's score settled, pair by pair.
plot::Figure course_figure(const StoredResults& results, const ResultTable& table);

/// Scores, and where there is one the sweep or the budgets.
std::vector<plot::NamedFigure> tournament_figures(const TournamentConfig& config, const ResultTable& table);

/// Writes plots/scores and, where there is one, plots/sweep into the folder: .svg, the numbers as .csv, and .pdf where
/// a converter is there; one that fails is told of. Derived from the stored games. Returns the files that show them
/// best. Throws RunError.
std::vector<std::string> write_figures(const std::string& folder, const TournamentConfig& config,
                                       const ResultTable& table);

/// Writes table.md, table.csv and the figures of a results folder anew; returns the table. Throws as make_table,
/// RunError (disk).
ResultTable write_tables(const StoredResults& results);

}  // namespace rootward::tournament
