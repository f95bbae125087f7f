// Chance nodes and noisy leaves under every operator: what they hold, what they pass up, what can be proven.
#include <gtest/gtest.h>

#include <cmath>

#include "games/tree.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::Fixture;
using testing::settings_with;

using Rules = ExplicitTree::Rules;

std::uint32_t add_chance(Rules& rules, std::uint32_t parent, const std::string& move) {
  const std::uint32_t node = rules.add(parent, move);
  rules.set_chance(node);
  return node;
}

std::uint32_t add_outcome(Rules& rules, std::uint32_t parent, const std::string& name, double probability) {
  const std::uint32_t node = rules.add(parent, name);
  rules.set_probability(node, probability);
  return node;
}

/// MAX: a sure 0.1, or a gamble: MAX again with 1 in 4, MIN with 3 in 4.
Rules gamble() {
  Rules rules;
  rules.set_value(rules.add(0, "safe"), 0.1);
  const std::uint32_t risky = add_chance(rules, 0, "risky");
  const std::uint32_t good = add_outcome(rules, risky, "good", 0.25);
  rules.set_value(rules.add(good, "x"), 1.0);
  rules.set_value(rules.add(good, "y"), 0.2);
  const std::uint32_t bad = add_outcome(rules, risky, "bad", 0.75);
  rules.set_chooser(bad, Seat::second);
  rules.set_value(rules.add(bad, "u"), -0.5);
  rules.set_value(rules.add(bad, "v"), 0.3);
  return rules;
}

/// Calls check(slot, its chance block) at every chance node of the tree.
template <class Check>
void for_each_chance_node(const Tree& tree, Slot slot, Check check) {
  const BlockRef ref = tree.child_block(slot);
  if (ref == kNoBlock) return;
  const Block block = tree.block(ref);
  if (block.header().is_chance) check(slot, block);
  for (std::uint32_t i = 0; i < block.count(); ++i) for_each_chance_node(tree, {ref, i}, check);
}

double mean_of_outcomes(const Block& outcomes, int column) {
  double sum = 0;
  double visits = 0;
  for (std::uint32_t i = 0; i < outcomes.count(); ++i) {
    if (outcomes.visits()[i] == 0) continue;
    sum += outcomes.visits()[i] * outcomes.real(column)[i];
    visits += outcomes.visits()[i];
  }
  return sum / visits;
}

TEST(ChanceNode, HoldsTheVisitWeightedMeanOfItsOutcomesUnderEveryOperator) {
  const Rules rules = gamble();
  for (const OperatorEntry& entry : operators()) {
    SCOPED_TRACE(entry.description.name);
    SearchSettings settings = settings_with(entry.description.name, 2000);
    settings.shadows = {testing::operator_named("max"), testing::operator_named("max_gamma")};
    Fixture<ExplicitTree> fixture(settings, 3);
    const SearchResult result = fixture.run(ExplicitTree(rules));
    const SearchCore& core = fixture.search->core();
    int nodes = 0;
    for_each_chance_node(core.tree(), core.tree().root(), [&](Slot slot, const Block& outcomes) {
      ++nodes;
      const Block parent = core.tree().block(slot.block);
      EXPECT_EQ(parent.visits()[slot.index], outcomes.visits()[0] + outcomes.visits()[1]);
      for (const int column : {kValueColumn, kMeanColumn, core.column_of_shadow(0), core.column_of_shadow(1)})
        EXPECT_NEAR(parent.real(column)[slot.index], mean_of_outcomes(outcomes, column), 1e-12) << column;
    });
    EXPECT_EQ(nodes, 1);
    EXPECT_EQ(result.simulations, 2000U);
  }
}

TEST(ChanceNode, DrawsOutcomesByTheirProbability) {
  const Rules rules = gamble();
  SearchSettings settings = settings_with("average", 20000);
  settings.selection = testing::named(selections(), "uniform");
  Fixture<ExplicitTree> fixture(settings, 3);
  fixture.run(ExplicitTree(rules));
  const Tree& tree = fixture.search->core().tree();
  for_each_chance_node(tree, tree.root(), [&](Slot slot, const Block& outcomes) {
    const double visits = tree.block(slot.block).visits()[slot.index];
    const std::uint32_t good = outcomes.actions()[0] == 0 ? 0 : 1;
    // Four standard deviations of a binomial share with p = 1/4.
    EXPECT_NEAR(outcomes.visits()[good] / visits, 0.25, 4 * std::sqrt(0.25 * 0.75 / visits));
  });
}

TEST(ChanceNode, TheSampleMeansAreTheSameUnderEveryOperator) {
  const Rules rules = gamble();
  SearchSettings settings = settings_with("average", 500);
  settings.selection = testing::named(selections(), "uniform");
  Fixture<ExplicitTree> average(settings, 11);
  const double mean = average.run(ExplicitTree(rules)).mean;
  for (const OperatorEntry& entry : operators()) {
    settings.backup = testing::operator_named(entry.description.name);
    Fixture<ExplicitTree> fixture(settings, 11);
    EXPECT_EQ(fixture.run(ExplicitTree(rules)).mean, mean) << entry.description.name;
  }
}

/// MAX, MIN, MAX; `is_chance`: with a chance node of one outcome after each of the root's moves.
Rules three_plies(bool is_chance) {
  Rules rules;
  double value = -0.9;
  for (const char* first : {"a", "b"}) {
    std::uint32_t node = is_chance ? add_chance(rules, 0, first) : rules.add(0, first);
    if (is_chance) node = add_outcome(rules, node, "so", 1.0);
    rules.set_chooser(node, Seat::second);
    for (const char* second : {"c", "d"}) {
      const std::uint32_t below = rules.add(node, second);
      for (const char* third : {"e", "f", "g"}) rules.set_value(rules.add(below, third), value += 0.13);
    }
  }
  return rules;
}

