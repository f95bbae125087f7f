// Alpha-beta behind a virtual face, and the truth about a position: what the game itself knows, else what is searched.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/types.h"
#include "lab/play/game.h"

namespace rootward {

/// What a solver found, in the view of the player to move.
struct Solution {
  Value value = 0;
  bool is_exact = false;    ///< no position was judged at the depth limit
  std::uint64_t nodes = 0;  ///< positions looked at
  Action best = kNoAction;  ///< kNoAction for a finished game
};

/// A move and its value in the view of the player to move.
struct SolvedMove {
  Action action = kNoAction;
  Value value = 0;
};

/// What a solver's search is bounded by.
struct SolverLimits {
  int depth = 0;            ///< plies; 0 = to the end of the game
  std::uint64_t nodes = 0;  ///< positions looked at
};

/// Alpha-beta on one game (search/alpha_beta.h). Keeps its table between calls of the same depth.
class Solver {
 public:
  virtual ~Solver() = default;
  /// Forgets the table and seeds the evaluator's draws, which depend on the position and this seed alone.
  virtual void begin(std::uint64_t seed) = 0;
  /// Nothing where the limits did not suffice.
  virtual std::optional<Solution> solve(const Position& position, const SolverLimits& limits) = 0;
  /// Whether `seat` can force a win within so many plies, whoever is to move; nothing where `nodes` did not suffice.
  virtual std::optional<bool> wins_within(const Position& position, Seat seat, int plies, std::uint64_t nodes) = 0;
  /// Every legal move with its value; nothing where the limits did not suffice.
  virtual std::optional<std::vector<SolvedMove>> solve_moves(const Position& position, const SolverLimits& limits) = 0;
};

/// Exact values of one game's positions. Keeps what it has learnt; one thread at a time.
class ExactTruth {
 public:
  /// `game` outlives this. `nodes`: positions that a search may look at where the game does not know the value itself.
  ExactTruth(const Game& game, std::uint64_t nodes);

  /// In the view of the player to move (of the first seat where the game is over); nothing beyond reach.
  std::optional<Value> value(const Position& position);
  /// The moves in the order of legal_actions(); nothing beyond reach and where chance decides.
  std::optional<std::vector<SolvedMove>> moves(const Position& position);

 private:
  std::unique_ptr<Solver> solver_;
  SolverLimits limits_;
};

/// The moves whose value is the greatest.
std::vector<Action> best_moves(const std::vector<SolvedMove>& moves);

}  // namespace rootward
