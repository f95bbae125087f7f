// The score-bounded solver: what it knows is true, what it rules out could not win, and it needs fewer simulations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "games/connect4.h"
#include "games/tictactoe.h"
#include "search/final_move.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::best_play;
using testing::Fixture;
using testing::named;
using testing::settings_with;

SearchSettings bounded_search(const std::string& backup, std::uint64_t simulations, bool has_bounds = true) {
  SearchSettings settings = settings_with(backup, simulations);
  settings.solver = true;
  settings.solver_aids.bounds = has_bounds;
  return settings;
}

struct BoundsSeen {
  int children = 0;
  int bounded = 0;
  int ruled_out = 0;
};

/// Every child's interval holds the result of best play, the stored value lies in it, and what has left the search
/// cannot be better than what another child secures.
void expect_true_bounds(const Tree& tree, BlockRef ref, TicTacToe& position, BoundsSeen& counts) {
  if (ref == kNoBlock) return;
  const Block block = tree.block(ref);
  const double sign = sign_of(block.header().seat);
  Value secured = -1;
  for (std::uint32_t i = 0; i < block.count(); ++i) secured = std::max(secured, block.bounds(i).low);
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    const TicTacToe::Mark mark = position.mark();
    position.play(block.actions()[i]);
    const Bounds bounds = block.bounds(i);
    const Value exact = sign * best_play(position);
    ASSERT_LE(bounds.low, exact);
    ASSERT_GE(bounds.high, exact);
    if (block.visits()[i] > 0 && (block.proof(i) != kUnproven)) {
      ASSERT_LE(bounds.low, block.values()[i]);
      ASSERT_GE(bounds.high, block.values()[i]);
    }
    if (i >= block.header().active) {
      ASSERT_LE(bounds.high, secured);
      counts.ruled_out += bounds.high > -1 ? 1 : 0;
    }
    ++counts.children;
    counts.bounded += block.proof(i) > kProven ? 1 : 0;
    expect_true_bounds(tree, block.children()[i], position, counts);
    position.rewind(mark);
  }
}

TEST(ScoreBounds, AreTrueEverywhereUnderEveryOperator) {
  BoundsSeen counts;
  for (const OperatorEntry& entry : operators()) {
    for (const std::uint64_t simulations : {60U, 600U}) {
      Fixture<TicTacToe> fixture(bounded_search(entry.description.name, simulations), 11);
      TicTacToe position = testing::after({"b2", "a1", "c3"});
      (void)fixture.run(position);
      const Tree& tree = fixture.search->core().tree();
      expect_true_bounds(tree, tree.child_block(tree.root()), position, counts);
    }
  }
  EXPECT_GT(counts.bounded, counts.children / 100);
  EXPECT_GT(counts.ruled_out, counts.children / 100);
}

TEST(ScoreBounds, ProveTheSameWithFewerSimulations) {
  std::uint64_t plain = 0;
  std::uint64_t bounded = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    TicTacToe position = testing::after({"b2", "a1"});
    const Value exact = best_play(position);
    for (const bool has_bounds : {false, true}) {
      SearchSettings settings = bounded_search("average", 1'000'000, has_bounds);
      settings.selection = named(selections(), "uniform");
      Fixture<TicTacToe> fixture(settings, seed);
      const SearchResult result = fixture.run(position);
      ASSERT_TRUE(fixture.search->core().is_root_proven());
      EXPECT_EQ(result.value, exact);
      (has_bounds ? bounded : plain) += result.simulations;
    }
  }
  EXPECT_LT(bounded, plain);
}

TEST(ScoreBounds, WithoutThemTheSolverRulesOutLossesOnly) {
  Fixture<TicTacToe> fixture(bounded_search("average", 600, false), 11);
  TicTacToe position = testing::after({"b2", "a1", "c3"});
  const SearchResult result = fixture.run(position);
  for (const RootChild& child : result.children) EXPECT_FALSE(child.bounds.has_value());
  BoundsSeen counts;
  const Tree& tree = fixture.search->core().tree();
  expect_true_bounds(tree, tree.child_block(tree.root()), position, counts);
  EXPECT_EQ(counts.bounded, 0);
  EXPECT_EQ(counts.ruled_out, 0);
}

// ments adds entropies, so that without the cut its values leave what is possible.
TEST(ScoreBounds, CutValuesOfOperatorsThatGoBeyond) {
  int bounded = 0;
  for (std::uint64_t simulations = 100; simulations <= 1500; simulations += 100) {
    SearchSettings settings = bounded_search("ments", simulations);
    settings.selection = named(selections(), "uniform");
    settings.backup = testing::operator_named("ments", {{"temperature", 5.0}});
    Fixture<TicTacToe> fixture(settings, 3);
    const SearchResult result = fixture.run(testing::after({"b2", "a1"}));
    for (const RootChild& child : result.children) {
      if (child.visits == 0 || child.proof != 0 || child.bounds->high > 0) continue;
      ++bounded;
      EXPECT_LE(child.value, 0);
    }
  }
  EXPECT_GT(bounded, 0);
}

