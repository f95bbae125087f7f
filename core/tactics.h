// What a game may offer for playouts that are not uniform: moves that see a little, and a playout policy of its own.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/game_state.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/rng.h"

namespace rootward {

/// What a tactical playout looks for; each game reads what it knows.
struct Tactics {
  static constexpr std::uint32_t kAlwaysTakes = 0;
  bool lines = true;     ///< win at once, else do not let the opponent win at once
  bool atari = true;     ///< Go: escape from atari and capture near the last move
  bool patterns = true;  ///< Go: 3x3 patterns around the last move
  /// Breakthrough: of the moves left, how many times as likely as others are those that take a pawn which nobody can
  /// take back; where it is kAlwaysTakes they alone are left.
  std::uint32_t takes = kAlwaysTakes;
};

/// A game with tactics. tactical_playout(): a game to the end whose moves see what is asked for, after what the policy
/// proposes; the position stays. The trace receives the moves' keys. Both may be null.
template <class P>
concept PlaysTactics = GameState<P> &&
    requires(const P position, const Tactics& tactics, Rng& rng, PlayoutTrace* trace, PlayoutPolicy* policy) {
  { position.tactical_playout(tactics, rng, trace, policy) } -> std::same_as<PlayoutResult>;
};

/// One whose tactical playouts may be cut. tactical_actions(): what such a playout draws its next move from, in place
/// of `out`; the position is not over and stays as it was.
template <class P>
concept ListsTactics = PlaysTactics<P> && requires(P position, const Tactics& tactics, ActionList& out) {
  { position.tactical_actions(tactics, out) } -> std::same_as<void>;
};

/// A game whose random playouts keep to a policy of their own, without which they would not end: nobody looks ahead in
/// them or cuts them. guided_playout(): one that asks `policy`, which is not null, before it draws a move.
template <class P>
concept GuidesItself = GameState<P> &&
    requires(const P position, Rng& rng, PlayoutTrace* trace, PlayoutPolicy& policy) {
  { position.guided_playout(rng, trace, policy) } -> std::same_as<PlayoutResult>;
};

}  // namespace rootward
