// The selection rules against the published cases.
#include "search/selections/all.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "search/companions/first_play_urgency.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::named;

/// The golden block: children (n, x) = (6, 0.5), (3, 2/3), (1, 0) with x in [0, 1].
struct GoldenBlock {
  explicit GoldenBlock(bool has_priors, bool is_unit)
      : tree({.has_priors = has_priors, .has_proofs = false, .extra_columns = 0}),
        block(tree.block(tree.expand(tree.root(), Seat::first, std::array<Action, 3>{0, 1, 2}))) {
    const std::array<std::uint32_t, 3> visits{6, 3, 1};
    const std::array<double, 3> wins{0.5, 2.0 / 3.0, 0.0};
    const std::array<float, 3> priors{0.5F, 0.3F, 0.2F};
    block.header().visited = 3;
    for (std::uint32_t i = 0; i < 3; ++i) {
      block.visits()[i] = visits[i];
      block.values()[i] = is_unit ? 2.0 * wins[i] - 1.0 : wins[i];
      block.means()[i] = -block.values()[i];
      if (has_priors) block.priors()[i] = priors[i];
    }
  }
  [[nodiscard]] SelectionNode node() const {
    return {.block = block, .visits = 10, .sample_mean = 0, .counts = block.visits(), .reads = block.values()};
  }
  Tree tree;
  Block block;
};

TEST(Selection, Ucb1ChoosesAsPublished) {
  const GoldenBlock golden(false, true);
  Rng rng(1);
  EXPECT_EQ(Ucb1Selection(named(selections(), "ucb1", {{"c", 1.4142135623730951}}).params).select(golden.node(), rng),
            2U);
  EXPECT_EQ(Ucb1Selection(named(selections(), "ucb1", {{"c", 0.0}}).params).select(golden.node(), rng), 1U);
}

// Ucb1's scores at c = sqrt 2 are 1.37609, 1.90564, 2.14597: with x_2 lowered by a little more than the difference to
// x_1's score the choice turns. That pins the formula, not only the order.
TEST(Selection, Ucb1ScoresArePinnedByTheTurningPoint) {
  const double gap = 2.145966026289347 - 1.905640729616613;
  for (const double shift : {-1e-9, 1e-9}) {
    GoldenBlock golden(false, true);
    golden.block.values()[1] += 2.0 * (gap + shift);
    Rng rng(1);
    const Ucb1Selection rule(named(selections(), "ucb1", {{"c", 1.4142135623730951}}).params);
    EXPECT_EQ(rule.select(golden.node(), rng), shift < 0 ? 2U : 1U);
  }
}

// Beyond [-1, 1], as under ments, x = (q + 1) / 2 goes on in a straight line: a value higher by 2 gap turns the choice
// from 1.4 on as it does within.
TEST(Selection, ScoresGoOnBeyondTheUnitInterval) {
  for (const double shift : {-1e-9, 1e-9}) {
    GoldenBlock golden(false, true);
    for (std::uint32_t i = 0; i < 3; ++i) golden.block.values()[i] += 2.5;
    const double gap = 2.145966026289347 - 1.905640729616613;
    golden.block.values()[1] += 2.0 * (gap + shift);
    Rng rng(1);
    const Ucb1Selection rule(named(selections(), "ucb1", {{"c", 1.4142135623730951}}).params);
    EXPECT_EQ(rule.select(golden.node(), rng), shift < 0 ? 2U : 1U);
    // The deviation, and so the whole order, is that of the values less any constant.
    const UctScaledSelection scaled(named(selections(), "uct_scaled").params);
    const std::uint32_t beyond = scaled.select(golden.node(), rng);
    for (std::uint32_t i = 0; i < 3; ++i) golden.block.values()[i] -= 2.5;
    EXPECT_EQ(scaled.select(golden.node(), rng), beyond);
  }
}

TEST(Selection, UctIsUcb1WithItsConstantTimesTwoRootTwo) {
  // At cp = 1/2 the constant is sqrt 2, the golden case again.
  const double gap = 2.145966026289347 - 1.905640729616613;
  for (const double shift : {-1e-9, 1e-9}) {
    GoldenBlock golden(false, true);
    golden.block.values()[1] += 2.0 * (gap + shift);
    Rng rng(1);
    EXPECT_EQ(UctSelection(named(selections(), "uct", {{"cp", 0.5}}).params).select(golden.node(), rng),
              shift < 0 ? 2U : 1U);
  }
}

TEST(Selection, PuctScoresArePinnedByTheTurningPoint) {
  // Scores 0.6129384878631564, 0.7852520789229809, 0.158113883008419 (priors are stored as floats: 1e-7).
  const double gap = 0.7852520789229809 - 0.6129384878631564;
  for (const double shift : {-1e-6, 1e-6}) {
    GoldenBlock golden(true, false);
    golden.block.values()[0] += gap + shift;
    Rng rng(1);
    EXPECT_EQ(PuctSelection(named(selections(), "puct").params).select(golden.node(), rng), shift < 0 ? 1U : 0U);
  }
}

