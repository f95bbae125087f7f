// The search tree: one child block per expanded node, all blocks in one arena; it knows no game.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>

#include "core/types.h"
#include "search/bounds.h"
#include "search/node_view.h"

namespace rootward {

/// Where a block lies in the arena, in 8-byte words. kNoBlock: the node is not expanded.
using BlockRef = std::uint32_t;
inline constexpr BlockRef kNoBlock = 0;

/// One child within a block: how a path names a node. The root is the only child of a block of its own.
struct Slot {
  BlockRef block = 0;
  std::uint32_t index = 0;
  friend bool operator==(const Slot&, const Slot&) = default;
};

/// Index of the first two real columns; further ones are the tree's extra columns.
inline constexpr int kValueColumn = 0;
inline constexpr int kMeanColumn = 1;
inline constexpr int kFirstExtraColumn = 2;

/// Which columns a child has beyond value, mean, visits, child and action (26 bytes).
struct TreeLayout {
  bool has_priors = false;   ///< 4 bytes a child
  bool has_proofs = false;   ///< 1 byte a child
  int extra_columns = 0;     ///< 8 bytes a child each: shadow values, operators' weights
  int squares_column = -1;   ///< among the extra ones: sums of the squares of a child's returns; -1: not kept
  bool has_statics = false;  ///< the last of the kept columns is what a look says of a child
  int kept_columns = 0;      ///< so many more, 0 in a new block, which unvisited children have too: companions' numbers
  /// What stands before the actions in a block, a child: visits, child, real columns, prior.
  [[nodiscard]] std::size_t bytes_before_action() const {
    return 4 + 4 + 8 * static_cast<std::size_t>(real_columns()) + (has_priors ? 4U : 0U);
  }
  [[nodiscard]] int first_kept_column() const { return kFirstExtraColumn + extra_columns; }
  [[nodiscard]] int real_columns() const { return kFirstExtraColumn + extra_columns + kept_columns; }
};

/// Starts every block. The children lie in three runs: [0, visited) visited, [visited, active) not yet visited,
/// [active, count) those that left the search: proven losses, and what bounds rule out.
struct BlockHeader {
  Value own_mean = 0;            ///< m0, view of the chooser (`seat`)
  std::uint32_t own_visits = 0;  ///< n0: returns that ended at the node itself
  std::uint16_t count = 0;
  std::uint16_t visited = 0;
  std::uint16_t active = 0;
  std::uint16_t eligible = kAllEligible;  ///< so many, and the visited ones, could be chosen when somebody last chose
  Seat seat = Seat::first;                ///< who chooses among these children; in whose view they are at a chance node
  bool has_priors = false;                ///< an evaluation has filled the priors
  bool is_chance = false;                 ///< the children are outcomes: nobody chooses
  /// Which looks for forced wins it has had (look_depth): kLookedAtOnce, kLookedLater.
  std::uint8_t looks = 0;

  static constexpr std::uint16_t kAllEligible = 0xFFFF;
  static constexpr std::uint8_t kLookedAtOnce = 1;
  static constexpr std::uint8_t kLookedLater = 2;
  /// Children without visits that could be chosen.
  [[nodiscard]] std::uint32_t open_unvisited() const {
    const std::uint16_t open = eligible < active ? eligible : active;
    return open > visited ? static_cast<std::uint32_t>(open - visited) : 0U;
  }
};
static_assert(sizeof(BlockHeader) == 24);

// What the solver knows of a child, as flags: nothing; its exact value; without that, one side of a draw.
inline constexpr std::uint8_t kUnproven = 0;
inline constexpr std::uint8_t kProven = 1;
inline constexpr std::uint8_t kAtLeastDraw = 2;
inline constexpr std::uint8_t kAtMostDraw = 4;

/// A block seen through its columns. What a descent reads first lies nearest to the header, at places that need no look
/// at the layout. Values and means are in the view of `header().seat`. Invalid after the next expand().
class Block {
 public:
  Block(std::byte* base, const TreeLayout& layout) : base_(base), layout_(&layout) {}

