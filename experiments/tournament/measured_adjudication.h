// Whether a tournament may end decided games early: only by a rule that was measured on games played out.
#pragma once

#include <cstdint>

#include "experiments/tournament/config.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// So many games, at least, have to be played out under the rule, those with the same moves counted once a pairing.
inline constexpr std::uint64_t kGamesPlayedOut = 500;
/// Of those that it would have ended, at most this share may have ended otherwise.
inline constexpr double kMostOtherResults = 0.005;

/// What the games of `measured` show of the rule of `config`: its `games` are those that it would have ended. Throws
/// UsageError with every reason why `config` may not end games by it: another game or rule, games that were not played
/// out, too few different ones, too many other results, and players whose search (but for the operator, which the rule
/// does not read) or network nobody has there. A network is its file's hash, wherever the file lies.
AdjudicationCount require_measured(const TournamentConfig& config, const StoredResults& measured);

}  // namespace rootward::tournament
