// The selection rules that draw, and the polynomial bonus, against numbers by hand.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "search/companions.h"
#include "search/improved_policy.h"
#include "search/selections/all.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::named;

/// Visited children with these values.
struct Children {
  explicit Children(const std::vector<double>& values)
      : block(tree.block(tree.expand(tree.root(), Seat::first, std::vector<Action>(values.size())))) {
    block.header().visited = static_cast<std::uint16_t>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      block.values()[i] = values[i];
      block.visits()[i] = 1;
    }
  }
  [[nodiscard]] SelectionNode node(std::uint32_t visits) const {
    return {.block = block, .visits = visits, .sample_mean = 0, .counts = block.visits(), .reads = block.values()};
  }
  Tree tree{TreeLayout{}};
  Block block;
};

E2wSelection e2w(const GivenParams& given) { return E2wSelection(named(selections(), "e2w", given).params); }

TEST(E2w, shares_out_a_softmax_with_some_uniform_draws) {
  const Children two({0.5, 0.1});
  EXPECT_NEAR(e2w({}).uniform_share(10, 2), 0.083406, 5e-7);
  EXPECT_NEAR(e2w({{"decay", std::string("thesis")}}).uniform_share(10, 2), 0.039323, 5e-7);
  EXPECT_EQ(e2w({{"epsilon", 5.0}}).uniform_share(1, 2), 1);
  const E2wSelection rule = e2w({});
  EXPECT_NEAR(rule.shares(two.node(10))[0], 0.849036, 5e-7);
  EXPECT_NEAR(rule.shares(two.node(10))[1], 0.150964, 5e-7);
}

TEST(E2w, sparsemax_is_the_nearest_point_of_the_simplex) {
  std::vector<double> numbers{0.5, 0.2, -1};
  std::vector<double> room;
  sparsemax(numbers, room);
  EXPECT_NEAR(numbers[0], 0.65, 1e-15);
  EXPECT_NEAR(numbers[1], 0.35, 1e-15);
  EXPECT_EQ(numbers[2], 0);
  const Children two({0.5, 0.1});  // z = 2.5, .5: all to the first
  const E2wSelection rule = e2w({{"policy", std::string("sparsemax")}, {"epsilon", 0.0}});
  EXPECT_EQ(rule.shares(two.node(10))[0], 1);
}

TEST(E2w, draws_as_it_shares_out) {
  const Children two({0.5, 0.1});
  const E2wSelection rule = e2w({});
  Rng rng(1);
  int first = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) first += rule.select(two.node(10), rng) == 0 ? 1 : 0;
  EXPECT_NEAR(first / double{kDraws}, 0.849036, 0.01);
}

/// Two visited children and an unvisited one, whose priors are .6, .2 and .2.
struct PriorChildren {
  PriorChildren() : block(tree.block(tree.expand(tree.root(), Seat::first, std::vector<Action>(3)))) {
    block.header().visited = 2;
    constexpr std::array<float, 3> kPriors{0.6F, 0.2F, 0.2F};
    for (std::size_t i = 0; i < kPriors.size(); ++i) {
      block.values()[i] = 0;
      block.visits()[i] = i < 2 ? 1 : 0;
      block.priors()[i] = kPriors[i];
    }
  }
  [[nodiscard]] SelectionNode node(std::uint32_t visits) const {
    return {.block = block, .visits = visits, .sample_mean = 0, .counts = block.visits(), .reads = block.values()};
  }
  Tree tree{TreeLayout{.has_priors = true}};
  Block block;
};

TEST(PriorShare, mixes_the_priors_in_and_fades) {
  const PriorChildren children;
  // Alike by their values: (1 - w) / 2 + w 3/4, w = .5 / ln(e + 10); then 1 - l and l / 2 around it.
  const GivenParams weight{{"prior.weight", 0.5}, {"epsilon", 0.0}};
  EXPECT_NEAR(e2w(weight).shares(children.node(10))[0], 0.5 + 0.25 * 0.1966150, 1e-6);
  GivenParams steady = weight;
  steady["prior.decay"] = 0.0;
  EXPECT_NEAR(e2w(steady).shares(children.node(10))[0], 0.5 + 0.25 * 0.5, 1e-6);
  GivenParams heavy = weight;
  heavy["prior.weight"] = 2.0;  // of which a node with few visits takes all
  EXPECT_NEAR(e2w(heavy).shares(children.node(1))[0], 0.75, 1e-6);
  EXPECT_EQ(e2w({}).shares(children.node(10))[0], 0.5) << "no priors unless asked for";
  for (std::size_t i = 0; i < 3; ++i) children.block.priors()[i] = 0;
  EXPECT_EQ(e2w(weight).shares(children.node(10))[0], 0.5) << "where nobody gives any, none are mixed in";
  EXPECT_FALSE(reads_priors(named(selections(), "e2w")));
  EXPECT_TRUE(reads_priors(named(selections(), "e2w", weight)));
}

