// What both forms of a trace read of a tree: values in the root's view, statistics, the children that are shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/play/trace.h"
#include "search/search_core.h"

namespace rootward {

struct TreeStatistics {
  std::uint64_t expanded = 0, children = 0, visited = 0;  // the root is not among the visited
  std::vector<std::uint64_t> by_depth;
};

class TracedTree {
 public:
  TracedTree(const SearchedTree& tree, const TraceOptions& options)
      : core_(*tree.core), returns_(options.returns), root_seat_(block(core_.tree().root()).header().seat) {}

  [[nodiscard]] const SearchCore& core() const { return core_; }
  [[nodiscard]] Slot root() const { return core_.tree().root(); }
  [[nodiscard]] Block block(Slot slot) const { return core_.tree().block(slot.block); }
  [[nodiscard]] BlockRef child_block(Slot slot) const { return core_.tree().child_block(slot); }
  [[nodiscard]] std::uint32_t visits(Slot slot) const { return block(slot).visits()[slot.index]; }
  [[nodiscard]] bool is_chance(Slot slot) const {
    const BlockRef ref = child_block(slot);
    return ref != kNoBlock && core_.tree().block(ref).header().is_chance;
  }
  [[nodiscard]] Seat root_seat() const { return root_seat_; }
  /// A number of a real column, in the trace's view and units.
  [[nodiscard]] double real(Slot slot, int column) const {
    const Block siblings = block(slot);
    const double sign = sign_of(siblings.header().seat) * sign_of(root_seat_);
    return returns_.to_own(sign * siblings.real(column)[slot.index]);
  }
  /// "view of the player to move at the root (first seat), in [-1, 1]", or the game's own units.
  [[nodiscard]] std::string frame() const;
  [[nodiscard]] TreeStatistics statistics() const;
  /// Visited children, in the order of the block.
  [[nodiscard]] std::vector<Slot> visited_children(Slot slot) const;

 private:
  void count(BlockRef ref, std::size_t depth, TreeStatistics& total) const;

  const SearchCore& core_;
  ReturnRange returns_;
  Seat root_seat_;
};

/// part / whole; 0 of nothing.
[[nodiscard]] inline double trace_ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace rootward
