// Trap trees: P-games in which some of MIN's nodes hide a reply that wins outright, while the others look good for MAX.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/params.h"
#include "core/types.h"
#include "games/p_game.h"

namespace rootward {

const Described& trap_tree_description();

/// Every MIN node within the first `trap_depth` plies is a trap with probability `density`. A trap has one reply behind
/// which every leaf is lost for MAX; its other replies add `favour` to the sum, so that averages favour walking into
/// the trap. Ours, after the level-k traps of Ramanujan, Sabharwal & Selman 2010.
class TrapTreeModel {
 public:
  static constexpr bool kIsNoisy = false;

  struct Traps {
    double density = 0.25;  ///< probability that a MIN node is a trap
    int depth = 4;          ///< MIN nodes at this ply or less may be traps; the root's moves are ply 1
    int favour = 64;        ///< added to the sum by every other reply of a trap
    friend bool operator==(const Traps&, const Traps&) = default;
  };

  TrapTreeModel(const PGameModel& plain, const Traps& traps) : plain_(plain), traps_(traps) {}

  [[nodiscard]] std::string_view name() const { return "trap_tree"; }
  [[nodiscard]] int branching() const { return plain_.branching(); }
  [[nodiscard]] int depth() const { return plain_.depth(); }
  [[nodiscard]] Seat mover(const TreePlace& to, Seat before) const { return plain_.mover(to, before); }
  /// The reply (from 0) that springs the trap at this node; nothing where there is no trap.
  [[nodiscard]] std::optional<int> trap_at(const TreePlace& place) const;
  [[nodiscard]] std::optional<int> step(const TreePlace& to, Seat by) const;
  [[nodiscard]] Value leaf(std::uint64_t index) const { return value_of_sum(way_to(*this, {depth(), index}).sum); }
  [[nodiscard]] std::optional<Value> exact(const TreePlace& place, Seat /*mover*/) const {
    return SignTreeSolver<TrapTreeModel>(*this).solve(place);
  }
  friend bool operator==(const TrapTreeModel&, const TrapTreeModel&) = default;

 private:
  PGameModel plain_;
  Traps traps_;
};

using TrapTree = UniformTree<TrapTreeModel>;
static_assert(ExactGame<TrapTree>);

TrapTreeModel make_trap_tree(const Params& params);

}  // namespace rootward
