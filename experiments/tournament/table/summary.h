// What a reader must know to judge a table, in words: facts above it, the legend below it.
#pragma once

#include <string>
#include <vector>

#include "experiments/tournament/table/result_table.h"
#include "lab/report/facts.h"

namespace rootward::tournament {

/// "go {size: 9, komi: 7.5}".
std::string game_text(const NamedParams& game);
/// "gauntlet against average, 500 pairs a pairing, openings of 2 random plies".
std::string schedule_text(const TournamentConfig& config);

/// "confirmatory of ..", "exploratory: .." with the reason.
std::string claim_text(const ResultTable& table);
/// Provenance and honesty: game, schedule, how many games, what kind of claim, what limits it.
std::vector<Fact> table_facts(const ResultTable& table);
/// One line a column or mark.
std::vector<std::string> table_legend(const ResultTable& table);

}  // namespace rootward::tournament
