// What is known of nodes, by proofs and looks, reaches those who read them and disturbs nobody else.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "games/tictactoe.h"
#include "games/tree.h"
#include "lab/config/parts.h"
#include "search/checkpoints.h"
#include "search/improved_policy.h"
#include "search/root_rule.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::Fixture;
using testing::named;
using testing::settings_with;

ExplicitTree::Rules tree_of(const std::string& root) {
  return make_tree_rules(parse_game("{name: tree, root: " + root + "}", {}).params);
}

SearchSettings solving(const std::string& backup, std::uint64_t simulations, const SolverAids& aids) {
  SearchSettings settings = settings_with(backup, simulations);
  settings.solver = true;
  settings.solver_aids = aids;
  return settings;
}

/// x is found to be a draw at a node on the way, which ends the path there and rules x out: its place is s's then.
TEST(KnownValues, ALeafThatLeavesTheSearchGivesItsEvaluationToNobodyElse) {
  const ExplicitTree::Rules rules = tree_of(
      "{max: {x: {min: {d: 0, e: {max: {w: 1, v: 0.3, u: 0.2}}}}, s: {min: {p: {max: {a: {normal: [0.5, 0.05]}, b: "
      "{normal: [0.1, 0.05]}}}, q: {max: {c: {normal: [0.4, 0.05]}, f: {normal: [0.2, 0.05]}}}}}}}");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Fixture<ExplicitTree> fixture(solving("average", 40, {.bounds = true, .tree_depth = 2, .tree_after = 4}), seed);
    (void)fixture.run(ExplicitTree(rules));
    const Tree& tree = fixture.search->core().tree();
    const Block root = fixture.search->core().root_block();
    for (std::uint32_t i = 0; i < root.count(); ++i) {
      if (root.is_proven(i) || root.children()[i] == kNoBlock) continue;
      EXPECT_EQ(tree.block(root.children()[i]).header().own_visits, 1U) << seed;
    }
  }
}

TEST(KnownValues, AProofByALookIsTheShadowsToo) {
  const ExplicitTree::Rules rules =
      tree_of("{max: {l: -1, m: {min: {z: -1, y: {normal: [0.9, 0.05]}, w: {normal: [0.9, 0.05]}}}}}");
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SearchSettings settings = solving("max", 200, {.proof_depth = 2});
    settings.shadows = {testing::operator_named("average"), testing::operator_named("max")};
    Fixture<ExplicitTree> fixture(settings, seed);
    const SearchResult result = fixture.run(ExplicitTree(rules));
    EXPECT_EQ(result.value, -1.0) << seed;
    for (const Value shadow : result.shadow_values) EXPECT_EQ(shadow, -1.0) << seed;
    for (const RootChild& child : result.children)
      for (const Value shadow : child.shadows) EXPECT_EQ(shadow, child.value) << seed;
  }
}

TEST(KnownValues, ADrawnMoveIsNoLossWhereADrawIsSecured) {
  int secured = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    TicTacToe root = testing::after({});
    Rng rng(seed);
    for (int ply = 0; ply < 4; ++ply) {
      ActionList legal;
      root.legal_actions(legal);
      root.play(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    SearchSettings settings = solving("average", 400, {.bounds = true});
    settings.temperature = {.value = 1, .moves = 1};
    Fixture<TicTacToe> fixture(settings, seed);
    const SearchResult result = fixture.run(root);
    const auto played = std::ranges::find(result.children, result.move, &RootChild::action);
    ASSERT_NE(played, result.children.end());
    if (std::ranges::none_of(result.children, [](const RootChild& child) { return child.bounds->low >= 0; })) continue;
    ++secured;
    EXPECT_TRUE(played->bounds->low >= 0 || played->bounds->high > 0) << seed;
  }
  EXPECT_GT(secured, 100);
}

TEST(KnownValues, AGumbelPolicyGivesProvenMovesTheirValue) {
  const std::array<float, 3> priors{0.5F, 0.3F, 0.2F};
  const std::array<std::uint32_t, 3> visits{1, 1, 0};
  const std::array<double, 3> values{0.2, 0.0, 99};
  const std::array<double, 3> exact{99, 99, -1};
  const std::array<std::uint8_t, 3> proofs{kUnproven, kAtLeastDraw, kProven};
  MoveColumns moves{.count = 3, .priors = priors.data(), .visits = visits.data(), .values = values.data()};
  std::vector<double> unknown;
  improved_logits(moves, {}, unknown);
  moves.proofs = proofs.data();
  moves.exact = exact.data();
  std::vector<double> known;
  improved_logits(moves, {}, known);
  EXPECT_EQ(known[0], unknown[0]);
  EXPECT_EQ(known[1], unknown[1]);
  EXPECT_NEAR(known[2], std::log(static_cast<double>(0.2F)), 1e-12) << "sigma of a loss is 0";
  EXPECT_GT(unknown[2], known[2] + 20);
}

TEST(KnownValues, AGumbelPolicyIsOneOverTheMovesThatMayBePlayed) {
  SearchSettings settings = settings_with("average", 16);
  settings.root = named(root_rules(), "gumbel");
  Fixture<TicTacToe> fixture(settings, 3);
  const TicTacToe start = testing::after({});
  ActionList legal;
  start.legal_actions(legal);
  fixture.search->core().leave_aside({legal[0], legal[1]});
  double all = 0;
  for (const RootChild& child : fixture.run(start).children) {
    all += child.policy;
    if (child.action == legal[0] || child.action == legal[1]) {
      EXPECT_EQ(child.policy, 0.0);
    }
  }
  EXPECT_NEAR(all, 1.0, 1e-12);
}

/// Final moves are drawn at ties; a result on the way takes no draw from a later one.
TEST(KnownValues, LookingOnChangesNothing) {
  const auto played = [](std::vector<std::uint64_t> looks, std::uint64_t seed) {
    SearchSettings settings = settings_with("average", 18);
    settings.selection = named(selections(), "uniform");
    Fixture<TicTacToe> fixture(settings, seed);
    Action move = kNoAction;
    EXPECT_TRUE(run_checkpoints<TicTacToe>(
        *fixture.search, *fixture.evaluator, testing::after({}), looks,
        [&](std::size_t, const SearchResult& result) { move = result.move; }, nullptr));
    return move;
  };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) EXPECT_EQ(played({9, 18}, seed), played({18}, seed)) << seed;
}

}  // namespace
}  // namespace rootward
