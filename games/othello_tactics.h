// Othello's tactical playouts: take corners, and do not open them.
#pragma once

#include <cstdint>

#include "games/othello.h"

namespace rootward {

/// The cells that a tactical playout draws from: corners; where there is none, those that do not stand diagonally
/// beside an empty corner; where all do, every move. Empty where the player must pass.
std::uint64_t othello_tactical_cells(const Othello& position);

}  // namespace rootward
