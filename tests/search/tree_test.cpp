// The arena: columns, the three runs of a block, rerooting, bytes a child.
#include "search/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace rootward {
namespace {

TEST(Tree, ColumnsDoNotOverlap) {
  Tree tree({.has_priors = true, .has_proofs = true, .extra_columns = 2});
  const std::array<Action, 5> actions{10, 11, 12, 13, 14};
  const BlockRef ref = tree.expand(tree.root(), Seat::second, actions);
  const Block block = tree.block(ref);
  for (std::uint32_t i = 0; i < 5; ++i) {
    for (int column = 0; column < 4; ++column) block.real(column)[i] = 100.0 * column + i;
    block.visits()[i] = 1000 + i;
    block.children()[i] = 2000 + i;
    block.priors()[i] = 0.25F * static_cast<float>(i);
    block.proofs()[i] = static_cast<std::uint8_t>(i);
  }
  for (std::uint32_t i = 0; i < 5; ++i) {
    for (int column = 0; column < 4; ++column) EXPECT_EQ(block.real(column)[i], 100.0 * column + i);
    EXPECT_EQ(block.visits()[i], 1000 + i);
    EXPECT_EQ(block.children()[i], 2000 + i);
    EXPECT_EQ(block.priors()[i], 0.25F * static_cast<float>(i));
    EXPECT_EQ(block.actions()[i], 10 + i);
    EXPECT_EQ(block.proofs()[i], i);
  }
  EXPECT_EQ(block.header().seat, Seat::second);
  EXPECT_EQ(block.header().active, 5);
}

TEST(Tree, AdmitAndRetireKeepTheThreeRuns) {
  Tree tree({.has_priors = false, .has_proofs = true, .extra_columns = 0});
  const std::array<Action, 5> actions{0, 1, 2, 3, 4};
  const Block block = tree.block(tree.expand(tree.root(), Seat::first, actions));
  EXPECT_EQ(block.admit(3), 0U);
  EXPECT_EQ(block.admit(2), 1U);
  EXPECT_EQ(block.actions()[0], 3);
  EXPECT_EQ(block.actions()[1], 2);
  block.visits()[0] = 7;
  block.visits()[1] = 9;
  const std::uint32_t retired = block.retire(0);
  EXPECT_EQ(retired, 4U);
  EXPECT_EQ(block.actions()[4], 3);
  EXPECT_EQ(block.visits()[4], 7U);
  EXPECT_EQ(block.actions()[0], 2);
  EXPECT_EQ(block.visits()[0], 9U);
  EXPECT_EQ(block.header().visited, 1);
  EXPECT_EQ(block.header().active, 4);
  std::array<Action, 5> left{};
  std::copy_n(block.actions(), 5, left.begin());
  std::ranges::sort(left);
  EXPECT_EQ(left, actions);
}

// A batch has gone beyond the second child and a look has proven the last one to win; neither has a visit yet.
TEST(Tree, AdmitTakesAlongWhatIsKnownOfUnvisitedChildren) {
  Tree tree({.has_priors = true, .has_proofs = true, .extra_columns = 0, .kept_columns = 1});
  const std::array<Action, 4> actions{10, 11, 12, 13};
  const BlockRef ref = tree.expand(tree.root(), Seat::first, actions);
  const BlockRef below = tree.expand({ref, 1}, Seat::second, actions);
  const Block block = tree.block(ref);
  for (std::uint32_t i = 0; i < 4; ++i) {
    block.values()[i] = 0.25 * i;
    block.real(tree.layout().first_kept_column())[i] = i;
    block.priors()[i] = 0.125F * static_cast<float>(i);
  }
  block.proofs()[3] = kProven;
  block.values()[3] = 1;
  for (const Action next : {Action{12}, Action{13}, Action{10}}) {
    const std::uint32_t place = block.admit(block.index_of(next));
    EXPECT_EQ(block.actions()[place], next);
    for (std::uint32_t i = 0; i < 4; ++i) {
      const Action action = block.actions()[i];
      EXPECT_EQ(block.is_proven(i), action == 13) << next;
      if (action == 13) {
        EXPECT_EQ(block.values()[i], 1) << next;
      }
      EXPECT_EQ(block.children()[i], action == 11 ? below : kNoBlock) << next;
      EXPECT_EQ(block.real(tree.layout().first_kept_column())[i], action - 10) << next;
      EXPECT_EQ(block.priors()[i], 0.125F * static_cast<float>(action - 10)) << next;
    }
  }
}

TEST(Tree, AChildTakesAtMost32BytesWithoutOptionalColumns) {
  for (std::size_t children : {7U, 32U, 82U, 362U}) {
    Tree tree({});
    std::vector<Action> actions(children);
    std::iota(actions.begin(), actions.end(), Action{0});
    tree.expand(tree.root(), Seat::first, actions);
    EXPECT_LE(static_cast<double>(tree.bytes_used()) / static_cast<double>(children), 32.0) << children;
  }
}

TEST(Tree, RerootKeepsTheSubtreeAndItsNumbers) {
  Tree tree({.has_priors = false, .has_proofs = false, .extra_columns = 1});
  const std::array<Action, 3> actions{5, 6, 7};
  const BlockRef top = tree.expand(tree.root(), Seat::first, actions);
  for (std::uint32_t i = 0; i < 3; ++i) {
    tree.block(top).visits()[i] = 10 + i;
    tree.block(top).values()[i] = 0.1 * i;
    tree.block(top).means()[i] = -0.1 * i;
    tree.block(top).real(2)[i] = i;
  }
  const BlockRef below = tree.expand({top, 1}, Seat::second, actions);
  tree.block(below).visits()[2] = 4;
  tree.block(below).values()[2] = 0.75;
  tree.expand({below, 2}, Seat::first, actions);
  tree.expand({top, 0}, Seat::second, actions);
  EXPECT_EQ(tree.expanded_nodes(), 4U);

  tree.reroot({top, 1});
  EXPECT_EQ(tree.expanded_nodes(), 2U);
  const Block root_slot = tree.block(tree.root().block);
  EXPECT_EQ(root_slot.visits()[0], 11U);
  EXPECT_EQ(root_slot.values()[0], 0.1);
  EXPECT_EQ(root_slot.real(2)[0], 1.0);
  EXPECT_EQ(root_slot.header().seat, Seat::first);
  const Block block = tree.block(tree.child_block(tree.root()));
  EXPECT_EQ(block.visits()[2], 4U);
  EXPECT_EQ(block.values()[2], 0.75);
  EXPECT_EQ(block.header().seat, Seat::second);
  EXPECT_NE(block.children()[2], kNoBlock);
}

}  // namespace
}  // namespace rootward