// (q + 1) / 2 halves all differences of values: `unit` at c is `signed` at 2c, and no switch of its own.
TEST(Selection, PuctOnTheUnitScaleIsSignedAtTwiceTheConstant) {
  const PuctSelection unit(named(selections(), "puct", {{"c", 0.5}, {"value_scale", std::string("unit")}}).params);
  const PuctSelection twice(named(selections(), "puct", {{"c", 1.0}}).params);
  const PuctSelection same_constant(named(selections(), "puct", {{"c", 0.5}}).params);
  Rng dice(7);
  int others = 0;
  for (int node = 0; node < 1000; ++node) {
    GoldenBlock golden(true, false);
    for (std::uint32_t i = 0; i < 3; ++i) {
      golden.block.values()[i] = 2.0 * dice.uniform() - 1.0;
      golden.block.visits()[i] = 1 + dice.below(20);
      golden.block.priors()[i] = static_cast<float>(dice.uniform());
    }
    const std::uint32_t chosen = unit.select(golden.node(), dice);
    ASSERT_EQ(chosen, twice.select(golden.node(), dice)) << node;
    if (chosen != same_constant.select(golden.node(), dice)) ++others;
  }
  EXPECT_GT(others, 50);
}

TEST(Selection, PuctFirstPlayUrgencyAndTies) {
  GoldenBlock golden(true, false);
  golden.block.header().visited = 1;
  golden.block.values()[0] = -0.9;
  golden.block.visits()[1] = golden.block.visits()[2] = 0;
  golden.block.priors()[1] = golden.block.priors()[2] = 0.1F;
  const PuctSelection rule(named(selections(), "puct").params);
  Rng rng(3);
  std::set<std::uint32_t> chosen;
  for (int i = 0; i < 64; ++i) chosen.insert(rule.select(golden.node(), rng));
  EXPECT_EQ(chosen, (std::set<std::uint32_t>{1, 2}));
  golden.block.priors()[2] = 0.2F;
  EXPECT_EQ(rule.select(golden.node(), rng), 2U);
  const PuctSelection pessimist(named(selections(), "puct", {{"fpu.value", -1.0}, {"fpu.reduction", 1.0}}).params);
  EXPECT_EQ(pessimist.select(golden.node(), rng), 0U);
}

// Over random nodes of up to nine children with few different priors, so that many scores are alike: the formula's
// greatest scores, of these the largest prior, and every one of equals by some seed.
TEST(Selection, PuctTakesTheGreatestScoreOfAllChildren) {
  const PuctSelection rule(named(selections(), "puct", {{"c", 1.0}}).params);
  Rng rng(7);
  std::size_t with_ties = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const std::uint32_t count = 1 + rng.below(9);
    Tree tree({.has_priors = true});
    const Block block = tree.block(tree.expand(tree.root(), Seat::first, std::vector<Action>(count)));
    block.header().visited = static_cast<std::uint16_t>(rng.below(count + 1));
    std::uint32_t visits = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      block.priors()[i] = 0.25F * static_cast<float>(rng.below(4));
      block.visits()[i] = i < block.header().visited ? 1 + rng.below(2) : 0;
      block.values()[i] = 0.5 * rng.below(2);
      visits += block.visits()[i];
    }
    const SelectionNode node{
        .block = block, .visits = visits, .sample_mean = 0.5, .counts = block.visits(), .reads = block.values()};
    const auto rank = [&](std::uint32_t i) {
      const double value = i < block.header().visited ? block.values()[i] : rule.scorer(node).unvisited;
      return std::pair(value + std::sqrt(std::max(visits, 1U)) * block.priors()[i] / (1.0 + block.visits()[i]),
                       block.priors()[i]);
    };
    std::set<std::uint32_t> best;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!best.empty() && rank(i) > rank(*best.begin())) best.clear();
      if (best.empty() || rank(i) == rank(*best.begin())) best.insert(i);
    }
    std::set<std::uint32_t> chosen;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Rng ties(seed);
      chosen.insert(rule.select(node, ties));
    }
    EXPECT_EQ(chosen, best) << trial;
    if (best.size() > 1) ++with_ties;
  }
  EXPECT_GT(with_ties, 30U);
}

// Who judges leaves by what is no number spoils the values, and yet a search stays in its block.
TEST(Selection, PuctTakesAChildThoughNoScoreIsANumber) {
  const PuctSelection rule(named(selections(), "puct").params);
  Rng rng(1);
  for (const std::uint16_t visited : {std::uint16_t{3}, std::uint16_t{1}}) {
    GoldenBlock golden(true, false);
    golden.block.header().visited = visited;
    for (std::uint32_t i = 0; i < 3; ++i) {
      golden.block.values()[i] = std::numeric_limits<double>::quiet_NaN();
      if (i >= visited) golden.block.priors()[i] = std::numeric_limits<float>::quiet_NaN();
    }
    EXPECT_LT(rule.select(golden.node(), rng), 3U) << visited;
  }
}