TEST(PriorShare, BoltzmannDrawsByIt) {
  const PriorChildren children;
  const BoltzmannSelection rule(named(selections(), "boltzmann", {{"prior.weight", 1.0}, {"prior.decay", 0.0}}).params);
  Rng rng(1);
  int first = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) first += rule.select(children.node(10), rng) == 0 ? 1 : 0;
  EXPECT_NEAR(first / double{kDraws}, 0.75, 0.01);
}

TEST(Boltzmann, cools_with_visits) {
  const auto at_eight = [](const char* schedule) {
    return BoltzmannSelection(named(selections(), "boltzmann", {{"schedule", std::string(schedule)}}).params)
        .temperature(8);
  };
  EXPECT_NEAR(at_eight("inverse_sqrt"), 1.0 / 3, 1e-15);
  EXPECT_NEAR(at_eight("inverse_log"), 0.421594, 5e-7);
  EXPECT_NEAR(at_eight("sigmoid"), 0.047745, 5e-7);
  const BoltzmannSelection cold(named(selections(), "boltzmann", {{"minimum", 0.2}}).params);
  EXPECT_EQ(cold.temperature(1000), 0.2);
  const Children two({0.5, 0.1});
  Rng rng(1);
  int first = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) first += cold.select(two.node(1000), rng) == 0 ? 1 : 0;
  EXPECT_NEAR(first / double{kDraws}, 0.880797, 0.01) << "softmax of 2.5 and 0.5";
}

/// The tree behind a lone node whose first child has been visited twice and has two children of its own, the second of
/// which may be proven after it was drawn from, with an entropy of 9.
struct EntropyTree {
  explicit EntropyTree(Seat below_seat, bool is_proven = false)
      : companions(drawing()),
        tree({.has_priors = false, .has_proofs = true, .extra_columns = 0, .kept_columns = companions.columns()}) {
    companions.place(tree.layout().first_kept_column(), false, false);
    companions.new_game(1);
    tree.clear(Seat::first);
    root = tree.expand(tree.root(), Seat::first, std::array<Action, 2>{0, 1});
    fill(root, {0.1, 0.3});
    below = tree.expand({root, 0}, below_seat, std::array<Action, 2>{0, 1});
    fill(below, {0.2, 0.2});
    if (is_proven) prove(below, 1, 9);
    companions.start();
    companions.update(tree, std::array<Slot, 3>{tree.root(), Slot{root, 0}, Slot{below, 1}}, 0.5);
  }
  static SearchSettings drawing() {
    SearchSettings settings;
    settings.selection = named(selections(), "boltzmann", {{"temperature", 0.4}, {"scale", 0.0}});
    settings.companions = {testing::companion("entropy", {{"weight", 0.5}, {"scale", 0.0}})};
    return settings;
  }
  void fill(BlockRef ref, const std::vector<double>& values) const {
    const Block block = tree.block(ref);
    block.header().visited = static_cast<std::uint16_t>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      block.values()[i] = values[i];
      block.visits()[i] = 2;
    }
  }
  void prove(BlockRef ref, std::uint32_t index, double entropy) const {
    tree.block(ref).proofs()[index] = kProven;
    tree.block(ref).real(tree.layout().first_kept_column())[index] = entropy;
  }
  Companions companions;
  Tree tree;
  BlockRef root = kNoBlock;
  BlockRef below = kNoBlock;
};

// Two equal children are drawn alike: h = ln 2, for the player who draws there.
TEST(Entropy, is_that_of_what_is_drawn_below_and_the_opponents_is_taken_off) {
  for (const Seat seat : {Seat::first, Seat::second}) {
    const EntropyTree made(seat);
    std::vector<double> values{0.1, 0.3};
    made.companions.change_draws(made.tree.block(made.root), 4, values);
    EXPECT_NEAR(values[0], 0.1 + 0.5 * sign_of(seat) * 0.6931471805599453, 1e-15);
    EXPECT_EQ(values[1], 0.3);
  }
}

// What was drawn below a child counts no more once the child is proven: neither for its node nor in its own value.
TEST(Entropy, of_what_is_proven_is_none) {
  const EntropyTree made(Seat::first, true);
  std::vector<double> values{0.1, 0.3};
  made.companions.change_draws(made.tree.block(made.root), 4, values);
  EXPECT_NEAR(values[0], 0.1 + 0.5 * 0.6931471805599453, 1e-15);
  made.prove(made.root, 0, 9);
  values = {0.1, 0.3};
  made.companions.change_draws(made.tree.block(made.root), 4, values);
  EXPECT_EQ(values, (std::vector<double>{0.1, 0.3}));
}