  [[nodiscard]] BlockHeader& header() const { return *reinterpret_cast<BlockHeader*>(base_); }
  [[nodiscard]] std::size_t count() const { return header().count; }
  /// A real column: kValueColumn, kMeanColumn or an extra one. An operator's numbers mean nothing at unvisited
  /// children.
  [[nodiscard]] double* real(int column) const {
    return reinterpret_cast<double*>(base_ + sizeof(BlockHeader)) + static_cast<std::size_t>(column + 1) * count();
  }
  [[nodiscard]] double* values() const { return real(kValueColumn); }
  [[nodiscard]] double* means() const { return real(kMeanColumn); }
  /// Sums of the squares of the children's returns; null where none are kept.
  [[nodiscard]] double* squares() const {
    return layout_->squares_column < 0 ? nullptr : real(layout_->squares_column);
  }
  /// What a look at each child's position says, unvisited ones too (core/heuristics.h); null where nobody looks.
  [[nodiscard]] double* statics() const { return layout_->has_statics ? real(real_columns() - 1) : nullptr; }
  [[nodiscard]] std::uint32_t* visits() const { return reinterpret_cast<std::uint32_t*>(base_ + sizeof(BlockHeader)); }
  [[nodiscard]] BlockRef* children() const { return visits() + count(); }
  [[nodiscard]] float* priors() const {
    assert(layout_->has_priors);
    return reinterpret_cast<float*>(real(real_columns()));
  }
  [[nodiscard]] Action* actions() const {
    return reinterpret_cast<Action*>(base_ + sizeof(BlockHeader) + count() * layout_->bytes_before_action());
  }
  [[nodiscard]] bool has_proofs() const { return layout_->has_proofs; }
  /// What the solver knows of each child: kProven and its neighbours.
  [[nodiscard]] std::uint8_t* proofs() const {
    assert(layout_->has_proofs);
    return reinterpret_cast<std::uint8_t*>(actions() + count());
  }
  /// The same of one child; kUnproven where no solver is at work.
  [[nodiscard]] std::uint8_t proof(std::uint32_t index) const {
    return layout_->has_proofs ? proofs()[index] : kUnproven;
  }
  [[nodiscard]] bool is_proven(std::uint32_t index) const { return (proof(index) & kProven) != 0; }
  /// What the child is known to be worth at least and at most; {-1, 1} where nothing is known.
  [[nodiscard]] Bounds bounds(std::uint32_t index) const;

  /// A proven child's exact value, first seat's view. It goes up in place of whatever a simulation brought there.
  [[nodiscard]] Value proven_value(std::uint32_t index) const {
    assert(is_proven(index));
    return sign_of(header().seat) * values()[index];
  }

  /// Where the child with this action stands, which there must be.
  [[nodiscard]] std::uint32_t index_of(Action action) const {
    return static_cast<std::uint32_t>(std::find(actions(), actions() + count(), action) - actions());
  }
  /// Exchanges two children in every column.
  void swap(std::uint32_t a, std::uint32_t b) const;
  /// Moves an unvisited child to the end of the visited run; returns its new index.
  std::uint32_t admit(std::uint32_t index) const;
  /// Takes an active child out of the search; returns its new index.
  std::uint32_t retire(std::uint32_t index) const;
  /// Proves an active child, visited or not, to be a loss for the player who chooses it, and takes it out of the
  /// search.
  void prove_loss(std::uint32_t index) const;

 private:
  [[nodiscard]] int real_columns() const { return layout_->real_columns(); }
  void swap_kept(std::uint32_t a, std::uint32_t b) const;

  std::byte* base_;
  const TreeLayout* layout_;
};

class Tree {
 public:
  explicit Tree(TreeLayout layout);

  /// Forgets everything but the memory: an unexpanded, unvisited root whose numbers are in the view of `root_seat`.
  void clear(Seat root_seat);
  /// Makes the slot's node the root and drops the rest; its subtree is moved to the front of the memory.
  void reroot(Slot slot);

  [[nodiscard]] Slot root() const { return {kRootBlock, 0}; }
  [[nodiscard]] Block block(BlockRef ref) const { return {words_.get() + std::size_t{8} * ref, layout_}; }
  [[nodiscard]] BlockRef child_block(Slot slot) const { return block(slot.block).children()[slot.index]; }
  /// Gives the slot's node a block with these actions; own visits and mean are those of the slot so far.
  BlockRef expand(Slot slot, Seat chooser, std::span<const Action> actions);
  /// The same for a chance node: the actions are outcomes, in the view of the slot's own block.
  BlockRef expand_chance(Slot slot, std::span<const Action> outcomes);
  /// Whether there has been a chance node since the last clear().
  [[nodiscard]] bool has_chance() const { return has_chance_; }

  [[nodiscard]] std::uint64_t expanded_nodes() const { return expanded_nodes_; }
  [[nodiscard]] std::uint64_t child_slots() const { return child_slots_; }
  /// Bytes of blocks in use (root pseudo-block left out) and bytes of memory held.
  [[nodiscard]] std::size_t bytes_used() const;
  [[nodiscard]] std::size_t bytes_held() const { return capacity_ * 8; }
  [[nodiscard]] const TreeLayout& layout() const { return layout_; }

 private:
  static constexpr BlockRef kRootBlock = 1;  // word 0 stays unused, so that 0 can mean "no block"
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<std::byte, Free>;

  [[nodiscard]] std::size_t block_words(std::size_t count) const;
  BlockRef allocate(std::size_t count);
  void reserve(std::size_t words);

  TreeLayout layout_;
  Memory words_;
  std::size_t capacity_ = 0;  // in words
  std::size_t used_ = 0;      // in words
  std::uint64_t expanded_nodes_ = 0;
  std::uint64_t child_slots_ = 0;
  bool has_chance_ = false;
};

}  // namespace rootward
