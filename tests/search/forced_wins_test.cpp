// Short searches beside the tree: decisive moves, MCTS-MS, MCTS-MB and MCTS-MR on positions that show each of them.
#include "search/forced_wins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "evaluators/stepped_playout.h"
#include "games/connect4.h"
#include "games/tictactoe.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::Fixture;
using testing::settings_with;
using testing::whole_tree;

SearchSettings solving(const SolverAids& aids, std::uint64_t simulations) {
  SearchSettings settings = settings_with("average", simulations);
  settings.solver = true;
  settings.solver_aids = aids;
  return settings;
}

TEST(ForcedWins, AreSeenAsDeepAsAsked) {
  TicTacToe wins = testing::after({"a1", "b2", "b1", "c2"});  // X plays c1
  EXPECT_EQ(forced_winner(wins, 0), 0);
  EXPECT_EQ(forced_winner(wins, 1), 1);
  TicTacToe loses = testing::after({"a1", "b1", "b2", "c2", "a2"});  // O faces a3 and c3
  EXPECT_EQ(forced_winner(loses, 1), 0);
  EXPECT_EQ(forced_winner(loses, 2), 1);
  TicTacToe fork = testing::after({"a1", "b1", "b2", "c3"});  // X plays a2, which threatens a3 and c2
  EXPECT_EQ(forced_winner(fork, 2), 0);
  EXPECT_EQ(forced_winner(fork, 3), 1);
  TicTacToe start = testing::after({});
  EXPECT_EQ(forced_winner(start, 4), 0);
}

TEST(Decisive, AMoveThatWinsAtOnceProvesTheNodeInOneSimulation) {
  Fixture<TicTacToe> fixture(solving({.decisive = true}, 1000), 3);
  const TicTacToe position = testing::after({"a1", "b2", "b1", "c2"});
  const SearchResult result = fixture.run(position);
  EXPECT_EQ(result.simulations, 1U);
  EXPECT_EQ(result.value, 1);
  EXPECT_EQ(position.action_text(result.move), "c1");
}

// X threatens c1: O has one move that does not lose at once.
TEST(Decisive, MovesThatLoseAtOnceAreProvenWithoutAVisit) {
  Fixture<TicTacToe> fixture(solving({.decisive = true}, 1), 3);
  const TicTacToe position = testing::after({"a1", "b2", "b1"});
  const SearchResult result = fixture.run(position);
  EXPECT_EQ(position.action_text(result.move), "c1");
  for (const RootChild& child : result.children) {
    const bool stops = position.action_text(child.action) == "c1";
    EXPECT_EQ(child.proof, stops ? 0 : 1) << position.action_text(child.action);
    EXPECT_EQ(child.visits, stops ? 1U : 0U);
    if (!stops) {
      EXPECT_EQ(child.value, -1);
    }
  }
}

TEST(Decisive, ALostNodeIsProven) {
  Fixture<TicTacToe> fixture(solving({.decisive = true}, 1000), 3);
  const SearchResult result = fixture.run(testing::after({"a1", "b1", "b2", "c2", "a2"}));
  EXPECT_EQ(result.simulations, 1U);
  EXPECT_EQ(result.value, -1);
  Fixture<TicTacToe> off(solving({}, 1000), 3);
  EXPECT_GT(off.run(testing::after({"a1", "b1", "b2", "c2", "a2"})).simulations, 1U);
}

