// Whether stored games hold what the rules and the configuration say.
#pragma once

#include <memory>
#include <string>

#include "experiments/config.h"
#include "experiments/game.h"
#include "experiments/game_record.h"

namespace rootward {

/// Plays the record's opening and moves; the position after the last. Throws RunError for a move that is no legal one.
std::unique_ptr<Position> rebuild(const GameRecord& record, const Game& game);

/// Rebuilds the game and compares seed, legality, length, ending and score. "" where all is in order, else what is not.
std::string verify(const GameRecord& record, const TournamentConfig& config, const Game& game);

/// Plays the game anew from its seed and opening; "" where it comes out the same, else where it parts. Only for
/// reproducible configurations.
std::string play_again(const GameRecord& record, const TournamentConfig& config, const Game& game);

}  // namespace rootward
