// Goes through a finished search's tree with the position of each node at hand.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

#include "experiments/play/game.h"
#include "search/search.h"

namespace rootward {

template <GameState P>
class BoundPosition;

template <GameState P>
class TreeWalk {
 public:
  using Visit = std::function<void(const WalkedNode&)>;
  /// `core` and `visit` outlive the walk; `root` is the position at the tree's root.
  TreeWalk(const SearchCore& core, P root, std::size_t shadows, const Visit& visit)
      : core_(core), position_(std::move(root)), shadows_(shadows), visit_(visit) {}

  void run() { go(core_.tree().root(), 0); }

 private:
  void go(Slot slot, int depth) {
    const BlockRef ref = core_.tree().child_block(slot);
    if (ref == kNoBlock) return;
    const Block block = core_.tree().block(ref);
    WalkedNode node;
    node.depth = depth;
    node.visits = core_.tree().block(slot.block).visits()[slot.index];
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (block.visits()[i] > 0) node.children.push_back(child_of(block, i));
    }
    if (node.children.empty()) return;
    const BoundPosition<P> position(position_);
    node.position = &position;
    visit_(node);
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (block.visits()[i] == 0) continue;
      const typename P::Mark mark = position_.mark();
      position_.play(block.actions()[i]);
      go({ref, i}, depth + 1);
      position_.rewind(mark);
    }
  }

  [[nodiscard]] WalkedChild child_of(const Block& block, std::uint32_t i) const {
    WalkedChild child{.action = block.actions()[i], .visits = block.visits()[i], .values = {block.values()[i]}};
    for (std::size_t s = 0; s < shadows_; ++s) child.values.push_back(block.real(core_.column_of_shadow(s))[i]);
    return child;
  }

  const SearchCore& core_;
  P position_;
  std::size_t shadows_;
  const Visit& visit_;
};

}  // namespace rootward
