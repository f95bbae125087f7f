// Breadth-first over canonical hashes for the exact pool; random plies for the sampled one.
#include "lab/arena/opening_pool.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace rootward {
namespace {

std::vector<Action> actions_without_pass(const Game& game, const Position& position) {
  std::vector<Action> actions = position.legal_actions();
  if (game.facts().has_pass) std::erase(actions, game.facts().pass_action);
  return actions;
}

/// The unfinished positions one ply on from `level`, one sequence a class; nothing when `effort` is used up.
std::optional<std::vector<MoveSequence>> next_level(const Game& game, const std::vector<MoveSequence>& level,
                                                    std::size_t& effort) {
  std::vector<MoveSequence> next;
  std::unordered_set<std::uint64_t> seen;
  for (const MoveSequence& moves : level) {
    const std::unique_ptr<Position> position = position_after(game, moves);
    for (const Action action : actions_without_pass(game, *position)) {
      if (effort-- == 0) return std::nullopt;
      const std::unique_ptr<Position> child = position->clone();
      child->play(action);
      if (child->is_over() || !seen.insert(child->canonical_hash()).second) continue;
      next.push_back(moves);
      next.back().push_back(action);
    }
  }
  return next;
}

}  // namespace

std::unique_ptr<Position> position_after(const Game& game, const MoveSequence& moves) {
  std::unique_ptr<Position> position = game.start();
  for (const Action action : moves) position->play(action);
  return position;
}

std::optional<std::vector<MoveSequence>> all_openings(const Game& game, int plies, std::size_t effort) {
  std::vector<MoveSequence> level = {{}};
  for (int ply = 0; ply < plies; ++ply) {
    std::optional<std::vector<MoveSequence>> next = next_level(game, level, effort);
    if (!next) return std::nullopt;
    level = std::move(*next);
  }
  return level;
}

std::optional<MoveSequence> random_opening(const Game& game, int plies, Rng& rng) {
  MoveSequence moves;
  const std::unique_ptr<Position> position = game.start();
  for (int ply = 0; ply < plies; ++ply) {
    const std::vector<Action> actions = actions_without_pass(game, *position);
    if (actions.empty()) return std::nullopt;
    const auto count = static_cast<std::uint32_t>(actions.size());
    moves.push_back(position->is_chance() ? position->draw_outcome(rng) : actions[rng.below(count)]);
    position->play(moves.back());
    if (position->is_over()) return std::nullopt;
  }
  return moves;
}

}  // namespace rootward
