// Which openings are the same position up to board symmetry.
#pragma once

#include <string>
#include <vector>

#include "experiments/game.h"

namespace rootward {

/// Replays the opening and names its canonical position. Throws RunError for a move that the game does not allow there.
std::string canonical_opening(const Game& game, const std::vector<std::string>& moves);

}  // namespace rootward
