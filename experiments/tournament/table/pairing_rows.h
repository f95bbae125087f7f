// The rows of the pairings, from their games.
#pragma once

#include <vector>

#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// Rows in the schedule's order for all pairings with games; `folder` names them in errors. Throws RunError for games
/// of other pairings.
std::vector<PairingRow> make_pairing_rows(const TableGames& games, const TournamentConfig& config,
                                          const std::string& folder, bool has_bootstrap = true);
/// Fills in `repeats` of all rows. Of two that have the same games the later one repeats.
void mark_repeats(const TableGames& games, std::vector<PairingRow>& rows);

/// Whether some pairing's openings repeat, and can be drawn again.
bool has_bootstrap(const ResultTable& table);
/// The score with the interval that the estimate gives.
ScoreRange range_of(const ScoreEstimate& estimate);

}  // namespace rootward::tournament
