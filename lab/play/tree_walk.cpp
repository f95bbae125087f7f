// A clone of the position for every node that has a block.
#include "lab/play/tree_walk.h"

#include "search/search_core.h"

namespace rootward {
namespace {

class TreeWalk {
 public:
  TreeWalk(const SearchCore& core, std::size_t shadows, const std::function<void(const WalkedNode&)>& visit)
      : core_(core), shadows_(shadows), visit_(visit) {}

  void go(Slot slot, const Position& position, int depth) {
    const BlockRef ref = core_.tree().child_block(slot);
    if (ref == kNoBlock) return;
    const Block block = core_.tree().block(ref);
    WalkedNode node;
    node.position = &position;
    node.depth = depth;
    node.visits = core_.tree().block(slot.block).visits()[slot.index];
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (block.visits()[i] > 0) node.children.push_back(child_of(block, i));
    }
    if (node.children.empty()) return;
    visit_(node);
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (block.visits()[i] == 0 || block.children()[i] == kNoBlock) continue;
      const std::unique_ptr<Position> below = position.clone();
      below->play(block.actions()[i]);
      go({ref, i}, *below, depth + 1);
    }
  }

 private:
  [[nodiscard]] WalkedChild child_of(const Block& block, std::uint32_t i) const {
    WalkedChild child{.action = block.actions()[i], .visits = block.visits()[i], .values = {block.values()[i]}};
    for (std::size_t s = 0; s < shadows_; ++s) child.values.push_back(block.real(core_.column_of_shadow(s))[i]);
    return child;
  }

  const SearchCore& core_;
  std::size_t shadows_;
  const std::function<void(const WalkedNode&)>& visit_;
};

}  // namespace

void walk_tree(const SearchedTree& tree, std::size_t shadows, const std::function<void(const WalkedNode&)>& visit) {
  TreeWalk(*tree.core, shadows, visit).go(tree.core->tree().root(), *tree.root, 0);
}

}  // namespace rootward
