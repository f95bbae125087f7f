// Exact values of small games by search, and exact playout distributions by recursion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/game_state.h"

namespace rootward::testing {

/// Alpha-beta over win, draw and loss with a table of positions up to symmetry. Seats must alternate, and equal states
/// must have equal futures.
template <GameState P>
class ExactSolver {
 public:
  /// -1, 0 or 1 in the first seat's view.
  int solve(P& position) {
    if (position.is_over()) return static_cast<int>(position.result());
    return search(position, -1, 1) * static_cast<int>(sign_of(position.to_move()));
  }

 private:
  struct Bounds {
    int low = -1;
    int high = 1;
  };

  /// In the view of the player to move.
  int search(P& position, int alpha, int beta) {
    if (position.is_over()) return static_cast<int>(position.result() * sign_of(position.to_move()));
    const std::uint64_t key = position.canonical_hash();
    const Bounds known = table_[key];
    alpha = std::max(alpha, known.low);
    beta = std::min(beta, known.high);
    if (alpha >= beta) return alpha;
    const int best = best_reply(position, alpha, beta);
    Bounds& bounds = table_[key];
    if (best > alpha) bounds.low = std::max(bounds.low, best);
    if (best < beta) bounds.high = std::min(bounds.high, best);
    return best;
  }

  int best_reply(P& position, int alpha, int beta) {
    ActionList actions;
    position.legal_actions(actions);
    int best = -1;
    for (Action action : actions) {
      const typename P::Mark mark = position.mark();
      position.play(action);
      const int value = -search(position, -beta, -std::max(alpha, best));
      position.rewind(mark);
      best = std::max(best, value);
      if (best >= beta) break;
    }
    return best;
  }

  std::unordered_map<std::uint64_t, Bounds> table_;
};

/// Probability of each (value in the first seat's view, plies) when every legal move is equally likely.
using PlayoutDistribution = std::map<std::pair<double, std::uint32_t>, double>;

template <GameState P>
void add_playouts(P& position, std::uint32_t plies, double probability, PlayoutDistribution& into) {
  if (position.is_over()) {
    into[{position.result(), plies}] += probability;
    return;
  }
  ActionList actions;
  position.legal_actions(actions);
  for (Action action : actions) {
    const typename P::Mark mark = position.mark();
    position.play(action);
    add_playouts(position, plies + 1, probability / static_cast<double>(actions.size()), into);
    position.rewind(mark);
  }
}

template <GameState P>
PlayoutDistribution exact_playouts(P position) {
  PlayoutDistribution distribution;
  add_playouts(position, 0, 1.0, distribution);
  return distribution;
}

}  // namespace rootward::testing
