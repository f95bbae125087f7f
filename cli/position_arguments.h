// GAME and --moves: the position that `search` and `evaluate` are asked about.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "experiments/play/game.h"
#include "experiments/tournament/config.h"

namespace rootward {

/// The position after `moves` (text, separated by blanks) from the start. Throws UsageError for what is no move, for an
/// illegal move, and where the game is over at the end ("there is nothing to search").
std::unique_ptr<Position> position_after(const Game& game, const std::string& moves);

/// The game with the seed's board where the board is left to chance; says on stderr what was drawn.
NamedParams drawn_game(const NamedParams& game, std::uint64_t seed);

/// "first" / "second", or "black" / "white" where the game calls them so.
std::string seat_name(const Game& game, Seat seat);

}  // namespace rootward
