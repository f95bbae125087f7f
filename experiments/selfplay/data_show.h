// A stored game for people.
#pragma once

#include <string>

#include "experiments/selfplay/shard_file.h"
#include "lab/play/game.h"

namespace rootward::selfplay {

/// A line a ply: move, how it was chosen, weight, root value and the largest shares of its policy target.
std::string game_text(const Game& rules, const ShardHeader& header, const ShardGame& game);
/// The same as comments of an SGF game tree. Throws UsageError where the game is not played on points.
std::string game_tree(const Game& rules, const ShardHeader& header, const ShardGame& game);

}  // namespace rootward::selfplay
