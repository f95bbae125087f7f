// Breakthrough's tactical playouts: win at once, stop a win at once, take what is not defended.
#pragma once

#include "games/breakthrough.h"

namespace rootward {

/// The moves that a tactical playout draws from, each step by where it leads; under Tactics::kAlwaysTakes those that
/// take for free are all, where there are any. The position is not over.
BreakthroughTargets breakthrough_tactical_targets(const Breakthrough& position, const Tactics& tactics);

}  // namespace rootward
