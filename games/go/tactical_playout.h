// Go playouts with a little knowledge around the last move: escape from atari, capture, 3x3 patterns.
#pragma once

#include "core/game_state.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/rng.h"

namespace rootward {

template <class Board>
class Go;

/// What a tactical playout looks for.
struct GoTactics {
  bool atari = true;     ///< escape from atari and capture near the last move
  bool patterns = true;  ///< 3x3 patterns around the last move
};

/// Moves to the end as random_playout() plays them, but a move near the last one comes first, the first of these kinds
/// that has any, drawn uniformly among its points: a point that saves an own chain which the last move put in atari (by
/// at least two liberties, or by capturing a neighbour in atari); the last liberty of the chain that the last move
/// belongs to; an empty point beside the last move (diagonals too) whose neighbourhood is one of MoGo's patterns. None
/// fills an own eye or takes a simple ko back. Gelly, Wang, Munos & Teytaud 2006 (patterns from memory). `trace`
/// receives the moves; `policy` is asked where there is no such move.
template <class Board>
PlayoutResult go_tactical_playout(const Go<Board>& position, const GoTactics& tactics, Rng& rng,
                                  PlayoutTrace* trace = nullptr, PlayoutPolicy* policy = nullptr);

}  // namespace rootward
