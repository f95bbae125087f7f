// Playouts that go move by move: those that look for forced wins a few plies ahead (MCTS-MR), and those that are cut
// short or greedy by a heuristic.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/game_state.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "evaluators/entry.h"
#include "evaluators/heuristic.h"
#include "evaluators/static_judge.h"
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

/// The parameters `plies`, `then`, `until` and `epsilon`, at whose defaults playouts are whole.
void add_cut_specs(std::vector<ParamSpec>& specs);
/// Whether they ask for anything.
bool cuts_playouts(const Params& params);
/// The evaluator `then`. Throws ParamError where it, or what stands beside it, is wrong.
NamedParams cutting_evaluator(const Params& params);
/// The network of `then`, where playouts are cut; "" for none.
std::string cutting_network(const Params& params, const std::string& folder);

/// How playouts are cut short. Lanctot et al. 2014: a playout of `plies` plies is worth what `then` says of its last
/// position (fet); one whose position is worth `until` or more to somebody is won by him (det), which is looked at
/// before each move; a move is the best by a look at the position after it but for one in 1 / `epsilon`, which is drawn
/// (ege). A game that is over counts as it is; `until` goes before `plies`.
template <GameState P>
class PlayoutCut {
 public:
  /// Throws UsageError and ParamError as make_evaluator() does.
  PlayoutCut(const Params& params, const typename P::Rules& rules, const std::string& folder)
      : plies_(params.has("plies") ? static_cast<std::uint32_t>(params.integer("plies")) : kNoPlies),
        until_(params.has("until") ? params.real("until") : std::numeric_limits<double>::infinity()),
        epsilon_(params.has("epsilon") ? params.real("epsilon") : 1) {
    const NamedParams then = cutting_evaluator(params);
    if (then.name == HeuristicEntry::kName)
      judge_.emplace(then.params, rules);
    else
      then_ = make_evaluator<P>(then, rules, folder);
  }

  /// What the playout is worth if it ends here, first seat's view; nothing: it goes on.
  std::optional<Value> end(P& position, std::uint32_t plies, Rng& rng) const {
    if (std::isfinite(until_)) {
      const Value value = judge_->first_seats(position);
      if (std::abs(value) >= until_) return value > 0 ? 1 : -1;
    }
    if (plies < plies_) return std::nullopt;
    if (judge_) return judge_->first_seats(position);
    const EvaluationRequest<P> request{.position = &position, .rng = &rng};
    Evaluation evaluation;
    then_->evaluate({&request, 1}, {&evaluation, 1});
    return evaluation.value;
  }

  /// One of the moves: drawn, or the best by a look, among equals a drawn one.
  Action choose(P& position, const ActionList& actions, Rng& rng) const {
    if (epsilon_ >= 1 || rng.uniform() < epsilon_)
      return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    const double sign = sign_of(position.to_move());
    double best = -std::numeric_limits<double>::infinity();
    Action chosen = actions[0];
    std::uint32_t equals = 0;
    for (const Action action : actions) {
      const typename P::Mark mark = position.mark();
      position.play(action);
      const double value = sign * judge_->first_seats(position);
      position.rewind(mark);
      if (value > best) {
        best = value;
        equals = 0;
      }
      if (value == best && (++equals == 1 || rng.below(equals) == 0)) chosen = action;
    }
    return chosen;
  }

  void new_game(std::uint64_t seed) {
    if (then_) then_->new_game(seed);
  }
  void share(SharedMemories& memories) {
    if (then_) then_->share(memories);
  }

 private:
  static constexpr std::uint32_t kNoPlies = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t plies_;
  double until_;
  double epsilon_;
  std::optional<StaticJudge<P>> judge_;
  std::unique_ptr<Evaluator<P>> then_;
};

/// An evaluator by playouts: what judges where they are cut hears of games as any evaluator does.
template <GameState P>
class CutEvaluator : public Evaluator<P> {
 public:
  void new_game(std::uint64_t seed) final {
    if (cut_) cut_->new_game(seed);
  }
  void share(SharedMemories& memories) final {
    if (cut_) cut_->share(memories);
  }

 protected:
  /// `cut`: null for whole games.
  explicit CutEvaluator(std::unique_ptr<PlayoutCut<P>> cut) : cut_(std::move(cut)) {}
  [[nodiscard]] const PlayoutCut<P>* cut() const { return cut_.get(); }

 private:
  std::unique_ptr<PlayoutCut<P>> cut_;
};

/// Throws UsageError and ParamError where playouts of this game cannot be cut as the parameters say.
template <GameState P>
void check_cut(const Params& params, const typename P::Rules& rules, bool has_own_policy) {
  if (has_own_policy)
    throw UsageError("plies, until and epsilon: go's playouts keep to a policy of their own and are not cut");
  check_nested<P>(params, "then", rules);
}

/// What cuts the playouts of an evaluator with these parameters; null: they are whole. check_cut() has passed.
template <GameState P>
std::unique_ptr<PlayoutCut<P>> make_cut(const Params& params, const typename P::Rules& rules,
                                        const std::string& folder) {
  return cuts_playouts(params) ? std::make_unique<PlayoutCut<P>>(params, rules, folder) : nullptr;
}

/// Moves drawn from candidates(position), after what the request's policy proposes among them, to the end or to where
/// `cut` ends the playout; null: it is whole.
template <GameState P, class Candidates>
PlayoutResult stepped_playout(const EvaluationRequest<P>& request, Candidates candidates,
                              const PlayoutCut<P>* cut = nullptr) {
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
    if (cut != nullptr) {
      if (const std::optional<Value> value = cut->end(position, playout.plies, rng)) {
        playout.value = *value;
        return playout;
      }
    }
    const ActionList actions = candidates(position);
    const std::optional<Action> proposed = proposal_among(position, actions, policy);
    const Action action = proposed         ? *proposed
                          : cut != nullptr ? cut->choose(position, actions, rng)
                                           : actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
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

/// Random moves to the end, or to the cut, drawn uniformly from searched_moves().
template <GameState P>
PlayoutResult searched_playout(const EvaluationRequest<P>& request, int depth, const PlayoutCut<P>* cut = nullptr) {
  return stepped_playout(
      request, [depth](P& position) { return searched_moves(position, depth); }, cut);
}

}  // namespace rootward
