// The running score of each pairing: what a run shows before its tables.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/statistics/match_score.h"
#include "experiments/arena/game_record.h"

namespace rootward::tournament {

/// One pairing's score so far, from a's view; the interval is Wilson's with effective games.
struct TableCheckpoint {
  std::string a;
  std::string b;
  GameCounts counts;
  double score = 0.5;
  Interval ci95{};
};

/// One entry a pairing with games, by names.
std::vector<TableCheckpoint> running_scores(std::span<const GameRecord> games);

}  // namespace rootward::tournament
