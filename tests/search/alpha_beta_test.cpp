// Alpha-beta against a plain recursion, at every limit.
#include "search/alpha_beta.h"

#include <gtest/gtest.h>

#include "games/connect4.h"
#include "games/tictactoe.h"
#include "games/tree.h"
#include "tests/backup/operator_kit.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

constexpr std::uint64_t kPlenty = 100'000'000;

template <GameState P>
Value minimax(P& position, int depth, const typename AlphaBeta<P>::Judge& judge) {
  if (position.is_over()) return position.result();
  if (depth == 0) return judge(position);
  ActionList actions;
  position.legal_actions(actions);
  const double sign = sign_of(position.to_move());
  Value best = -2;
  for (const Action action : actions) {
    const typename P::Mark mark = position.mark();
    position.play(action);
    best = std::max(best, sign * minimax(position, depth - 1, judge));
    position.rewind(mark);
  }
  return sign * best;
}

/// A judgement that depends on the position alone.
Value by_hash(std::uint64_t hash) { return static_cast<double>(hash % 2001) / 1000.0 - 1.0; }

TEST(AlphaBeta, EqualsMinimaxOnRandomTrees) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ExplicitTree::Rules rules = kit::random_tree(seed, 5, 3);
    ExplicitTree root(rules);
    AlphaBeta<ExplicitTree> search;
    const auto found = search.search(root, AlphaBeta<ExplicitTree>::kNoDepthLimit, kPlenty, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->value, minimax<ExplicitTree>(root, 99, {})) << seed;
    EXPECT_TRUE(found->is_exact);
    EXPECT_LT(found->nodes, 364U) << "cuts";
    ActionList actions;
    root.legal_actions(actions);
    const auto each = search.search_each(root, actions, AlphaBeta<ExplicitTree>::kNoDepthLimit, kPlenty, {});
    ASSERT_TRUE(each);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const auto mark = root.mark();
      root.play(actions[i]);
      EXPECT_EQ((*each)[i].value, minimax<ExplicitTree>(root, 99, {})) << seed << " " << i;
      root.rewind(mark);
    }
  }
}

TEST(AlphaBeta, EqualsMinimaxAtADepth) {
  Rng rng(5);
  for (int trial = 0; trial < 12; ++trial) {
    TicTacToe root{TicTacToe::Rules{}};
    for (std::uint32_t ply = rng.below(4); ply > 0; --ply) {
      ActionList actions;
      root.legal_actions(actions);
      root.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    const AlphaBeta<TicTacToe>::Judge judge = [](TicTacToe& position) { return by_hash(position.hash()); };
    for (const int depth : {1, 2, 3, 4}) {
      AlphaBeta<TicTacToe> search;
      const auto found = search.search(root, depth, kPlenty, judge);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->value, minimax<TicTacToe>(root, depth, judge)) << trial << " " << depth;
      EXPECT_FALSE(found->is_exact && depth < 3);
    }
  }
}

TEST(AlphaBeta, SolvesTicTacToeAndSaysWhenItCannot) {
  TicTacToe root{TicTacToe::Rules{}};
  AlphaBeta<TicTacToe> search;
  const auto found = search.search(root, AlphaBeta<TicTacToe>::kNoDepthLimit, kPlenty, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->value, 0);
  EXPECT_TRUE(found->is_exact);
  ASSERT_TRUE(search.best_action(root));
  AlphaBeta<TicTacToe> hasty;
  EXPECT_FALSE(hasty.search(root, AlphaBeta<TicTacToe>::kNoDepthLimit, 100, {}));
}

// A table of four positions is overwritten all the time: slower, never wrong.
TEST(AlphaBeta, ASmallTableChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const ExplicitTree::Rules rules = kit::random_tree(seed, 6, 3);
    ExplicitTree root(rules);
    AlphaBeta<ExplicitTree> small(2);
    AlphaBeta<ExplicitTree> large(16);
    EXPECT_EQ(small.search(root, AlphaBeta<ExplicitTree>::kNoDepthLimit, kPlenty, {})->value,
              large.search(root, AlphaBeta<ExplicitTree>::kNoDepthLimit, kPlenty, {})->value);
  }
}

}  // namespace
}  // namespace rootward
