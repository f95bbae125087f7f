// Othello's tactical playouts: take corners, and do not open them.
#pragma once

#include <cstdint>

#include "core/game_state.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/rng.h"
#include "games/othello.h"

namespace rootward {

/// The cells that a tactical playout draws from: corners; where there is none, those that do not stand diagonally
/// beside an empty corner; where all do, every move. Empty where the player must pass.
std::uint64_t othello_tactical_cells(const Othello& position);

/// The same as actions; a pass alone where the player must.
void othello_tactical_moves(const Othello& position, ActionList& out);

/// Random moves to the end, drawn uniformly from these, after what `policy` proposes among them. `trace` receives the
/// moves; null: nobody wants them.
PlayoutResult othello_tactical_playout(Othello position, Rng& rng, PlayoutTrace* trace = nullptr,
                                       PlayoutPolicy* policy = nullptr);

}  // namespace rootward
