// The contract that every registered operator keeps, whatever its parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "backup/registry.h"
#include "tests/backup/operator_kit.h"

namespace rootward {
namespace {

class Contract : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] const OperatorEntry& entry() const { return get_operator(GetParam()); }
  [[nodiscard]] std::vector<NamedParams> settings() const { return kit::settings_of(entry()); }
  [[nodiscard]] static std::unique_ptr<Backup> make(const NamedParams& id) {
    return make_backup(id, kit::usual_context());
  }
};

TEST_P(Contract, DescribesItself) {
  const Described& about = entry().description;
  EXPECT_FALSE(about.help.empty());
  EXPECT_FALSE(about.source.empty());
  EXPECT_FALSE(entry().formula.empty());
  EXPECT_FALSE(entry().examples.empty());
  std::set<std::string> keys;
  for (const ParamSpec& spec : about.parameters) {
    EXPECT_TRUE(keys.insert(spec.key).second) << spec.key << " is declared twice";
    EXPECT_FALSE(spec.help.empty()) << spec.key;
    EXPECT_FALSE(spec.source.empty()) << spec.key;
    EXPECT_NO_THROW(check_param(spec, spec.fallback)) << spec.key;
    if (std::isnan(spec.tune_low)) continue;
    EXPECT_LT(spec.tune_low, spec.tune_high) << spec.key;
    EXPECT_GE(spec.tune_low, spec.low) << spec.key;
    EXPECT_LE(spec.tune_high, spec.high) << spec.key;
    if (spec.scale == Scale::log) {
      EXPECT_GT(spec.tune_low, 0) << spec.key;
    }
  }
}

TEST_P(Contract, WhatIsResolvedCanBeMadeAndNothingElse) {
  const auto is_refused = [](auto action) {
    try {
      action();
      return false;
    } catch (const ParamError&) {
      return true;
    }
  };
  for (const NamedParams& id : settings())
    for (const OperatorContext& context : {kit::usual_context(), OperatorContext{.simulations = 0, .branching = 7},
                                           OperatorContext{.simulations = 5, .branching = 0}})
      EXPECT_EQ(is_refused([&] { (void)resolve_backup(id, context); }),
                is_refused([&] { (void)make_backup(id, context); }))
          << kit::label(id);
}

TEST_P(Contract, FirstVisitStoresTheReturn) {
  for (const NamedParams& id : settings()) {
    for (const Value sample : {-1.0, -0.3, 0.0, 0.7, 1.0}) {
      const auto backup = make(id);
      kit::Node node;
      node.attach();
      node.view.visits = 1;
      node.view.mean = sample;
      node.view.own_visits = 1;
      node.view.own_mean = sample;
      const Value up = backup->update(node.view, sample);
      EXPECT_EQ(node.view.value, sample) << kit::label(id);
      EXPECT_EQ(up, sample) << kit::label(id);
    }
  }
}

TEST_P(Contract, ValuesStayInRange) {
  for (const NamedParams& id : settings()) {
    const auto search = kit::search_tree(kit::random_tree(1, 5, 3), id, 1500, 7);
    for (const kit::SlotNumbers& slot : kit::numbers_of(search->core().tree())) {
      ASSERT_TRUE(std::isfinite(slot.value)) << kit::label(id);
      if (!entry().unbounded) {
        ASSERT_LE(std::abs(slot.value), 1 + 1e-12) << kit::label(id);
      }
    }
  }
}

TEST_P(Contract, MirroredGameGivesMirroredValues) {
  const ExplicitTree::Rules rules = kit::random_tree(2, 5, 3);
  const ExplicitTree::Rules mirror = kit::mirrored(rules);
  for (const NamedParams& id : settings()) {
    const auto search = kit::search_tree(rules, id, 600, 11);
    const auto reflected = kit::search_tree(mirror, id, 600, 11);
    // Stored numbers are in the view of who chooses them, so the two trees hold the very same ones.
    ASSERT_EQ(kit::numbers_of(search->core().tree()), kit::numbers_of(reflected->core().tree())) << kit::label(id);
    const double root = sign_of(Seat::first) * search->core().result().value;
    EXPECT_EQ(root, reflected->core().result().value) << kit::label(id);
  }
}

TEST_P(Contract, SameSeedGivesSameBits) {
  const ExplicitTree::Rules rules = kit::random_tree(3, 4, 4);
  for (const NamedParams& id : settings()) {
    const auto first = kit::search_tree(rules, id, 400, 5);
    const auto second = kit::search_tree(rules, id, 400, 5);
    ASSERT_EQ(kit::numbers_of(first->core().tree()), kit::numbers_of(second->core().tree())) << kit::label(id);
  }
}

