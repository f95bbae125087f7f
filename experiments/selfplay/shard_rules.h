// Stored games and the rules: playing one again, and what its end is in the terms of a record.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/selfplay/shard_game.h"
#include "lab/play/game.h"

namespace rootward::selfplay {

/// Shape of the records of a game that networks play; points where it counts them. Throws UsageError for other games.
ShardShape shard_shape(const Game& game);
/// Throws UsageError where a shard's games have other moves or points than the rules.
void check_shape(const ShardHeader& header, const Game& rules);

/// Plays the game's first `plies` moves, telling each ply's index and the position before it; the position after them.
/// Throws UsageError where a move is not legal or comes after the end.
std::unique_ptr<Position> replay(const Game& rules, const ShardGame& game, std::size_t plies,
                                 const std::function<void(std::size_t, const Position&)>& tell = nullptr);

/// Whose each point is by area (Tromp-Taylor): a stone its colour's, an empty region that whose stones alone touch it.
/// `rows` as board_rows(); point 0 is the lower left corner, then along the lines.
std::vector<Owner> area_owners(const std::vector<std::string>& rows);

/// Fills ending, score and owners from the position in which the rules ended the game.
void score_by_rules(const Position& end, ShardGame& game);
/// The same where a player resigned: no more than who won is known.
void score_resignation(Seat loser, const ShardShape& shape, ShardGame& game);

}  // namespace rootward::selfplay
