// Hand-made results for the tests of tables.
#pragma once

#include <string>
#include <vector>

#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// A tournament of random movers with these names; the first is the gauntlet's reference.
StoredResults empty_results(ScheduleType type, const std::vector<std::string>& players, std::uint32_t pairs);

/// Where a pair stands and how it ended.
struct SamplePair {
  std::string a;
  std::string b;
  std::uint32_t pair = 0;
  double score_first_game = 0.5;   ///< a's, who has the first seat
  double score_second_game = 0.5;  ///< a's, who has the second seat
};

/// Both games of the pair, each with moves of its own; opening "oK" of pair K.
void add_pair(StoredResults& results, const SamplePair& sample);
/// Only the pair's first game.
void add_half_pair(StoredResults& results, const SamplePair& sample);
/// `counts` pairs of each outcome 0, 1/2, 1 (as two draws), 3/2, 2, from pair 0 on.
void add_pairs(StoredResults& results, const std::string& a, const std::string& b, const PairCounts& counts);

/// Openings differ where their texts do.
TableOptions text_openings(const std::string& reference = "");

const PlayerRow& row_of(const ResultTable& table, const std::string& name);

}  // namespace rootward::tournament
