// Simulations under way, counted as losses for those that descend after them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/types.h"
#include "search/tree.h"

namespace rootward {

/// Where a simulation under way goes through a block. A block's children may change places meanwhile, so the child is
/// known by its action.
struct Step {
  BlockRef block = kNoBlock;
  Action action = kNoAction;
  friend bool operator==(const Step&, const Step&) = default;
};

/// While several descents are gathered, each node on their paths has v more visits a descent, all of them lost for the
/// player who chose it: n + v visits of value (n q - v) / (n + v), and the same of its mean; a sum of weights has v
/// more, too. What is proven keeps its value. undo() brings back every number to the bit and takes children without
/// visits out of the visited run again, so that operators never see any of it.
class VirtualLosses {
 public:
  /// `weights_column`: by which selection counts in place of visits; -1: it counts visits.
  explicit VirtualLosses(std::uint32_t losses, int weights_column = -1)
      : losses_(losses), weights_column_(weights_column) {}

  void add(Tree& tree, std::span<const Slot> path);
  void undo(Tree& tree);
  /// The tree is gone.
  void forget() { entries_.clear(); }
  /// The visits of a child without those that are virtual.
  [[nodiscard]] std::uint32_t real_visits(const Block& block, Slot slot) const;

 private:
  struct Entry {
    Step step;
    std::uint32_t visits = 0;
    Value value = 0;
    Value mean = 0;
    double weight = 0;
  };
  void lose(const Tree& tree, Slot slot);

  std::uint32_t losses_;
  int weights_column_;
  std::vector<Entry> entries_;  // in the order in which they were made
};

}  // namespace rootward
