// Bradley-Terry ratings of players who met several others.
#pragma once

#include <optional>
#include <vector>

#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// Rates the players from all games of pairings that were not stopped early, with the advantage of the first seat where
/// the games determine it, and with two draws a player against a player rated 0 where ratings would be infinite. Errors
/// are from the pairs where pairings have kFewPairs or more, so that what pairings share by their openings is counted
/// (count_units()); with the draws they are those of independent games. Fills `rating` of all players with such games,
/// from the anchor's (from their mean where `anchor` is "" or has no such games); nothing with fewer than two of them.
std::optional<RatingMethod> rate_players(const TableGames& all, const std::vector<PairingRow>& pairings,
                                         const std::string& anchor, std::vector<PlayerRow>& players);

}  // namespace rootward::tournament
