// What the operators beyond the paper promise: the limits at which one is another, and the invariants of their rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "tests/backup/operator_kit.h"

namespace rootward {
namespace {

const std::string kDrop = "drop";

/// The stored values are the plain means, at every node of a search.
void expect_average_in_search(const std::string& name, const GivenParams& given, double tolerance = 1e-12) {
  const NamedParams id = kit::resolved(name, given);
  const auto search = kit::search_tree(kit::random_tree(21, 5, 3), id, 3000, 3);
  const auto numbers = kit::numbers_of(search->core().tree());
  ASSERT_GT(numbers.size(), 200U);
  for (const kit::SlotNumbers& slot : numbers) ASSERT_NEAR(slot.value, slot.mean, tolerance) << kit::label(id);
}

TEST(Beyond, AverageIsALimitOfEach) {
  expect_average_in_search("power_mean", {{"p", 1.0}});
  expect_average_in_search("mellowmax", {{"omega", 0.0}});
  expect_average_in_search("value_weight", {{"exponent", 0.0}});
  expect_average_in_search("tail_mean", {{"share", 1.0}});
  expect_average_in_search("expectile", {{"level", 0.5}});
  expect_average_in_search("polynomial_decay", {{"degree", 0.0}});
  expect_average_in_search("depth_weighted", {{"growth", 1.0}});
  expect_average_in_search("q_sigma", {{"lambda", 1.0}});
  expect_average_in_search("threshold_max", {{"threshold", std::int64_t{3000}}});
  expect_average_in_search("implicit_minimax", {{"a", 0.0}});
  expect_average_in_search("visit_share_max", {{"exponent", 1000.0}}, 1e-2);
  expect_average_in_search("accelerated", {{"decay", 0.0}});
  expect_average_in_search("wasserstein", {{"p", 1.0}});
  expect_average_in_search("monotone_softmax",
                           {{"g", std::vector<double>{-100}}, {"g_time", std::vector<double>{-100}}});
}

/// Two operators store the same values over whole searches, so that what they keep beside them is in order too.
void expect_same_search(const NamedParams& a, const NamedParams& b, double tolerance) {
  const auto rules = kit::random_tree(22, 5, 3);
  const auto first = kit::numbers_of(kit::search_tree(rules, a, 2000, 9)->core().tree());
  const auto second = kit::numbers_of(kit::search_tree(rules, b, 2000, 9)->core().tree());
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i)
    ASSERT_NEAR(first[i].value, second[i].value, tolerance) << kit::label(a) << " and " << kit::label(b);
}

TEST(Beyond, MonotoneSoftmaxWithoutTimeIsSoftmax) {
  const std::vector<double> flat{-100};
  for (const char* own : {"blend", "drop"})
    expect_same_search(kit::resolved("monotone_softmax", {{"g_time", flat}, {"own", std::string(own)}}),
                       kit::resolved("softmax", {{"own", std::string(own)}}), 1e-9);
}

TEST(Beyond, LambdaOperatorsAreEndsOfQSigma) {
  expect_same_search(kit::resolved("q_sigma", {{"sigma", 1.0}}), kit::resolved("lambda"), 1e-12);
  expect_same_search(kit::resolved("q_sigma", {{"sigma", 0.0}}), kit::resolved("max_lambda"), 1e-12);
}

/// Two operators give the same values on random nodes.
void expect_same_nodes(const NamedParams& a, const NamedParams& b, double tolerance) {
  Rng rng(23);
  for (int trial = 0; trial < 300; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    node.weights = node.values;  // a second value that is the first
    kit::RandomNode twin = node;
    node.attach();
    twin.attach();
    make_backup(a, kit::usual_context())->update(node.view, node.sample);
    make_backup(b, kit::usual_context())->update(twin.view, node.sample);
    ASSERT_NEAR(node.view.value, twin.view.value, tolerance) << kit::label(a) << " and " << kit::label(b);
  }
}

TEST(Beyond, MaxIsALimitOfEach) {
  const NamedParams max = kit::resolved("max");
  const NamedParams alone = kit::resolved("max", {{"own", kDrop}});
  expect_same_nodes(kit::resolved("visit_share_max", {{"exponent", 0.0}}), alone, 1e-15);
  expect_same_nodes(kit::resolved("implicit_minimax", {{"a", 1.0}}), alone, 1e-15);
  expect_same_nodes(kit::resolved("secure_child", {{"a", 0.0}}), max, 1e-15);
  expect_same_nodes(kit::resolved("tail_mean", {{"share", 1e-9}}), max, 1e-12);
  expect_same_nodes(kit::resolved("power_mean", {{"p", 1e6}}), max, 1e-4);
  expect_same_nodes(kit::resolved("mellowmax", {{"omega", 1e6}}), max, 1e-4);
  expect_same_nodes(kit::resolved("ments", {{"temperature", 1e-9}}), alone, 1e-7);
  expect_same_nodes(kit::resolved("tents", {{"temperature", 1e-9}}), alone, 1e-7);
  expect_same_nodes(kit::resolved("expectile", {{"level", 0.999999}}), max, 1e-2);
  expect_same_nodes(kit::resolved("policy_mean", {{"c", 1e-9}}), max, 1e-7);
}

// Children (6, 1.5), (3, .25), as an operator without bounds would store them: the first counts as a mean of 1 where
// its variance is asked for, (1 - .75^2) / 9.
TEST(Beyond, CoinsVaryBeyondTheUnitIntervalAsAtItsEnd) {
  struct Case {
    const char* reference;
    const char* distribution;
    Value value;
  };
  for (const Case& one : {Case{"leader", "normal", 1.4957834556224763}, Case{"leader", "t3", 1.456059512561441},
                          Case{"mean", "normal", 1.4875188499356753}, Case{"mean", "t3", 1.4571080539974246}}) {
    kit::Node node;
    node.visits = {6, 3};
    node.values = {1.5, 0.25};
    node.attach();
    node.view.visits = 9;
    kit::make("value_weight", {{"exponent", 1.0},
                               {"reference", std::string(one.reference)},
                               {"deviation", std::string("coins")},
                               {"distribution", std::string(one.distribution)}})
        ->update(node.view, 0);
    EXPECT_NEAR(node.view.value, one.value, 1e-9) << one.reference << " " << one.distribution;
  }
}

// Weights that differ by powers of 64: what is below the leader by many deviations has no part.
TEST(Beyond, MaxIsTheLimitOfWeightsAgainstTheLeader) {
  Rng rng(34);
  for (int trial = 0; trial < 200; ++trial) {
    kit::RandomNode node(rng, 2 + rng.below(8));
    for (std::size_t i = 0; i < node.values.size(); ++i) {
      node.values[i] = -1 + 0.2 * static_cast<double>((i * 7 + static_cast<std::size_t>(trial)) % 10);
      node.visits[i] = 100'000 + rng.below(100'000);
    }
    node.attach();
    for (const char* distribution : {"normal", "t3"}) {
      kit::make("value_weight", {{"exponent", 64.0},
                                 {"reference", std::string("leader")},
                                 {"deviation", std::string("coins")},
                                 {"distribution", std::string(distribution)},
                                 {"own", kDrop}})
          ->update(node.view, 0);
      ASSERT_NEAR(node.view.value, *std::ranges::max_element(node.values), 1e-9) << distribution;
    }
  }
}

