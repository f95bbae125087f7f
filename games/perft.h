// Perft: how many move sequences a game has, the classic check of move generation.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/game_state.h"

namespace rootward {

/// The number of move sequences of exactly `depth` >= 0 plies; a finished game is not extended. Leaves the position as
/// it was.
template <GameState P>
std::uint64_t perft(P& position, int depth) {
  assert(depth >= 0);
  if (depth == 0) return 1;
  ActionList actions;
  position.legal_actions(actions);
  if (depth == 1) return actions.size();
  std::uint64_t sequences = 0;
  for (Action action : actions) {
    const typename P::Mark mark = position.mark();
    position.play(action);
    sequences += perft(position, depth - 1);
    position.rewind(mark);
  }
  return sequences;
}

}  // namespace rootward
