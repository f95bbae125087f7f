// The selection rules that draw, and the polynomial bonus, against numbers by hand.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

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
    return {.block = block, .visits = visits, .sample_mean = 0, .reads = block.values()};
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
