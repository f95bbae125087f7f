// Moves that a root leaves aside beside a solver: the others are proven, and played, as if there were no more.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/tictactoe.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::after;
using testing::best_play;
using testing::Fixture;
using testing::named;
using testing::settings_with;

using Moves = std::vector<Action>;

/// A search that goes on until the root is proven.
SearchSettings proving(const SolverAids& aids) {
  SearchSettings settings = settings_with("average", 200'000);
  settings.selection = named(selections(), "uniform");
  settings.solver = true;
  settings.solver_aids = aids;
  return settings;
}

Moves legal_moves(const TicTacToe& position) {
  ActionList legal;
  position.legal_actions(legal);
  return {legal.begin(), legal.end()};
}

Action move_of(const TicTacToe& position, const char* text) { return *position.parse_action(text); }

/// The result of best play after the move, in the view of its player.
Value value_of(TicTacToe position, Action move) {
  const double sign = sign_of(position.to_move());
  position.play(move);
  return sign * best_play(position);
}

bool is_among(const Moves& moves, Action one) { return std::ranges::find(moves, one) != moves.end(); }

/// Each move alone, and all but each move.
std::vector<Moves> asides_of(const Moves& legal) {
  std::vector<Moves> asides;
  for (const Action one : legal) {
    asides.push_back({one});
    asides.push_back(legal);
    std::erase(asides.back(), one);
  }
  return asides;
}

/// The search proves what the other moves are worth and plays one of them, of that value where `is_exact`.
void expect_solved(const SearchSettings& settings, const TicTacToe& root, const Moves& aside, bool is_exact) {
  Fixture<TicTacToe> fixture(settings, 7);
  fixture.search->core().leave_aside(aside);
  const SearchResult result = fixture.run(root);
  Value best = -1;
  for (const Action move : legal_moves(root))
    if (!is_among(aside, move)) best = std::max(best, value_of(root, move));
  EXPECT_TRUE(fixture.search->core().is_root_proven());
  EXPECT_EQ(result.value, best);
  EXPECT_FALSE(is_among(aside, result.move));
  if (is_exact) {
    EXPECT_EQ(value_of(root, result.move), best);
  }
  for (const RootChild& child : result.children) {
    if (is_among(aside, child.action)) {
      EXPECT_EQ(child.visits, 0U);
    }
  }
}

// Of these roots' moves some win, draw or lose; b1 of the second one's player threatens to win at once.
TEST(LeftAside, TheOthersAreSolvedAsIfThereWereNoMore) {
  for (const SolverAids& aids : {SolverAids{}, SolverAids{.bounds = true}, SolverAids{.decisive = true},
                                 SolverAids{.tree_depth = 3, .tree_after = 2}, SolverAids{.proof_depth = 3},
                                 SolverAids{.bounds = true, .tree_depth = 4, .tree_after = 20, .proof_depth = 3}}) {
    SearchSettings settings = proving(aids);
    SearchSettings batched = settings;
    batched.batch.leaves = 8;
    SearchSettings itself = settings;
    itself.expansion = {.kind = ExpansionKind::self, .after = 0};
    for (const TicTacToe& root : {after({"b2", "a1", "c3"}), after({"a1", "b2", "b1"})}) {
      for (const Moves& aside : asides_of(legal_moves(root))) {
        SCOPED_TRACE(::testing::Message()
                     << root.to_text() << ", " << aside.size() << " aside, first " << root.action_text(aside[0]) << ", "
                     << aids.bounds << aids.decisive << aids.tree_depth << aids.proof_depth);
        for (const SearchSettings& one : {settings, batched, itself}) expect_solved(one, root, aside, !aids.bounds);
      }
    }
  }
}

// O has to play c1. Aside, it leaves five moves that lose, and nothing to search once they are proven.
TEST(LeftAside, WhereAllOthersLoseTheSearchEndsUnderEveryOperator) {
  const TicTacToe root = after({"a1", "b2", "b1"});
  for (const OperatorEntry& entry : operators()) {
    SCOPED_TRACE(entry.description.name);
    SearchSettings settings = settings_with(entry.description.name, 20'000);
    settings.solver = true;
    Fixture<TicTacToe> fixture(settings, 7);
    fixture.search->core().leave_aside({move_of(root, "c1")});
    const SearchResult result = fixture.run(root);
    EXPECT_LT(result.simulations, 20'000U);
    EXPECT_EQ(result.value, -1.0);
    EXPECT_NE(root.action_text(result.move), "c1");
  }
}

// c1 wins at once, a2 by force, and all others lose. What is proven of the root rests on what was not aside.
TEST(LeftAside, AKeptTreeIsDroppedWhereOtherMovesAreAsideNow) {
  const TicTacToe root = after({"a1", "b2", "b1", "c2"});
  SearchSettings settings = settings_with("average", 20'000);
  settings.solver = true;
  settings.reuse_tree = true;
  Fixture<TicTacToe> fixture(settings, 3);
  EXPECT_EQ(root.action_text(fixture.run(root).move), "c1");
  fixture.search->core().leave_aside({move_of(root, "c1")});
  const SearchResult without = fixture.run(root);
  EXPECT_EQ(without.reused_visits, 0U);
  EXPECT_EQ(without.value, 1.0);
  EXPECT_EQ(root.action_text(without.move), "a2");
  fixture.search->core().leave_aside({});
  const SearchResult again = fixture.run(root);
  EXPECT_EQ(again.reused_visits, 0U);
  EXPECT_EQ(root.action_text(again.move), "c1");
}

TEST(LeftAside, ATreeIsKeptFromMoveToMove) {
  SearchSettings settings = settings_with("average", 1000);
  settings.solver = true;
  settings.reuse_tree = true;
  Fixture<TicTacToe> fixture(settings, 3);
  TicTacToe position = after({});
  fixture.search->core().leave_aside({move_of(position, "a1")});
  for (int ply = 0; ply < 2; ++ply) {
    const SearchResult result = fixture.run(position);
    EXPECT_EQ(result.reused_visits > 0, ply > 0);
    EXPECT_NE(position.action_text(result.move), "a1");
    position.play(result.move);
    fixture.search->core().observe(result.move);
  }
}

// The first search knows already that all of O's moves but c1 lose.
TEST(LeftAside, AKeptTreeMayHaveProvenAllOthers) {
  SearchSettings settings = proving({.decisive = true});
  settings.reuse_tree = true;
  settings.budget.simulations = 400;
  Fixture<TicTacToe> fixture(settings, 3);
  TicTacToe position = after({"a1", "b2"});
  (void)fixture.run(position);
  const Action threat = move_of(position, "b1");
  position.play(threat);
  fixture.search->core().observe(threat);
  fixture.search->core().leave_aside({move_of(position, "c1")});
  const SearchResult result = fixture.run(position);
  EXPECT_EQ(result.value, -1.0);
  EXPECT_NE(position.action_text(result.move), "c1");
}

}  // namespace
}  // namespace rootward
