// The truth about a position.
#include "lab/play/solver.h"

#include <algorithm>

#include "evaluators/registry.h"

namespace rootward {

ExactTruth::ExactTruth(const Game& game, std::uint64_t nodes)
    : solver_(game.make_solver(default_evaluator(), {})), limits_{.depth = 0, .nodes = nodes} {}

std::optional<Value> ExactTruth::value(const Position& position) {
  if (position.is_over()) return position.result();
  if (const std::optional<Value> known = position.exact_value()) return sign_of(position.to_move()) * *known;
  const std::optional<Solution> solution = solver_->solve(position, limits_);
  if (!solution) return std::nullopt;
  return solution->value;
}

std::optional<std::vector<SolvedMove>> ExactTruth::moves(const Position& position) {
  if (position.is_over() || position.is_chance()) return std::nullopt;
  if (!position.exact_value()) return solver_->solve_moves(position, limits_);
  std::vector<SolvedMove> moves;
  for (const Action action : position.legal_actions()) {
    const std::unique_ptr<Position> child = position.clone();
    child->play(action);
    const std::optional<Value> known = child->exact_value();
    if (!known) return std::nullopt;
    moves.push_back({action, sign_of(position.to_move()) * *known});
  }
  return moves;
}

std::vector<Action> best_moves(const std::vector<SolvedMove>& moves) {
  std::vector<Action> best;
  if (moves.empty()) return best;
  const Value greatest = std::ranges::max_element(moves, {}, &SolvedMove::value)->value;
  for (const SolvedMove& move : moves) {
    if (move.value == greatest) best.push_back(move.action);
  }
  return best;
}

}  // namespace rootward
