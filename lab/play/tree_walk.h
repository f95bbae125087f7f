// Goes through a finished search's tree with the position of each node at hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "lab/play/game.h"

namespace rootward {

/// A visited child of a node of the search's tree.
struct WalkedChild {
  Action action = kNoAction;
  std::uint32_t visits = 0;
  std::vector<Value> values;  ///< under the driving operator and each shadow, view of the player who chooses the child
};

/// A node of the search's tree at which somebody chooses, with the children that simulations have visited.
struct WalkedNode {
  const Position* position = nullptr;
  int depth = 0;  ///< plies below the root
  std::uint32_t visits = 0;
  std::vector<WalkedChild> children;
};

/// Every node of the tree that has visited children, depth first; the search has so many `shadows`.
void walk_tree(const SearchedTree& tree, std::size_t shadows, const std::function<void(const WalkedNode&)>& visit);

}  // namespace rootward
