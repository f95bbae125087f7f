// What a backup operator sees of one node: everything in the view of the player who chooses at that node.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/types.h"

namespace rootward {

/// Index meaning "no child".
inline constexpr std::uint32_t kNoChild = 0xFFFFFFFF;

/// One of the numbers that an operator keeps for each child of a block, beside the child's value.
struct OwnColumn {
  /// Who writes the number of a node: its own update (0 before the first visit and, but for sums of weights, once the
  /// node is proven), or the update of its parent (0 before the first visit; it stays when the node is proven).
  enum class Owner : std::uint8_t { node, parent };
  Owner owner = Owner::node;
  /// A value, turned where the mover changes like the stored one; a proven node's is its exact value, a chance node's
  /// the visit-weighted mean of its outcomes'.
  bool is_value = false;
};
inline constexpr std::size_t kMostColumns = 3;
/// An operator's kColumns: none, or one plain number that the node writes itself.
inline constexpr std::array<OwnColumn, 0> kNoColumns{};
inline constexpr std::array<OwnColumn, 1> kOneNumber{};

/// One node on a simulation's path while the simulation is backed up, leaf to root. All values are in [-1, 1] in the
/// view of the player who chooses at this node (larger is better for that player). The driver has already counted this
/// simulation: `visits` and `mean` include it.
struct NodeView {
  // Set by the operator: the stored value. On entry: the value stored before this update (0 on the first visit).
  Value value = 0;

  std::uint32_t visits = 0;      ///< N: returns seen by the node, its own evaluations and this return included
  Value mean = 0;                ///< m: plain mean of those raw returns
  std::uint32_t own_visits = 0;  ///< n0: returns that ended at this node itself
  Value own_mean = 0;            ///< m0: their mean

  // The visited children that may be chosen (a solver's proven losses are left out while others remain). Values are
  // this operator's own stored values.
  std::uint32_t child_count = 0;
  const std::uint32_t* child_visits = nullptr;
  const Value* child_values = nullptr;
  std::array<double*, kMostColumns> child_columns{};  ///< the operator's own numbers of these children (kColumns)
  const Value* child_means = nullptr;    ///< plain means of their returns, where the operator says kReadsMeans
  const float* child_priors = nullptr;   ///< where the operator says kReadsPriors; null where the evaluator gives none
  const double* exact_priors = nullptr;  ///< the same in full precision, where a node is made by hand
  /// What a look says of the children, those that may be chosen and have no visits behind the others, and of the node
  /// itself, where the operator says kReadsStatics.
  const Value* child_statics = nullptr;
  Value own_static = 0;
  std::uint32_t active_unvisited = 0;  ///< children that may be chosen and have no visits, for kReadsUnvisited
  std::uint32_t selected =
      kNoChild;               ///< index of the path's next node; kNoChild at the path's end or if it is not scanned
  Value selected_before = 0;  ///< the path's next node's value before this simulation, for kReadsSelectedBefore; NaN
                              ///< on its first visit

  std::uint64_t simulation = 1;     ///< 1-based index of this simulation in this search
  std::uint32_t plies_to_end = 0;   ///< tree plies from this node to the path's end
  std::uint32_t playout_plies = 0;  ///< plies of the evaluation beyond the path's end
  double uncertainty = 0;           ///< of the return: the evaluation's standard deviation, 0 = exact

  /// The operator's own numbers of this node: those that the node owns; null elsewhere.
  std::array<double*, kMostColumns> columns{};

  /// Path-type operators: `bootstrap` values that the nodes further down the path reported, in this node's view,
  /// nearest node first; and this node's own report (NaN = none: the return counts in its place).
  std::span<const Value> trail{};
  Value bootstrap = 0;

  /// A child's prior; there must be some (child_priors).
  [[nodiscard]] double prior(std::uint32_t child) const {
    return exact_priors != nullptr ? exact_priors[child] : static_cast<double>(child_priors[child]);
  }
};

}  // namespace rootward
