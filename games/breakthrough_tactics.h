// Breakthrough's tactical playouts: win at once, stop a win at once, take what is not defended.
#pragma once

#include "games/breakthrough.h"

namespace rootward {

/// Which of them, in this order.
struct BreakthroughTactics {
  bool looks_ahead = true;  ///< win at once, else leave no win at once: the moves of tactical_moves() (line_tactics.h)
  bool takes = true;        ///< of the moves left, those that take a pawn which nobody can take back
};

/// The moves that a tactical playout draws from, each step by where it leads. The position is not over.
BreakthroughTargets breakthrough_tactical_targets(const Breakthrough& position, const BreakthroughTactics& tactics);

}  // namespace rootward
