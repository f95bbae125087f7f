// Games for the tests of shards: drawn at random, legal or not.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/selfplay/shard_file.h"

namespace rootward::selfplay::testing {

/// Stored games of any numbers within the shape's bounds; no rules are asked.
ShardGame made_game(std::uint64_t number, const ShardShape& shape);
std::vector<ShardGame> made_games(std::uint64_t count, const ShardShape& shape);
ShardHeader made_header(const ShardShape& shape);

}  // namespace rootward::selfplay::testing