TEST_P(Contract, OrderOfChildrenDoesNotMatter) {
  Rng rng(4);
  for (const NamedParams& id : settings()) {
    for (const std::size_t children : {2U, 7U, 8U, 9U, 40U}) {
      kit::RandomNode node(rng, children);
      if (children > 2) node.values[1] = node.values[0];  // ties must not depend on the order either
      std::vector<std::size_t> order(children);
      std::iota(order.begin(), order.end(), std::size_t{0});
      for (std::size_t i = children; i > 1; --i)
        std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
      kit::RandomNode shuffled = node;
      for (std::size_t i = 0; i < children; ++i) {
        shuffled.visits[i] = node.visits[order[i]];
        shuffled.values[i] = node.values[order[i]];
        shuffled.weights[i] = node.weights[order[i]];
        if (order[i] == node.view.selected) shuffled.view.selected = static_cast<std::uint32_t>(i);
      }
      shuffled.attach();
      shuffled.view.trail = shuffled.trail;
      const auto backup = make(id);
      const Value up = backup->update(node.view, node.sample);
      const Value shuffled_up = make(id)->update(shuffled.view, node.sample);
      EXPECT_NEAR(node.view.value, shuffled.view.value, 1e-13) << kit::label(id) << " " << children;
      EXPECT_NEAR(up, shuffled_up, 1e-13) << kit::label(id) << " " << children;
    }
  }
}

bool keeps_second_value(const NamedParams& id) {
  const auto backup = make_backup(id, kit::usual_context());
  return std::ranges::any_of(backup->columns(), &OwnColumn::is_value);
}

TEST_P(Contract, ValueLiesBetweenWhatItIsMadeOf) {
  Rng rng(5);
  const bool is_child_type = entry().family == OperatorFamily::child_type;
  for (const NamedParams& id : settings()) {
    for (int trial = 0; trial < 60; ++trial) {
      kit::RandomNode node(rng, 1 + rng.below(20));
      const auto [low, high] = std::ranges::minmax(node.values);
      double least = std::min({low, node.view.own_mean, node.view.mean});
      double greatest = std::max({high, node.view.own_mean, node.view.mean});
      if (!is_child_type) {
        least = std::min({least, node.sample, node.view.value, *std::ranges::min_element(node.trail)});
        greatest = std::max({greatest, node.sample, node.view.value, *std::ranges::max_element(node.trail)});
      }
      if (entry().may_exceed_children) greatest = entry().unbounded ? kNoLimit : 1;
      if (entry().may_undercut_children) least = entry().unbounded ? -kNoLimit : -1;
      if (keeps_second_value(id)) {
        least = std::min(least, *std::ranges::min_element(node.weights));
        greatest = std::max(greatest, *std::ranges::max_element(node.weights));
      }
      make(id)->update(node.view, node.sample);
      EXPECT_GE(node.view.value, least - 1e-12) << kit::label(id);
      EXPECT_LE(node.view.value, greatest + 1e-12) << kit::label(id);
    }
  }
}

/// Return-type and child-type operators.
class PassingContract : public Contract {};
TEST_P(PassingContract, PassesUpWhatItReceived) {
  Rng rng(6);
  for (const NamedParams& id : settings()) {
    kit::RandomNode node(rng, 5);
    EXPECT_EQ(make(id)->update(node.view, node.sample), node.sample) << kit::label(id);
  }
}

class ChildContract : public Contract {};
TEST_P(ChildContract, NodeWithoutChildrenHoldsItsOwnMean) {
  Rng rng(7);
  for (const NamedParams& id : settings()) {
    kit::RandomNode node(rng, 0);
    make(id)->update(node.view, node.sample);
    EXPECT_NEAR(node.view.value, node.view.own_mean, 1e-15) << kit::label(id);
  }
}

/// Visits 1 .. 2000 one by one, then in leaps to a million.
TEST_P(Contract, FiniteAfterAMillionVisits) {
  for (const NamedParams& id : settings()) {
    const auto backup = make(id);
    Rng rng(8);
    kit::Node node;
    node.visits = {1, 1, 1};
    node.values = {-1, 0, 1};
    node.attach();
    node.view.own_visits = 1;
    node.view.selected = 2;
    std::uint32_t step = 1;
    for (std::uint32_t visits = 1; visits <= 1'000'000; visits += step) {
      if (visits > 2000) step = 9973;
      const Value sample = rng.below(2) == 0 ? -1 : 1;
      node.view.visits = visits;
      node.view.simulation = visits;
      node.view.mean += (sample - node.view.mean) / visits;
      node.visits[rng.below(3)] += step;
      backup->update(node.view, sample);
      ASSERT_TRUE(std::isfinite(node.view.value)) << kit::label(id) << " at " << visits;
      if (!entry().unbounded) {
        ASSERT_LE(std::abs(node.view.value), 1 + 1e-12) << kit::label(id) << " at " << visits;
      }
    }
  }
}

std::vector<std::string> names_of(const std::set<OperatorFamily>& families) {
  std::vector<std::string> names;
  for (const OperatorEntry& entry : operators()) {
    if (families.contains(entry.family)) names.push_back(entry.description.name);
  }
  return names;
}

std::string name_of(const testing::TestParamInfo<std::string>& test) { return test.param; }

INSTANTIATE_TEST_SUITE_P(All, Contract,
                         testing::ValuesIn(names_of({OperatorFamily::return_type, OperatorFamily::child_type,
                                                     OperatorFamily::path_type})),
                         name_of);
INSTANTIATE_TEST_SUITE_P(NotPathType, PassingContract,
                         testing::ValuesIn(names_of({OperatorFamily::return_type, OperatorFamily::child_type})),
                         name_of);
INSTANTIATE_TEST_SUITE_P(ChildType, ChildContract, testing::ValuesIn(names_of({OperatorFamily::child_type})), name_of);

}  // namespace
}  // namespace rootward
