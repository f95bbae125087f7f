// Counting games by pairing.
#include "experiments/tournament/table/checkpoint.h"

#include <array>
#include <map>

#include "experiments/tournament/table/pairing_rows.h"

namespace rootward::tournament {

std::vector<TableCheckpoint> running_scores(std::span<const GameRecord> games) {
  std::map<std::array<std::string, 2>, GameCounts> by_pairing;
  for (const GameRecord& game : games) count_game(by_pairing[game.pairing], game.score_of_a());
  std::vector<TableCheckpoint> checkpoints;
  for (const auto& entry : by_pairing) {
    checkpoints.push_back({entry.first[0], entry.first[1], entry.second, game_statistics(entry.second).score,
                           wilson_of_games(entry.second)});
  }
  return checkpoints;
}

}  // namespace rootward::tournament