/// A root of three children with these (visits, value, proof), the last of which has left the search.
struct SecuredDraw {
  Tree tree{TreeLayout{.has_proofs = true}};
  Block block;
  SecuredDraw() : block(make()) {
    const double values[] = {-0.4, 0.2, 0.0};
    for (std::uint32_t i = 0; i < 3; ++i) {
      block.admit(i);
      block.visits()[i] = 10 - i;
      block.values()[i] = values[i];
      block.means()[i] = values[i];
    }
    block.proofs()[2] = kProven;
    block.retire(2);
  }
  Block make() {
    const Action actions[] = {Action{1}, Action{2}, Action{3}};
    tree.clear(Seat::first);
    return tree.block(tree.expand(tree.root(), Seat::first, actions));
  }
};

TEST(ScoreBounds, ASecuredDrawIsPlayedUnlessMoreIsExpected) {
  const SearchSettings settings = settings_with("average", 10);
  SecuredDraw root;
  EXPECT_EQ(secured_final_move(root.block, settings, 0), 2U) << "-0.4 is less than a draw";
  EXPECT_EQ(secured_final_move(root.block, settings, 1), 1U) << "0.2 is more";
  EXPECT_EQ(secured_final_move(root.block, settings, 2), 2U);
  root.block.proofs()[0] = kAtLeastDraw;
  EXPECT_EQ(secured_final_move(root.block, settings, 0), 0U) << "it is a draw at least, too";
}

TEST(ScoreBounds, ASecuredDrawIsPlayedRatherThanAMoveThatIsADrawAtMost) {
  SecuredDraw root;
  root.block.values()[1] = 0.0;
  EXPECT_EQ(secured_final_move(root.block, settings_with("average", 10), 1), 1U) << "it may be a win";
  root.block.proofs()[1] = kAtMostDraw;
  EXPECT_EQ(secured_final_move(root.block, settings_with("average", 10), 1), 2U);
}

TEST(ScoreBounds, ASecuredDrawThatIsLeftAsideIsNotPlayed) {
  const SecuredDraw root;
  const std::array<Action, 1> aside = {Action{3}};
  EXPECT_EQ(secured_final_move(root.block, settings_with("average", 10), 0, aside), 0U);
}

TEST(ScoreBounds, AreTurnedWithTheMover) {
  const Bounds draw_at_least = Bounds{0, 1}.seen_by(-1);
  EXPECT_EQ(draw_at_least.low, -1);
  EXPECT_EQ(draw_at_least.high, 0);
  EXPECT_FALSE(std::signbit(draw_at_least.high));
  EXPECT_TRUE((Bounds{0, 0}.is_exact()));
}

TEST(ScoreBounds, GoWithTheOtherHybrids) {
  for (const SolverAids& other :
       {SolverAids{.bounds = true, .decisive = true}, SolverAids{.bounds = true, .tree_depth = 2},
        SolverAids{.bounds = true, .proof_depth = 2}}) {
    for (const OperatorEntry& entry : operators()) {
      SearchSettings settings = bounded_search(entry.description.name, 200'000);
      settings.selection = named(selections(), "uniform");
      settings.solver_aids = other;
      Fixture<TicTacToe> fixture(settings, 7);
      TicTacToe position = testing::after({"a1", "b2", "c3"});
      const SearchResult result = fixture.run(position);
      EXPECT_TRUE(fixture.search->core().is_root_proven())
          << other.tree_depth << other.proof_depth << " " << entry.description.name;
      EXPECT_EQ(result.value, 0.0) << other.tree_depth << other.proof_depth << " " << entry.description.name;
    }
  }
}

/// The runs of children are in order, and a node of which no child is left to search is proven.
void expect_sound_runs(const Tree& tree, Slot slot) {
  const BlockRef ref = tree.child_block(slot);
  if (ref == kNoBlock) return;
  const BlockHeader& head = tree.block(ref).header();
  ASSERT_LE(head.visited, head.active);
  ASSERT_TRUE(head.active > 0 || tree.block(slot.block).is_proven(slot.index));
  for (std::uint32_t i = 0; i < head.count; ++i) expect_sound_runs(tree, {ref, i});
}

// A secured draw rules children out that are not proven. A look at those that are left may then leave none.
TEST(ScoreBounds, ALookThatLeavesNoChildProvesTheSecuredDraw) {
  SearchSettings settings = bounded_search("average", 3000);
  settings.solver_aids.tree_depth = 6;
  settings.solver_aids.tree_after = 100;
  for (const TicTacToe& root : {testing::after({}), testing::after({"b2"})}) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      SCOPED_TRACE(seed);
      Fixture<TicTacToe> fixture(settings, seed);
      const SearchResult result = fixture.run(root);
      const Tree& tree = fixture.search->core().tree();
      expect_sound_runs(tree, tree.root());
      if (fixture.search->core().is_root_proven()) {
        EXPECT_EQ(result.value, 0.0);
      }
      if (seed > 6) continue;
      TicTacToe position = root;
      BoundsSeen counts;
      expect_true_bounds(tree, tree.child_block(tree.root()), position, counts);
    }
  }
}

TEST(ScoreBounds, AProofSearchThatLeavesNoChildProvesTheSecuredDraw) {
  SearchSettings settings = bounded_search("average", 2500);
  settings.selection = named(selections(), "ucb1", {{"c", 0.1}});
  settings.solver_aids.proof_depth = 6;
  const Connect4Rules rules{.width = 4, .height = 4};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Fixture<Connect4Small> fixture(settings, seed);
    (void)fixture.run(Connect4Small(rules));
    const Tree& tree = fixture.search->core().tree();
    expect_sound_runs(tree, tree.root());
  }
}

}  // namespace
}  // namespace rootward
