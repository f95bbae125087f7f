// The rows of the pairings, from their games.
#pragma once

#include <vector>

#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// Rows in the schedule's order for all pairings with games. `opening_key` must be set.
std::vector<PairingRow> make_pairing_rows(const StoredResults& results, const OpeningKey& opening_key);

/// Whether some pairing's openings repeat, and can be drawn again.
bool has_bootstrap(const ResultTable& table);
/// The score with the interval that the estimate gives.
ScoreRange range_of(const ScoreEstimate& estimate);
/// Adds one game with this score (1, 1/2 or 0).
void count_game(GameCounts& counts, double score);

}  // namespace rootward::tournament
