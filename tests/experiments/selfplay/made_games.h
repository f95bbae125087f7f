// Games for the tests of shards: drawn at random, legal or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/selfplay/shard_file.h"
#include "lab/play/game.h"

namespace rootward::selfplay::testing {

/// Stored games of any numbers within the shape's bounds; no rules are asked.
ShardGame made_game(std::uint64_t number, const ShardShape& shape);
std::vector<ShardGame> made_games(std::uint64_t count, const ShardShape& shape);
ShardHeader made_header(const ShardShape& shape);

/// A game of random legal moves to the end that the rules make, scored by them; targets over legal moves. Plies 0 and 1
/// are an opening, every fifth ply coasts.
ShardGame played_game(const Game& rules, std::uint64_t number);
/// Shard `index` of a generation with `count` played games, in `folder`/data. Returns its path.
std::string write_played_shard(const std::string& folder, const std::string& game, std::uint64_t generation,
                               std::uint64_t index, std::uint64_t count);
/// The header of such a shard.
ShardHeader played_header(const std::string& game, std::uint64_t generation);

}  // namespace rootward::selfplay::testing
