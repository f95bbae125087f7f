// Playouts whose every move looks for forced wins and losses a few plies ahead (MCTS-MR).
#pragma once

#include <cstdint>
#include <span>

#include "core/game_state.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "games/line_tactics.h"
#include "search/evaluator.h"
#include "search/forced_wins.h"

namespace rootward {

/// The moves that such a playout draws from: those that win by force within `depth` plies; where there is none, those
/// that do not lose so; where all do, every move. Depths 1 and 2 draw from what tactical_moves() gives.
template <GameState P>
ActionList searched_moves(P& position, int depth) {
  ActionList actions;
  position.legal_actions(actions);
  if (!may_end_within(position, depth)) return actions;
  const int mover = position.to_move() == Seat::first ? 1 : -1;
  ActionList winning;
  ActionList safe;
  for (const Action action : actions) {
    const typename P::Mark mark = position.mark();
    position.play(action);
    const int winner = forced_winner(position, depth - 1);
    position.rewind(mark);
    if (winner == mover) winning.push_back(action);
    if (winner != -mover) safe.push_back(action);
  }
  if (!winning.empty()) return winning;
  return safe.empty() ? actions : safe;
}

/// Random moves to the end, drawn uniformly from searched_moves(), after what the request's policy proposes among them.
template <GameState P>
PlayoutResult searched_playout(const EvaluationRequest<P>& request, int depth) {
  P position = *request.position;
  Rng& rng = *request.rng;
  PlayoutPolicy* policy = request.policy;
  PlayoutResult playout;
  if (request.trace != nullptr) request.trace->start(position.to_move());
  if (policy != nullptr) policy->begin();
  while (!position.is_over()) {
    if constexpr (StochasticGame<P>) {
      if (position.is_chance()) {
        position.play(position.draw_outcome(rng));
        continue;
      }
    }
    const ActionList actions = searched_moves(position, depth);
    const MoveKey proposed = policy == nullptr ? kNoMoveKey : proposal_among(position, actions, *policy);
    const Action action =
        proposed != kNoMoveKey ? Action{proposed} : actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    position.play(action);
    if (policy != nullptr) policy->played(key_of_action(position, action));
    if (request.trace != nullptr) request.trace->add(key_of_action(position, action));
    ++playout.plies;
  }
  if constexpr (requires(std::span<std::int8_t> owners) { position.tell_owners(owners); }) {
    if (request.trace != nullptr && !request.trace->owners().empty()) position.tell_owners(request.trace->owners());
  }
  if constexpr (NoisyGame<P>) {
    playout.value = position.has_noisy_result() ? position.draw_result(rng) : position.result();
  } else {
    playout.value = position.result();
  }
  return playout;
}

}  // namespace rootward
