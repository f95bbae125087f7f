// Alpha-beta over a game behind the virtual face Solver.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lab/play/solver.h"
#include "search/alpha_beta.h"
#include "search/evaluator.h"

namespace rootward {

template <GameState P>
class BoundPosition;

template <GameState P>
class BoundSolver final : public Solver {
 public:
  /// `evaluator` judges positions at a depth limit.
  explicit BoundSolver(std::unique_ptr<Evaluator<P>> evaluator) : evaluator_(std::move(evaluator)) {
    judge_ = [this](P& position) { return judge(position); };
  }

  void begin(std::uint64_t seed) override {
    seed_ = seed;
    search_.clear();
  }

  std::optional<Solution> solve(const Position& position, const SolverLimits& limits) override {
    P state = dynamic_cast<const BoundPosition<P>&>(position).state();
    const auto found = search_.search(state, depth_of(limits), limits.nodes, judge_);
    if (!found) return std::nullopt;
    Solution solution{.value = found->value, .is_exact = found->is_exact, .nodes = found->nodes, .best = kNoAction};
    if (state.is_over()) return solution;
    solution.value *= sign_of(state.to_move());
    solution.best = search_.best_action(state).value_or(kNoAction);
    return solution;
  }

  std::optional<bool> wins_within(const Position& position, Seat seat, int plies, std::uint64_t nodes) override {
    P state = dynamic_cast<const BoundPosition<P>&>(position).state();
    if (!wins_) wins_.emplace();
    const auto found = wins_->search(state, plies, nodes, [](P&) { return 0.0; });
    if (!found) return std::nullopt;
    return sign_of(seat) * found->value == 1;
  }

  std::optional<std::vector<SolvedMove>> solve_moves(const Position& position, const SolverLimits& limits) override {
    P state = dynamic_cast<const BoundPosition<P>&>(position).state();
    ActionList actions;
    state.legal_actions(actions);
    const auto found = search_.search_each(state, actions, depth_of(limits), limits.nodes, judge_);
    if (!found) return std::nullopt;
    std::vector<SolvedMove> moves;
    for (std::size_t i = 0; i < actions.size(); ++i)
      moves.push_back({actions[i], sign_of(state.to_move()) * (*found)[i].value});
    return moves;
  }

 private:
  static int depth_of(const SolverLimits& limits) {
    return limits.depth == 0 ? AlphaBeta<P>::kNoDepthLimit : limits.depth;
  }

  Value judge(P& position) {
    Rng rng(derive_seed(seed_, {position.hash()}));
    const EvaluationRequest<P> request{.position = &position, .rng = &rng};
    Evaluation evaluation;
    evaluator_->evaluate({&request, 1}, {&evaluation, 1});
    return std::clamp(evaluation.value, -1.0, 1.0);
  }

  std::unique_ptr<Evaluator<P>> evaluator_;
  AlphaBeta<P> search_;
  std::optional<AlphaBeta<P>> wins_;  ///< judges every position at the limit as 0
  typename AlphaBeta<P>::Judge judge_;
  std::uint64_t seed_ = 0;
};

}  // namespace rootward
