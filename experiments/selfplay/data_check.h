// Whether stored games are what the rules make of their moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/selfplay/shard_file.h"
#include "lab/play/game.h"

namespace rootward::selfplay {

/// What is wrong with a game; "" where nothing is. Every move is played, every target must be legal and sum up, score
/// and owners are counted again where the rules ended the game.
std::string game_problem(const Game& rules, const ShardHeader& header, const ShardGame& game);

struct CheckReport {
  std::size_t shards = 0;  ///< good ones
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t targets = 0;        ///< plies with a policy
  std::vector<std::string> faults;  ///< "FILE: offset N: ..", "FILE: game N: .."
};

/// Reads all shards, broken ones too. Besides each game's own faults: a number that is there twice, and a leak, a game
/// held out for validation whose copy is trained on. Throws UsageError where there are no shards.
CheckReport check_shards(const std::vector<std::string>& paths, std::size_t threads);

}  // namespace rootward::selfplay