TEST(Beyond, MaxIsTheLimitOfTheWassersteinMeanAndItsDeviationTheLargest) {
  Rng rng(35);
  for (int trial = 0; trial < 200; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    node.weights.resize(node.values.size());
    for (double& variance : node.weights) variance = 0.01 + rng.uniform();
    node.attach();
    kit::make("wasserstein", {{"p", 1e6}, {"own", kDrop}})->update(node.view, 0);
    ASSERT_NEAR(node.view.value, *std::ranges::max_element(node.values), 1e-4);
    ASSERT_NEAR(node.weight, *std::ranges::max_element(node.weights), 1e-4);
  }
}

TEST(Beyond, MaxIsTheLimitOfMonotoneSoftmax) {
  Rng rng(36);
  for (int trial = 0; trial < 200; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    node.weights.assign(node.visits.begin(), node.visits.end());
    node.view.selected = 0;
    node.attach();
    kit::make("monotone_softmax", {{"g", std::vector<double>{60}}, {"own", kDrop}})->update(node.view, 0);
    ASSERT_NEAR(node.view.value, *std::ranges::max_element(node.values), 1e-12);
  }
}

// At exponent 0 every return weighs as much; else one that is surer weighs more.
TEST(Beyond, AverageIsTheLimitOfWeightsByUncertainty) {
  for (const double exponent : {0.0, 1.0}) {
    const auto backup = kit::make("uncertainty_weighted", {{"exponent", exponent}});
    Rng rng(37);
    kit::Node node;
    node.attach();
    double largest = 0;
    for (std::uint32_t n = 1; n <= 500; ++n) {
      const Value sample = kit::random_value(rng);
      node.view.visits = n;
      node.view.mean += (sample - node.view.mean) / n;
      node.view.uncertainty = sample > 0 ? 0.05 : 0.8;
      backup->update(node.view, sample);
      largest = std::max(largest, std::abs(node.view.value - node.view.mean));
    }
    if (exponent == 0)
      EXPECT_LT(largest, 1e-12);
    else
      EXPECT_GT(largest, 0.1);
  }
}

