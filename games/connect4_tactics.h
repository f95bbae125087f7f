// Connect Four's tactical playouts, without playing every move to see what it does.
#pragma once

#include <cstdint>

#include "core/game_state.h"
#include "games/connect4_large.h"
#include "games/connect4_small.h"

namespace rootward {

/// The moves that tactical_moves() of games/line_tactics.h would draw from, a bit a cell. The position is not over.
std::uint64_t connect4_tactical_cells(const Connect4Field& field, std::uint64_t own, std::uint64_t theirs,
                                      std::uint64_t filled);

/// The same moves on boards of any size.
void connect4_tactical_columns(const Connect4Large& position, ActionList& out);

}  // namespace rootward