// Lengths, weights and trails leave chance nodes out, so one that decides nothing changes no value.
TEST(ChanceNode, WithOneOutcomeItIsAsIfItWereNotThere) {
  const Rules plain = three_plies(false);
  const Rules through_chance = three_plies(true);
  for (const OperatorEntry& entry : operators()) {
    SCOPED_TRACE(entry.description.name);
    Fixture<ExplicitTree> without(settings_with(entry.description.name, 300), 5);
    Fixture<ExplicitTree> with(settings_with(entry.description.name, 300), 5);
    const SearchResult a = without.run(ExplicitTree(plain));
    const SearchResult b = with.run(ExplicitTree(through_chance));
    EXPECT_EQ(a.move, b.move);
    EXPECT_NEAR(a.value, b.value, 1e-12);
    for (std::size_t i = 0; i < a.children.size(); ++i) {
      EXPECT_EQ(a.children[i].visits, b.children[i].visits);
      EXPECT_NEAR(a.children[i].value, b.children[i].value, 1e-12);
    }
  }
}

TEST(ChanceNode, AtTheRootNobodyChooses) {
  Rules rules;
  rules.set_chance(0);
  rules.set_value(add_outcome(rules, 0, "heads", 0.5), 1.0);
  rules.set_value(add_outcome(rules, 0, "tails", 0.5), -1.0);
  Fixture<ExplicitTree> fixture(settings_with("softmax", 400), 3);
  const SearchResult result = fixture.run(ExplicitTree(rules));
  EXPECT_EQ(result.move, kNoAction);
  EXPECT_TRUE(result.principal_variation.empty());
  EXPECT_NEAR(result.value, 0, 0.2);
  EXPECT_NEAR(result.value, result.mean, 1e-12);
}

TEST(ChanceNode, ATreeLimitLeavesItALeaf) {
  SearchSettings settings = settings_with("max", 200);
  settings.max_nodes = 1;
  const Rules rules = gamble();
  Fixture<ExplicitTree> fixture(settings, 3);
  const SearchResult result = fixture.run(ExplicitTree(rules));
  EXPECT_EQ(fixture.search->core().tree().expanded_nodes(), 1U);
  EXPECT_EQ(result.simulations, 200U);
}

TEST(ChanceNode, TheTreeIsKeptThroughAnOutcome) {
  SearchSettings settings = settings_with("average", 1000);
  settings.reuse_tree = true;
  const Rules rules = gamble();
  Fixture<ExplicitTree> fixture(settings, 3);
  ExplicitTree position(rules);
  fixture.run(position);
  for (const char* move : {"risky", "bad"}) {
    const Action action = *position.parse_action(move);
    position.play(action);
    fixture.search->core().observe(action);
  }
  const SearchResult result = fixture.run(position);
  EXPECT_GT(result.reused_visits, 50U);
  EXPECT_EQ(position.action_text(result.move), "u");
}

Rules gamble_between(double one, double other) {
  Rules rules;
  const std::uint32_t chance = add_chance(rules, 0, "try");
  rules.set_value(add_outcome(rules, chance, "one", 0.5), one);
  rules.set_value(add_outcome(rules, chance, "other", 0.5), other);
  rules.set_value(rules.add(0, "leave"), -1.0);
  return rules;
}

TEST(ChanceNode, IsProvenWhereAllOutcomesAreProvenAlike) {
  SearchSettings settings = settings_with("average", 1000);
  settings.solver = true;
  const Rules sure = gamble_between(1.0, 1.0);
  Fixture<ExplicitTree> proves(settings, 3);
  EXPECT_EQ(proves.run(ExplicitTree(sure)).value, 1.0);
  EXPECT_TRUE(proves.search->core().is_root_proven());
  const Rules open = gamble_between(1.0, -1.0);
  Fixture<ExplicitTree> doubts(settings, 3);
  const SearchResult result = doubts.run(ExplicitTree(open));
  EXPECT_FALSE(doubts.search->core().is_root_proven());
  EXPECT_NEAR(result.value, 0.0, 0.15) << "a lost outcome stays in the mean";
}

TEST(NoisyLeaf, IsDrawnAtEveryVisitAndNeverProven) {
  Rules rules;
  rules.set_leaf(rules.add(0, "coin"), {.kind = ExplicitTree::Leaf::Kind::bernoulli, .mean = 0.2, .spread = 0.6});
  rules.set_leaf(rules.add(0, "bell"), {.kind = ExplicitTree::Leaf::Kind::normal, .mean = -0.1, .spread = 0.5});
  SearchSettings settings = settings_with("average", 8000);
  settings.selection = testing::named(selections(), "uniform");
  settings.solver = true;
  Fixture<ExplicitTree> fixture(settings, 3);
  const SearchResult result = fixture.run(ExplicitTree(rules));
  EXPECT_FALSE(fixture.search->core().is_root_proven());
  for (const RootChild& child : result.children) {
    EXPECT_EQ(child.visits, 4000U);
    // Four standard errors of 4000 draws, standard deviations 0.98 and 0.5.
    EXPECT_NEAR(child.mean, child.action == 0 ? 0.2 : -0.1, 4 * (child.action == 0 ? 0.98 : 0.5) / std::sqrt(4000.0));
    EXPECT_NE(child.mean, child.action == 0 ? 0.2 : -0.1);
  }
}

}  // namespace
}  // namespace rootward