TEST(TreeSearch, LooksAtANodeAtItsVisitAndNotBefore) {
  const TicTacToe fork = testing::after({"a1", "b1", "b2", "c3"});
  const auto simulations = [&](int depth, std::uint32_t later) {
    Fixture<TicTacToe> fixture(solving({.tree_depth = depth, .tree_after = later}, 100'000), 3);
    const SearchResult result = fixture.run(fork);
    EXPECT_EQ(result.value, 1);
    return result.simulations;
  };
  EXPECT_EQ(simulations(3, 1), 1U);
  EXPECT_EQ(simulations(3, 5), 5U);
  EXPECT_GT(simulations(1, 1), 1U);
}

// Below the root the search of depth 2 finds nothing at first; where a reply is proven, it is asked again.
TEST(ProofSearch, SavesSimulationsAndKeepsTheTruth) {
  const TicTacToe fork = testing::after({"a1", "b1", "b2", "c3"});
  std::uint64_t plain = 0;
  std::uint64_t searched = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Fixture<TicTacToe> without(solving({}, 100'000), seed);
    Fixture<TicTacToe> with(solving({.proof_depth = 3}, 100'000), seed);
    const SearchResult a = without.run(fork);
    const SearchResult b = with.run(fork);
    EXPECT_EQ(a.value, 1);
    EXPECT_EQ(b.value, 1);
    EXPECT_LE(b.simulations, a.simulations) << seed;
    plain += a.simulations;
    searched += b.simulations;
  }
  EXPECT_LT(searched, plain);
}

/// What the tree says of proven nodes below a position is so.
void expect_true_proofs(const Tree& tree, BlockRef ref, TicTacToe& position) {
  if (ref == kNoBlock) return;
  const Block block = tree.block(ref);
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    const TicTacToe::Mark mark = position.mark();
    position.play(block.actions()[i]);
    if (block.is_proven(i)) {
      EXPECT_EQ(sign_of(block.header().seat) * block.values()[i], forced_winner(position, 9)) << position.to_text();
    }
    expect_true_proofs(tree, block.children()[i], position);
    position.rewind(mark);
  }
}

// A look proves moves that others of the batch have still to visit.
TEST(ProofSearch, BesideABatchPlaysAMoveThatWins) {
  const TicTacToe fork = testing::after({"a1", "b1", "b2", "c3"});
  for (const std::uint32_t leaves : {2U, 8U, 64U}) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      SCOPED_TRACE(::testing::Message() << leaves << " leaves, seed " << seed);
      SearchSettings settings = solving({.proof_depth = 3}, 100'000);
      settings.batch.leaves = leaves;
      Fixture<TicTacToe> fixture(settings, seed);
      const SearchResult result = fixture.run(fork);
      EXPECT_EQ(result.value, 1);
      TicTacToe played = fork;
      played.play(result.move);
      EXPECT_EQ(forced_winner(played, 9), 1);
      TicTacToe position = fork;
      const Tree& tree = fixture.search->core().tree();
      expect_true_proofs(tree, tree.child_block(tree.root()), position);
    }
  }
}

TEST(ForcedWins, EveryKindProvesTheDrawUnderEveryOperator) {
  for (const OperatorEntry& entry : operators()) {
    SearchSettings settings =
        solving({.decisive = true, .tree_depth = 2, .tree_after = 2, .proof_depth = 2, .rollout_depth = 2}, 200'000);
    settings.backup = testing::operator_named(entry.description.name);
    settings.selection = testing::named(selections(), "uniform");
    Fixture<TicTacToe> fixture(settings, 7);
    const SearchResult result = fixture.run(testing::after({"a1", "b2", "c3"}));
    EXPECT_TRUE(fixture.search->core().is_root_proven()) << entry.description.name;
    EXPECT_EQ(result.value, 0.0) << entry.description.name;
  }
}

TEST(ForcedWins, WhatNeverLooksLeavesEveryBit) {
  const auto tree_of = [](const SolverAids& aids) {
    Fixture<Connect4Small> fixture(solving(aids, 2000), 5);
    (void)fixture.run(Connect4Small(Connect4Rules{}));
    return whole_tree(fixture.search->core());
  };
  const std::vector<double> plain = tree_of({});
  EXPECT_EQ(tree_of({.tree_depth = 2, .tree_after = 1'000'000}), plain);
  const std::vector<double> searched = tree_of({.decisive = true});
  EXPECT_NE(searched, plain);
  EXPECT_EQ(tree_of({.decisive = true}), searched);
}

TEST(RolloutSearch, DrawsFromMovesThatWinOrDoNotLose) {
  const auto moves = [](TicTacToe position, int depth) {
    std::vector<std::string> texts;
    for (const Action action : searched_moves(position, depth)) texts.push_back(position.action_text(action));
    std::ranges::sort(texts);
    return texts;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(moves(testing::after({"a1", "b2", "b1", "c2"}), 1), (Texts{"c1"}));
  EXPECT_EQ(moves(testing::after({"a1", "b2", "b1"}), 2), (Texts{"c1"}));
  EXPECT_EQ(moves(testing::after({"a1", "b2", "b1"}), 1).size(), 6U) << "one ply sees no reply";
  const Texts forks = moves(testing::after({"a1", "b1", "b2", "c3"}), 3);
  EXPECT_TRUE(std::ranges::find(forks, "a2") != forks.end());
  EXPECT_LT(forks.size(), 5U);
  TicTacToe lost = testing::after({"a1", "b1", "b2", "c2", "a2"});
  EXPECT_EQ(searched_moves(lost, 2).size(), 4U) << "where all lose, every move";
}

// From the fork's position X wins every playout that sees three plies.
TEST(RolloutSearch, PlaysOutBySearch) {
  const TicTacToe fork = testing::after({"a1", "b1", "b2", "c3"});
  const auto mean = [&](int rollout_depth) {
    Fixture<TicTacToe> fixture(solving({.rollout_depth = rollout_depth}, 1), 1);
    TicTacToe position = fork;
    Rng rng(5);
    EvaluationRequest<TicTacToe> request{.position = &position, .rng = &rng};
    request.look_ahead = fixture.search->request_for(&position).look_ahead;
    double sum = 0;
    for (int i = 0; i < 200; ++i) {
      Evaluation evaluation;
      fixture.evaluator->evaluate({&request, 1}, {&evaluation, 1});
      sum += evaluation.value;
    }
    return sum / 200;
  };
  EXPECT_EQ(mean(3), 1);
  EXPECT_LT(mean(0), 0.95);
}

}  // namespace
}  // namespace rootward