// The node has seen returns of .5 on the mean, none of which ended at it; then two of its own of -.25.
TEST(Selection, ANodeWithoutAnOwnEvaluationIsWorthItsSampleMean) {
  const GoldenBlock golden(true, false);
  const std::string base = "own_evaluation";
  const PuctSelection puct(named(selections(), "puct", {{"fpu.base", base}, {"fpu.reduction", 0.125}}).params);
  const FirstPlayUrgency urgency(testing::companion("fpu", {{"base", base}, {"reduction", 0.125}}).params);
  SelectionNode node = golden.node();
  node.sample_mean = 0.5;
  EXPECT_EQ(puct.scorer(node).first_play(), 0.375);
  EXPECT_EQ(urgency.urgency(node), 0.375);
  golden.block.header().own_visits = 2;
  golden.block.header().own_mean = -0.25;
  EXPECT_EQ(puct.scorer(node).first_play(), -0.375);
  EXPECT_EQ(urgency.urgency(node), -0.375);
  golden.block.header().own_visits = 0;
  node.visits = 0;
  EXPECT_EQ(puct.scorer(node).first_play(), -0.125) << "nothing seen: a draw";
  EXPECT_EQ(urgency.urgency(node), -0.125);
}

TEST(Selection, UctScaledIsIndependentOfTheScaleOfValues) {
  const UctScaledSelection rule(named(selections(), "uct_scaled", {{"k", 2.0}}).params);
  Rng rng(1);
  GoldenBlock golden(false, false);
  const std::uint32_t chosen = rule.select(golden.node(), rng);
  for (std::uint32_t i = 0; i < 3; ++i) golden.block.values()[i] *= 0.125;
  EXPECT_EQ(rule.select(golden.node(), rng), chosen);
  for (const double equal : {0.5, 0.1}) {  // the mean of three tenths is rounded
    std::ranges::fill_n(golden.block.values(), 3, equal);
    EXPECT_EQ(rule.select(golden.node(), rng), 2U) << equal;
  }
}

// Scores at N = 10, k = 1: 0.5 + 0.1 against x_1 + 0.3; with growth log the deviations count sqrt(2 ln 10) = 2.145966
// times.
TEST(Selection, GaussianScoresArePinnedByTheTurningPoint) {
  const std::array<double, 3> variances{0.01, 0.09, 0.01};
  for (const char* growth : {"constant", "log"}) {
    const double factor = growth == std::string("log") ? 2.145966026289347 : 1.0;
    const GaussianSelection rule(named(selections(), "gaussian", {{"growth", std::string(growth)}}).params);
    for (const double shift : {-1e-9, 1e-9}) {
      GoldenBlock golden(false, false);
      golden.block.values()[0] = 0.5;
      golden.block.values()[1] = 0.5 - factor * 0.2 + shift;
      golden.block.values()[2] = -1;
      SelectionNode node = golden.node();
      node.variances = variances.data();
      Rng rng(1);
      EXPECT_EQ(rule.select(node, rng), shift < 0 ? 0U : 1U) << growth;
    }
  }
}

TEST(Selection, UniformTakesTheLeastVisited) {
  const GoldenBlock golden(false, false);
  Rng rng(1);
  EXPECT_EQ(UniformSelection(named(selections(), "uniform").params).select(golden.node(), rng), 2U);
}

// A root choosing among 7/10, 5/8, 0/3 takes 7/10 at a small constant; below it the opponent chooses between 2/4 and
// 5/6 (wins of the root's player) and takes 2/4: the view flips.
TEST(Selection, TheTextbookFigureWithTheViewFlipped) {
  const Ucb1Selection rule(named(selections(), "ucb1", {{"c", 0.1}}).params);
  const auto select = [&](const std::vector<std::pair<int, int>>& wins_of_chooser) {
    Tree tree({});
    std::vector<Action> actions(wins_of_chooser.size());
    const Block block = tree.block(tree.expand(tree.root(), Seat::first, actions));
    block.header().visited = static_cast<std::uint16_t>(wins_of_chooser.size());
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < wins_of_chooser.size(); ++i) {
      block.visits()[i] = static_cast<std::uint32_t>(wins_of_chooser[i].second);
      block.values()[i] = 2.0 * wins_of_chooser[i].first / wins_of_chooser[i].second - 1.0;
      total += block.visits()[i];
    }
    Rng rng(1);
    return rule.select(
        {.block = block, .visits = total, .sample_mean = 0, .counts = block.visits(), .reads = block.values()}, rng);
  };
  EXPECT_EQ(select({{7, 10}, {5, 8}, {0, 3}}), 0U);
  EXPECT_EQ(select({{4 - 2, 4}, {6 - 5, 6}}), 0U);
}

}  // namespace
}  // namespace rootward
