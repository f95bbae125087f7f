// The rows of the players, and how they compare with the reference.
#pragma once

#include <vector>

#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// One row a player in the configuration's order: counts, seats, speed, forfeits and the overall score.
/// Throws RunError, naming `folder`, for games of other players.
std::vector<PlayerRow> make_player_rows(const TableGames& games, const TournamentConfig& config,
                                        const std::string& folder);

/// Fills `against_reference` of all rows that met the reference, with Holm's correction over them; the reference by
/// another name is no comparison, and its p stays as it is. Returns the number of comparisons.
std::uint64_t compare_with_reference(const std::string& reference, const std::vector<PairingRow>& pairings,
                                     const TournamentConfig& config, std::vector<PlayerRow>& players);

}  // namespace rootward::tournament
