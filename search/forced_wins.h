// A search of forced wins and losses alone, a few plies deep.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/game_state.h"
#include "search/settings.h"
#include "search/tree.h"

namespace rootward {

/// Who wins by force within `depth` plies: 1 the first seat, -1 the second, 0 nobody or not known. What chance decides
/// is not known.
template <GameState P>
int forced_winner(P& position, int depth) {
  if (position.is_over()) {
    if constexpr (NoisyGame<P>) {
      if (position.has_noisy_result()) return 0;
    }
    const Value result = position.result();
    return result == 1.0 ? 1 : result == -1.0 ? -1 : 0;
  }
  if (depth <= 0) return 0;
  if constexpr (StochasticGame<P>) {
    if (position.is_chance()) return 0;
  }
  const int mover = position.to_move() == Seat::first ? 1 : -1;
  ActionList actions;
  position.legal_actions(actions);
  bool is_lost = true;
  for (const Action action : actions) {
    const typename P::Mark mark = position.mark();
    position.play(action);
    const int winner = forced_winner(position, depth - 1);
    position.rewind(mark);
    if (winner == mover) return mover;
    is_lost &= winner == -mover;
  }
  return is_lost ? -mover : 0;
}

/// Plies that a node of `visits` is to be searched before a child is chosen; 0: none. Notes that it was asked.
inline int look_depth(const SolverAids& aids, BlockHeader& head, std::uint32_t visits) {
  constexpr int kDecisivePlies = 2;
  int depth = 0;
  if (aids.decisive && (head.looks & BlockHeader::kLookedAtOnce) == 0) {
    head.looks |= BlockHeader::kLookedAtOnce;
    depth = kDecisivePlies;
  }
  if (aids.tree_depth > 0 && (head.looks & BlockHeader::kLookedLater) == 0 && visits + 1 >= aids.tree_after) {
    head.looks |= BlockHeader::kLookedLater;
    depth = std::max(depth, aids.tree_depth);
  }
  return depth;
}

/// Looks at a node's active children: the index of one that wins; kNoChild: none does, and losing ones have left the
/// search as proven losses. Children that the solver has proven are taken at their word. `position` is the node's own,
/// where a player chooses, and `depth` counts its plies from there.
template <GameState P>
std::uint32_t look_for_wins(const Block& block, P& position, int depth) {
  BlockHeader& head = block.header();
  const int mover = head.seat == Seat::first ? 1 : -1;
  for (std::uint32_t i = head.active; i-- > 0;) {
    if (block.is_proven(i)) {
      if (block.values()[i] == 1.0) return i;
      continue;
    }
    const typename P::Mark mark = position.mark();
    position.play(block.actions()[i]);
    const int winner = forced_winner(position, depth - 1);
    position.rewind(mark);
    if (winner == mover) return i;
    if (winner == -mover) block.prove_loss(i);
  }
  return kNoChild;
}

}  // namespace rootward
