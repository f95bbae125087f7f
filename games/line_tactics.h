// Playouts that see one move ahead, for games that end with a winning move: win at once, else do not let the opponent.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "core/game_state.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/tactics.h"
#include "core/types.h"

namespace rootward {

/// False where the game cannot be over after so many more moves; true says nothing. Games that know bounds have
/// `may_end_within`.
template <GameState P>
bool may_end_within(const P& position, int plies) {
  if constexpr (requires { position.may_end_within(plies); })
    return position.may_end_within(plies);
  else
    return true;
}

/// Whether the player to move wins with this action.
template <GameState P>
bool wins_at_once(P& position, Action action) {
  const double sign = sign_of(position.to_move());
  const typename P::Mark mark = position.mark();
  position.play(action);
  const bool is_won = position.is_over() && sign * position.result() == 1;
  position.rewind(mark);
  return is_won;
}

/// Whether the player to move has a move that wins at once.
template <GameState P>
bool has_winning_move(P& position) {
  if (!may_end_within(position, 1)) return false;
  ActionList actions;
  position.legal_actions(actions);
  for (const Action action : actions) {
    if (wins_at_once(position, action)) return true;
  }
  return false;
}

/// The moves that a tactical playout draws from: those that win at once; where there is none, those after which the
/// opponent cannot win at once; where all or none are such, every move.
template <GameState P>
ActionList tactical_moves(P& position) {
  ActionList actions;
  ActionList winning;
  ActionList safe;
  position.legal_actions(actions);
  if (!may_end_within(position, 2)) return actions;
  for (const Action action : actions) {
    if (wins_at_once(position, action)) winning.push_back(action);
  }
  if (!winning.empty()) return winning;
  for (const Action action : actions) {
    const typename P::Mark mark = position.mark();
    position.play(action);
    if (position.is_over() || !has_winning_move(position)) safe.push_back(action);
    position.rewind(mark);
  }
  return safe.empty() ? actions : safe;
}

/// The key of an action in a game whose actions are their own keys, but for those that have none, which its `move_key`
/// tells.
template <class P>
MoveKey key_of_action(const P& position, Action action) {
  if constexpr (requires { position.move_key(action); })
    return position.move_key(action);
  else
    return action;
}

/// What a policy proposes among the position's actions, the first that has the proposed key; those without a key are
/// never proposed.
template <class P>
std::optional<Action> proposal_among(const P& position, const ActionList& actions, PlayoutPolicy* policy) {
  if (policy == nullptr) return std::nullopt;
  ActionList candidates;  // of keys
  for (const Action action : actions)
    if (const MoveKey key = key_of_action(position, action); key != kNoMoveKey) candidates.push_back(key);
  const auto action_of = [&](MoveKey key) {
    return std::find_if(actions.begin(), actions.end(),
                        [&](Action action) { return key_of_action(position, action) == key; });
  };
  const auto can_play = [&](MoveKey key) { return action_of(key) != actions.end(); };
  const MoveKey proposed = policy->propose(position.to_move(), candidates.all(), can_play);
  if (proposed == kNoMoveKey) return std::nullopt;
  return *action_of(proposed);
}

/// Random moves to the end, drawn uniformly from tactical_moves() where there are at most `most_moves` legal ones, else
/// from all: looking ahead costs their square. `trace` receives the moves' keys; `policy` is asked before a move is
/// drawn.
template <GameState P>
PlayoutResult line_tactical_playout(P position, std::size_t most_moves, Rng& rng, PlayoutTrace* trace = nullptr,
                                    PlayoutPolicy* policy = nullptr) {
  PlayoutResult playout;
  if (trace != nullptr) trace->start(position.to_move());
  if (policy != nullptr) policy->begin();
  while (!position.is_over()) {
    ActionList actions;
    position.legal_actions(actions);
    if (actions.size() <= most_moves) actions = tactical_moves(position);
    const std::optional<Action> proposed = proposal_among(position, actions, policy);
    const Action action = proposed ? *proposed : actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    position.play(action);
    if (policy != nullptr) policy->played(key_of_action(position, action));
    if (trace != nullptr) trace->add(key_of_action(position, action));
    ++playout.plies;
  }
  if constexpr (requires(std::span<std::int8_t> owners) { position.tell_owners(owners); }) {
    if (trace != nullptr && !trace->owners().empty()) position.tell_owners(trace->owners());
  }
  if constexpr (NoisyGame<P>) {
    playout.value = position.has_noisy_result() ? position.draw_result(rng) : position.result();
  } else {
    playout.value = position.result();
  }
  return playout;
}

/// More legal moves than this and nobody looks ahead: every column of the widest Connect Four board; NoGo, whose
/// openings have no wins to see, looks ahead from there on.
inline constexpr std::size_t kMostLookedAt = 32;

/// tactical_playout() of a game that knows `lines` alone (core/tactics.h).
template <GameState P>
PlayoutResult lines_playout(const P& position, const Tactics& tactics, Rng& rng, PlayoutTrace* trace,
                            PlayoutPolicy* policy) {
  if (tactics.lines || policy != nullptr)
    return line_tactical_playout(position, tactics.lines ? kMostLookedAt : 0, rng, trace, policy);
  return trace != nullptr ? position.random_playout(rng, *trace) : position.random_playout(rng);
}

/// tactical_actions() of such a game.
template <GameState P>
void lines_actions(P& position, const Tactics& tactics, ActionList& out) {
  position.legal_actions(out);
  if (tactics.lines && out.size() <= kMostLookedAt) out = tactical_moves(position);
}

}  // namespace rootward