// Up to ten visits: there a = 1000 sets neighbouring counts 17 apart.
// c / max_weight may be too small for a number, and all weights with it.
TEST(Beyond, WeightsByUncertaintyAreNumbersAtTheEndsOfTheirRanges) {
  const auto value_of = [](const GivenParams& given, double uncertainty) {
    const auto backup = kit::make("uncertainty_weighted", given);
    double weights = 0;
    NodeView node;
    node.columns[0] = &weights;
    for (const Value sample : {1.0, -0.5}) {
      ++node.visits;
      node.uncertainty = uncertainty;
      backup->update(node, sample);
    }
    return node.value;
  };
  EXPECT_EQ(value_of({{"coefficient", 1e-320}, {"max_weight", 1e12}}, 0), 0.25);
  EXPECT_EQ(value_of({{"exponent", 4.0}}, 1e100), 0.25);
}

TEST(Beyond, RobustChildIsTheSecureChildUnderAWideBound) {
  Rng rng(33);
  for (int trial = 0; trial < 300; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    for (std::uint32_t& visits : node.visits) visits = 1 + visits % 10;
    kit::RandomNode twin = node;
    node.attach();
    twin.attach();
    kit::make("secure_child", {{"a", 1000.0}})->update(node.view, 0);
    kit::make("robust_child")->update(twin.view, 0);
    ASSERT_NEAR(node.view.value, twin.view.value, 1e-15);
  }
}

TEST(Beyond, MentsWithoutItsBonusIsMellowmax) {
  Rng rng(24);
  for (int trial = 0; trial < 200; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    kit::RandomNode twin = node;
    twin.attach();
    kit::make("ments", {{"temperature", 0.25}})->update(node.view, 0);
    kit::make("mellowmax", {{"omega", 4.0}, {"weights", std::string("uniform")}, {"own", kDrop}})->update(twin.view, 0);
    const auto children = static_cast<double>(node.values.size());
    ASSERT_NEAR(node.view.value - 0.25 * std::log(children), twin.view.value, 1e-12);
  }
}

TEST(Beyond, VisitShareMaxIsCoulomsRuleWithTheVisitsElsewhereAsMeanWeight) {
  Rng rng(25);
  for (int trial = 0; trial < 200; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    const auto best = static_cast<std::size_t>(std::ranges::max_element(node.values) - node.values.begin());
    const double n = node.visits[best];
    const double weight = node.view.visits - n;
    const double coulom = (n * node.values[best] + weight * node.view.mean) / (n + weight);
    kit::make("visit_share_max")->update(node.view, 0);
    ASSERT_NEAR(node.view.value, coulom, 1e-12);
  }
}

/// Second values are changed as the values are.
Value value_of(const NamedParams& id, const kit::RandomNode& made, const std::function<Value(Value)>& change) {
  kit::RandomNode node = made;
  const std::unique_ptr<Backup> backup = make_backup(id, kit::usual_context());
  for (Value& value : node.values) value = change(value);
  if (std::ranges::any_of(backup->columns(), &OwnColumn::is_value))
    for (double& number : node.weights) number = change(number);
  node.view.own_mean = change(made.view.own_mean);
  node.view.mean = change(made.view.mean);
  node.attach();
  backup->update(node.view, node.sample);
  return node.view.value;
}

std::vector<NamedParams> shifting() {
  return {
      kit::resolved("mellowmax"),
      kit::resolved("mellowmax", {{"weights", std::string("uniform")}}),
      kit::resolved("ments"),
      kit::resolved("tents"),
      kit::resolved("value_weight"),
      kit::resolved("value_weight", {{"reference", std::string("leader")}, {"distribution", std::string("normal")}}),
      kit::resolved("secure_child"),
      kit::resolved("visit_share_max"),
      kit::resolved("tail_mean"),
      kit::resolved("tail_mean", {{"share", 0.3}, {"trim", 0.2}}),
      kit::resolved("expectile"),
      kit::resolved("policy_mean"),
      kit::resolved("policy_mean", {{"policy", std::string("gumbel")}}),
      kit::resolved("monotone_softmax"),
      kit::resolved("accelerated"),
      kit::resolved("accelerated", {{"decay", 0.5}}),
      kit::resolved("implicit_minimax")};
}

