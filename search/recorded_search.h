// A search as somebody recorded it, ours or another program's: what Replay plays again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/types.h"

namespace rootward {

// A node's flags: chance decides there, the game is over there, its children have priors.
inline constexpr std::uint8_t kChanceNode = 1, kEndNode = 2, kPriorsNode = 4;
// A simulation's: its leaf had children by then, its value is proven.
inline constexpr std::uint8_t kLeafHasBlock = 1, kLeafIsProven = 2;

/// A column a vector. Nodes come after their parents, and node 0 is the root; values are in the first seat's view.
struct RecordedSearch {
  bool has_priors = false;  ///< children have room for priors
  bool solver = false;      ///< a solver drew proofs

  std::vector<std::uint32_t> parent;  ///< the root's is not read
  std::vector<Action> move;           ///< siblings have different ones; the root's is not read
  std::vector<std::uint16_t> legal;   ///< how many moves, or outcomes of chance; 0 where the game is over
  std::vector<std::uint8_t> seat, flags;
  std::vector<float> prior;  ///< empty: none
  // Heuristic values, where an operator reads any (NodeView::child_statics), else empty: each node's own, and for nodes
  // with a block those of the moves that no simulation took: how many, and the values, node after node.
  std::vector<double> heuristic;
  std::vector<std::uint16_t> unvisited_count;
  std::vector<double> unvisited;

  std::vector<std::uint32_t> leaf;         ///< the node where a simulation ended
  std::vector<double> value, uncertainty;  ///< uncertainty: its standard deviation; empty: exact
  std::vector<std::uint16_t> plies;        ///< of its playout
  std::vector<std::uint8_t> ends;

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(parent.size()); }
  [[nodiscard]] std::uint32_t simulations() const { return static_cast<std::uint32_t>(leaf.size()); }
};

}  // namespace rootward
