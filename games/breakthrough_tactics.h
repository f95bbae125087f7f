// Breakthrough's tactical playouts: win at once, stop a win at once, take what is not defended.
#pragma once

#include <cstdint>

#include "core/game_state.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/rng.h"
#include "games/breakthrough.h"

namespace rootward {

/// Which of them, in this order.
struct BreakthroughTactics {
  static constexpr std::uint32_t kAlways = 0;
  bool looks_ahead = true;  ///< win at once, else leave no win at once: the moves of tactical_moves() (line_tactics.h)
  /// Of the moves left, how many times as likely as others are those that take a pawn which nobody can take back.
  std::uint32_t takes = kAlways;
};

/// The moves that a tactical playout draws from, each step by where it leads; under kAlways those that take for free
/// are all, where there are any. The position is not over.
BreakthroughTargets breakthrough_tactical_targets(const Breakthrough& position, const BreakthroughTactics& tactics);

/// The same as actions, in the order of legal_actions(), each as often as it is likely.
void breakthrough_tactical_moves(const Breakthrough& position, const BreakthroughTactics& tactics, ActionList& out);

/// Random moves to the end, drawn uniformly from these, after what `policy` proposes among them. `trace` receives the
/// moves; null: nobody wants them.
PlayoutResult breakthrough_tactical_playout(Breakthrough position, const BreakthroughTactics& tactics, Rng& rng,
                                            PlayoutTrace* trace = nullptr, PlayoutPolicy* policy = nullptr);

}  // namespace rootward