TEST(Beyond, ShiftedValuesShiftTheResult) {
  Rng rng(26);
  for (const NamedParams& id : shifting())
    for (int trial = 0; trial < 50; ++trial) {
      const kit::RandomNode node(rng, 1 + rng.below(20));
      const Value plain = value_of(id, node, [](Value q) { return 0.5 * q; });
      const Value shifted = value_of(id, node, [](Value q) { return 0.5 * q + 0.25; });
      ASSERT_NEAR(shifted, plain + 0.25, 1e-10) << kit::label(id);
    }
}

TEST(Beyond, ScaledValuesScaleTheResult) {
  Rng rng(27);
  for (const NamedParams& id :
       {kit::resolved("tail_mean"), kit::resolved("expectile"), kit::resolved("visit_share_max"),
        kit::resolved("secure_child", {{"a", 0.0}}), kit::resolved("policy_mean", {{"policy", std::string("prior")}})})
    for (int trial = 0; trial < 50; ++trial) {
      const kit::RandomNode node(rng, 1 + rng.below(20));
      const Value plain = value_of(id, node, [](Value q) { return q; });
      const Value scaled = value_of(id, node, [](Value q) { return 0.5 * q; });
      ASSERT_NEAR(scaled, 0.5 * plain, 1e-12) << kit::label(id);
    }
}

TEST(Beyond, NoChangeOfTheChildrenGrows) {
  Rng rng(28);
  for (const NamedParams& id :
       {kit::resolved("mellowmax", {{"own", kDrop}}), kit::resolved("ments"), kit::resolved("tents"),
        kit::resolved("tail_mean", {{"own", kDrop}}), kit::resolved("expectile", {{"own", kDrop}}),
        kit::resolved("policy_mean", {{"own", kDrop}, {"policy", std::string("prior")}})})
    for (int trial = 0; trial < 200; ++trial) {
      kit::RandomNode node(rng, 1 + rng.below(20));
      kit::RandomNode other = node;
      double largest = 0;
      for (std::size_t i = 0; i < node.values.size(); ++i) {
        other.values[i] = std::clamp(node.values[i] + 0.2 * kit::random_value(rng), -1.0, 1.0);
        largest = std::max(largest, std::abs(other.values[i] - node.values[i]));
      }
      other.attach();
      make_backup(id, kit::usual_context())->update(node.view, 0);
      make_backup(id, kit::usual_context())->update(other.view, 0);
      ASSERT_LE(std::abs(node.view.value - other.view.value), largest + 1e-12) << kit::label(id);
    }
}

TEST(Beyond, EntropyBonusesLieWithinTheirBounds) {
  Rng rng(29);
  for (int trial = 0; trial < 300; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    if (trial % 5 == 0) std::ranges::fill(node.values, 0.5);
    const Value best = *std::ranges::max_element(node.values);
    const auto children = static_cast<double>(node.values.size());
    kit::make("ments")->update(node.view, 0);
    ASSERT_GE(node.view.value, best - 1e-12);
    ASSERT_LE(node.view.value, best + 0.2 * std::log(children) + 1e-12);
    kit::make("tents")->update(node.view, 0);
    ASSERT_GE(node.view.value, best - 1e-12);
    ASSERT_LE(node.view.value, best + 0.2 * (children - 1) / (2 * children) + 1e-12);
  }
}

// F = max over policies of sum pi q + t/2 (1 - sum pi^2), at pi = sparsemax(q / t).
TEST(Beyond, TentsIsItsVariationalForm) {
  Rng rng(30);
  for (int trial = 0; trial < 200; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(12));
    constexpr double kTemperature = 0.7;
    kit::make("tents", {{"temperature", kTemperature}})->update(node.view, 0);
    // Water-filling: sum max(q / t - threshold, 0) = 1 by bisection.
    double low = -3;
    double high = 3;
    for (int i = 0; i < 200; ++i) {
      const double middle = 0.5 * (low + high);
      double sum = 0;
      for (const Value q : node.values) sum += std::max(q / kTemperature - middle, 0.0);
      (sum > 1 ? low : high) = middle;
    }
    double value = 0.5 * kTemperature;
    for (const Value q : node.values) {
      const double pi = std::max(q / kTemperature - low, 0.0);
      value += pi * q - 0.5 * kTemperature * pi * pi;
    }
    ASSERT_NEAR(node.view.value, value, 1e-10);
  }
}

TEST(Beyond, ExpectileMeetsItsFirstOrderCondition) {
  Rng rng(31);
  for (int trial = 0; trial < 300; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(40));
    const double level = 0.5 + 0.499 * rng.uniform();
    kit::make("expectile", {{"level", level}, {"own", kDrop}})->update(node.view, 0);
    double balance = 0;
    double visits = 0;
    for (std::size_t i = 0; i < node.values.size(); ++i) {
      const double gap = node.values[i] - node.view.value;
      balance += node.visits[i] * gap * (gap > 0 ? level : 1 - level);
      visits += node.visits[i];
    }
    ASSERT_NEAR(balance / visits, 0, 1e-13);
  }
}