TEST(Entropy, moves_no_value_and_needs_a_rule_with_a_temperature) {
  const CompanionNeeds& needs = companion_needs("entropy");
  for (const Described& rule : selections())
    EXPECT_EQ(goes_with({rule.name, {}}, needs), rule.name == "boltzmann") << rule.name;
}

// P = (.75, .25), visits (6, 3), q = (.5, .25): the policy solves sum l P / (alpha - q) = 1.
TEST(Regularized, solves_for_the_policy) {
  const std::array<float, 2> priors{0.75F, 0.25F};
  const std::array<std::uint32_t, 2> visits{6, 3};
  const std::array<double, 2> values{0.5, 0.25};
  const MoveColumns moves{.count = 2, .priors = priors.data(), .visits = visits.data(), .values = values.data()};
  std::vector<double> policy, room;
  regularized_policy(moves, 1, policy, room);
  EXPECT_NEAR(policy[0], 0.860221, 5e-7);
  EXPECT_NEAR(policy[1], 0.139779, 5e-7);
  EXPECT_NEAR(policy[0] + policy[1], 1, 1e-12);
  const double l = 3.0 / 11;
  const double alpha = values[0] + l * 0.75 / policy[0];
  EXPECT_NEAR(policy[1], l * 0.25 / (alpha - values[1]), 1e-12);
  regularized_policy(moves, 1e-6, policy, room);
  EXPECT_NEAR(policy[0], 1, 1e-5) << "the best value takes all";
  regularized_policy(moves, 1e6, policy, room);
  EXPECT_NEAR(policy[0], 0.75, 1e-5) << "the priors";
}

// Before the first visit the priors; an unvisited child is worth the mix of what is known.
TEST(Regularized, counts_unvisited_children) {
  const std::array<float, 2> priors{0.75F, 0.25F};
  std::array<std::uint32_t, 2> visits{0, 0};
  const std::array<double, 2> values{0.5, -5};
  MoveColumns moves{.count = 2, .priors = priors.data(), .visits = visits.data(), .values = values.data(), .own = 0.5};
  std::vector<double> policy, room;
  regularized_policy(moves, 1, policy, room);
  EXPECT_EQ(policy[0], 0.75);
  visits[0] = 4;
  regularized_policy(moves, 1, policy, room);
  EXPECT_NEAR(policy[0], 0.75, 1e-12) << "both are worth .5";
}

TEST(Regularized, agrees_with_the_operator_of_the_same_policy) {
  const std::array<float, 3> priors{0.5F, 0.3F, 0.2F};
  const std::array<std::uint32_t, 3> visits{6, 3, 9};
  const std::array<double, 3> values{0.5, 0.25, -0.75};
  const MoveColumns moves{.count = 3, .priors = priors.data(), .visits = visits.data(), .values = values.data()};
  std::vector<double> policy, room;
  regularized_policy(moves, 0.7, policy, room);
  NodeView node;
  node.visits = 18;
  node.child_count = 3;
  node.child_visits = visits.data();
  node.child_values = values.data();
  node.child_priors = priors.data();
  make_backup(testing::operator_named("policy_mean", {{"c", 0.7}}), {})->update(node, 0);
  EXPECT_NEAR(node.value, policy[0] * 0.5 + policy[1] * 0.25 - policy[2] * 0.75, 1e-12);
}

// N = 16, c = .5: .3 + .5 * 2 / 2 = .8 at four visits; at one visit q + 1.
TEST(Polynomial, scores_are_pinned_by_the_turning_point) {
  const PolynomialSelection rule(named(selections(), "polynomial").params);
  for (const double shift : {-1e-9, 1e-9}) {
    Children two({0.3, -0.2 + shift});
    two.block.visits()[0] = 4;
    Rng rng(1);
    EXPECT_EQ(rule.select(two.node(16), rng), shift < 0 ? 0U : 1U);
  }
}

// The difference of the draws is N(.2, .08): above 0 with probability .760250.
TEST(Thompson, draws_from_normal_distributions) {
  const ThompsonSelection rule(named(selections(), "thompson").params);
  const Children two({0.3, 0.1});
  const std::array<double, 2> variances{0.06, 0.02};
  SelectionNode node = two.node(2);
  node.variances = variances.data();
  Rng rng(1);
  int first = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) first += rule.select(node, rng) == 0 ? 1 : 0;
  EXPECT_NEAR(first / double{kDraws}, 0.76025, 0.01);
}

}  // namespace
}  // namespace rootward