TEST(Beyond, UnvisitedChildrenCountAsDrawsWhereTheyAreAskedTo) {
  kit::Node node;
  node.visits = {3};
  node.values = {-0.5};
  node.attach();
  node.view.visits = 3;
  node.view.active_unvisited = 2;
  const GivenParams zero{{"unvisited", std::string("zero")}};
  kit::make("ments", zero)->update(node.view, 0);
  EXPECT_NEAR(node.view.value, 0.2 * std::log(2 + std::exp(-2.5)), 1e-12);
  kit::make("tents", zero)->update(node.view, 0);
  EXPECT_NEAR(node.view.value, 0.2 * 0.25, 1e-12);
  kit::make("ments")->update(node.view, 0);
  EXPECT_NEAR(node.view.value, -0.5, 1e-12);
}

// A child with the best value and no prior has no part in a policy made of priors.
TEST(Beyond, ChildrenWithoutPriorHaveNoPart) {
  kit::Node node;
  node.visits = {3, 3, 3};
  node.values = {0.9, 0.25, 0.0};
  node.attach();
  node.view.visits = 9;
  const std::vector<float> priors{0.0F, 0.5F, 0.5F};
  node.view.child_priors = priors.data();
  const auto value = [&](const std::string& name, const GivenParams& given) {
    kit::make(name, given)->update(node.view, 0);
    return node.view.value;
  };
  EXPECT_NEAR(value("policy_mean", {{"c", 1e-9}}), 0.25, 1e-6);
  EXPECT_NEAR(value("policy_mean", {{"policy", std::string("prior")}}), 0.125, 1e-12);
  EXPECT_NEAR(value("mellowmax", {{"omega", 1e6}, {"weights", std::string("prior")}}), 0.25, 1e-5);
}

/// Searches keep what the parent owns: after N returns a child's velocity at decay 0 is its visits.
TEST(Beyond, WhatParentsOwnIsCountedInSearches) {
  const auto search =
      kit::search_tree(kit::random_tree(5, 4, 3), kit::resolved("accelerated", {{"decay", 0.0}}), 500, 2);
  const Tree& tree = search->core().tree();
  const Block root = search->core().root_block();
  for (std::uint32_t i = 0; i < root.header().visited; ++i)
    EXPECT_EQ(root.real(kFirstExtraColumn)[i], root.visits()[i]) << i;
  EXPECT_EQ(tree.layout().extra_columns, 1);
}

/// a = 1: with the leaves' means the tree's minimax of what was seen, at every node.
TEST(Beyond, ImplicitMinimaxTurnsItsColumnWhereTheMoverChanges) {
  const auto search =
      kit::search_tree(kit::random_tree(6, 4, 3), kit::resolved("implicit_minimax", {{"a", 1.0}}), 800, 2);
  const auto& core = search->core();
  const std::function<double(Slot, Seat)> minimax = [&](Slot slot, Seat seat) -> double {  // first seat's view
    const Block block = core.tree().block(slot.block);
    const BlockRef ref = core.tree().child_block(slot);
    if (ref == kNoBlock || core.tree().block(ref).header().visited == 0)
      return sign_of(seat) * block.means()[slot.index];
    const Block below = core.tree().block(ref);
    const double sign = sign_of(below.header().seat);
    double best = -2;
    for (std::uint32_t i = 0; i < below.header().visited; ++i)
      best = std::max(best, sign * minimax({ref, i}, below.header().seat));
    return sign * best;
  };
  const Slot root = core.tree().root();
  const Seat seat = core.tree().block(root.block).header().seat;
  EXPECT_NEAR(sign_of(seat) * core.tree().block(root.block).values()[0], minimax(root, seat), 1e-12);
}

TEST(Beyond, AStretchBeyondAllVisitsIsRefused) {
  try {
    kit::make("tail_mean", {{"share", 0.75}, {"trim", 0.5}});
    FAIL();
  } catch (const ParamError& error) {
    EXPECT_EQ(error.key(), "trim");
  }
}

TEST(Beyond, ReturnsTooHeavyForASumAreRefused) {
  try {
    kit::make("monotone_softmax", {{"g_time", std::vector<double>{100}}}, {.simulations = 1'000'000'000});
    FAIL();
  } catch (const ParamError& error) {
    EXPECT_EQ(error.key(), "g_time");
  }
}

}  // namespace
}  // namespace rootward
