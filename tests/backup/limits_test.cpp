// The limits at which one operator becomes another, over whole searches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/statistics/normal.h"
#include "tests/backup/operator_kit.h"

namespace rootward {
namespace {

const std::string kNode = "node";
const std::string kSearch = "search";

/// The stored values are the plain means, at every node of a search.
void expect_average(const std::string& name, const GivenParams& given, double tolerance = 1e-12) {
  const NamedParams id = kit::resolved(name, given);
  const auto search = kit::search_tree(kit::random_tree(21, 5, 3), id, 3000, 3);
  const auto numbers = kit::numbers_of(search->core().tree());
  ASSERT_GT(numbers.size(), 200U);
  for (const kit::SlotNumbers& slot : numbers) ASSERT_NEAR(slot.value, slot.mean, tolerance) << kit::label(id);
}

TEST(Limits, AverageIsTheMean) { expect_average("average", {}); }

TEST(Limits, LambdaOneIsAverage) {
  expect_average("max_lambda", {{"lambda", 1.0}});
  expect_average("lambda", {{"lambda", 1.0}});
}

TEST(Limits, SoftmaxAtBetaZeroWithOwnEvaluationsIsAverage) {
  for (const std::string& clock : {kNode, kSearch})
    expect_average("softmax", {{"g", std::vector<double>{-100}}, {"clock", clock}});
}

TEST(Limits, SoftmaxAtBetaZeroWithoutOwnEvaluationsIsNot) {
  const NamedParams id = kit::resolved("softmax", {{"g", std::vector<double>{-100}}, {"own", std::string("drop")}});
  const auto search = kit::search_tree(kit::random_tree(21, 5, 3), id, 3000, 3);
  double largest = 0;
  for (const kit::SlotNumbers& slot : kit::numbers_of(search->core().tree()))
    largest = std::max(largest, std::abs(slot.value - slot.mean));
  EXPECT_GT(largest, 0.01);
}

TEST(Limits, ErwaAsAlphaVanishesIsAverage) {
  for (const char* name : {"erwa", "erwa_corrected"}) {
    expect_average(name, {{"alpha", 0.0}});
    expect_average(name, {{"alpha", 1e-12}}, 1e-8);
  }
  expect_average("erwa", {{"alpha", 0.0}, {"init", std::string("sample_average")}});
}

TEST(Limits, ConstantWeightsAreAverage) {
  for (const std::string& clock : {kNode, kSearch}) {
    expect_average("monotone", {{"g", std::vector<double>{-100, -100, -100}}, {"clock", clock}});
    for (const char* profile : {"linear", "power", "logarithmic", "exponential"}) {
      expect_average("feedback", {{"profile", std::string(profile)}, {"a", 0.0}, {"b", 0.0}, {"clock", clock}});
    }
  }
}

TEST(Limits, CoulomWithAHeavyMeanIsAverage) { expect_average("coulom", {{"mean_weight", 1e6}, {"scale", 1e6}}, 1e-8); }

/// Two operators give the same values on random nodes.
void expect_same(const NamedParams& a, const NamedParams& b, double tolerance) {
  Rng rng(22);
  for (int trial = 0; trial < 300; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    kit::RandomNode twin = node;
    twin.attach();
    make_backup(a, kit::usual_context())->update(node.view, node.sample);
    make_backup(b, kit::usual_context())->update(twin.view, node.sample);
    ASSERT_NEAR(node.view.value, twin.view.value, tolerance) << kit::label(a) << " and " << kit::label(b);
  }
}

TEST(Limits, SoftmaxAtLargeBetaIsMax) {
  for (const char* own : {"blend", "drop"}) {
    const GivenParams given{{"own", std::string(own)}};
    GivenParams steep = given;
    steep["g"] = std::vector<double>{60};
    expect_same(kit::resolved("softmax", steep), kit::resolved("max", given), 1e-12);
  }
}

TEST(Limits, GaussianMaxOfCertainChildrenIsMax) {
  Rng rng(25);
  for (int trial = 0; trial < 300; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    kit::RandomNode twin = node;
    twin.attach();
    std::ranges::fill(node.weights, 0.0);
    node.attach();
    const GivenParams drop{{"own", std::string("drop")}};
    kit::make("gaussian_max", drop)->update(node.view, node.sample);
    kit::make("max", drop)->update(twin.view, node.sample);
    ASSERT_EQ(node.view.value, twin.view.value);
    ASSERT_EQ(node.weight, 0.0);
  }
}

// The fold against the moments of the largest of k equal independent Gaussians; for more than two it is approximate.
TEST(Limits, GaussianMaxOfEqualChildrenRisesLikeTheExpectedMaximum) {
  for (const int children : {2, 3, 5, 10}) {
    kit::Node node;
    node.visits.assign(static_cast<std::size_t>(children), 4);
    node.values.assign(static_cast<std::size_t>(children), 0.1);
    node.weights.assign(static_cast<std::size_t>(children), 0.01);
    node.attach();
    node.view.visits = static_cast<std::uint32_t>(4 * children);
    kit::make("gaussian_max", {{"own", std::string("drop")}})->update(node.view, 0);
    const double expected = 0.1 + 0.1 * expected_maximum_of_normals(children);
    EXPECT_NEAR(node.view.value, expected, children == 2 ? 1e-9 : 0.005) << children;
  }
}

// ((2 + sum R^2) / N - x^2) / (N + 1), N = n + 2, x = sum R / N, kept up from return to return.
TEST(Limits, GaussianLeafKnowsTheSpreadOfItsReturns) {
  const auto backup = kit::make("gaussian_max");
  Rng rng(26);
  kit::Node node;
  node.attach();
  double sum = 0;
  double squares = 0;
  for (std::uint32_t n = 1; n <= 2000; ++n) {
    const Value sample = n % 3 == 0 ? -0.04 : 0.2 * kit::random_value(rng);
    sum += sample;
    squares += sample * sample;
    node.view.visits = node.view.own_visits = n;
    node.view.mean += (sample - node.view.mean) / n;
    node.view.own_mean = node.view.mean;
    backup->update(node.view, sample);
    const double count = n + 2;
    ASSERT_NEAR(node.weight, ((2 + squares) / count - sum * sum / count / count) / (count + 1), 1e-12) << n;
  }
}

// A node's variance shrinks as its returns agree: (1 - x^2) / (n + 3), x = n m / (n + 2).
TEST(Limits, GaussianLeafNarrowsWithItsReturns) {
  const auto backup = kit::make("gaussian_max");
  kit::Node node;
  node.attach();
  for (std::uint32_t n = 1; n <= 50; ++n) {
    node.view.visits = node.view.own_visits = n;
    node.view.mean = node.view.own_mean = 1;
    backup->update(node.view, 1);
    const double x = n / (n + 2.0);
    ASSERT_NEAR(node.weight, (1 - x * x) / (n + 3.0), 1e-15);
    ASSERT_EQ(node.view.value, 1.0);
  }
}

TEST(Limits, CoulomWithALightMeanIsMaxOrRobustChild) {
  const GivenParams drop{{"own", std::string("drop")}};
  GivenParams light{{"mean_weight", 1e-6}, {"scale", 1e-6}, {"threshold", 1e6}, {"best", std::string("value")}};
  // Beyond the threshold the mean's weight is N a / b = 1e-12 N.
  expect_same(kit::resolved("coulom", light), kit::resolved("max", drop), 1e-8);
  light["best"] = std::string("visits");
  expect_same(kit::resolved("coulom", light), kit::resolved("robust_child", drop), 1e-8);
}

// Far below, ln(1 + span) is 0, N / (b A) infinite, or the stretch without a width: the values would be no numbers.
TEST(Limits, TheLeastNumbersAllowedStillCountAndLesserOnesAreRefused) {
  const std::vector<std::pair<std::string, GivenParams>> least{
      {"monotone", {{"g", std::vector<double>{0, -1}}, {"spacing", std::string("log")}, {"span", 1e-6}}},
      {"softmax", {{"g", std::vector<double>{0, -1}}, {"spacing", std::string("log")}, {"span", 1e-6}}},
      {"coulom", {{"mean_weight", 1e-6}, {"threshold", 1e-6}, {"scale", 1e-6}}},
      {"coulom_full", {{"mean_weight", 1e-6}, {"threshold", 1e-6}, {"scale", 1e-6}}},
      {"tail_mean", {{"share", 1e-9}, {"rate", 1.0}}}};
  Rng rng(40);
  for (const auto& [name, given] : least) {
    const auto backup = kit::make(name, given);
    for (int trial = 0; trial < 100; ++trial) {
      kit::RandomNode node(rng, 1 + rng.below(30));
      backup->update(node.view, node.sample);
      ASSERT_LE(std::abs(node.view.value), 1 + 1e-12) << name;
    }
    for (const auto& [key, value] : given) {
      if (!std::holds_alternative<double>(value) || key == "rate") continue;
      for (const double lesser : {0.99 * std::get<double>(value), 1e-17, 1e-110, 5e-324}) {
        GivenParams beyond = given;
        beyond[key] = lesser;
        EXPECT_THROW((void)kit::resolved(name, beyond), ParamError) << name << " " << key << " " << lesser;
      }
    }
  }
}

TEST(Limits, ErwaCorrectedIsErwa) {
  for (const double alpha : {0.0, 0.01, 0.5, 1.0})
    expect_same(kit::resolved("erwa_corrected", {{"alpha", alpha}}), kit::resolved("erwa", {{"alpha", alpha}}), 0);
}

// Li & Lim's proposition 3.2 read literally: f(n) = (1 - alpha)^-n, g(x) = k x + ln k, k = -ln(1 - alpha).
TEST(Limits, MonotoneWithLinearGIsErwa) {
  for (const double alpha : {0.001, 0.01, 0.05}) {
    const double k = -std::log1p(-alpha);
    const std::vector<double> g{std::log(k), k * 1000 + std::log(k)};
    const auto monotone = kit::make("monotone", {{"g", g}});
    const auto erwa = kit::make("erwa_corrected", {{"alpha", alpha}});
    Rng rng(23);
    NodeView a;
    NodeView b;
    for (std::uint32_t n = 1; n <= 1000; ++n) {
      const Value sample = kit::random_value(rng);
      a.visits = b.visits = n;
      monotone->update(a, sample);
      erwa->update(b, sample);
      ASSERT_NEAR(a.value, b.value, 1e-11) << alpha << " " << n;
    }
  }
}

TEST(Limits, SearchClockEqualsNodeClockAtTheRoot) {
  for (const char* name : {"monotone", "feedback"}) {
    const auto by_node = kit::make(name, {{"clock", kNode}});
    const auto by_search = kit::make(name, {{"clock", kSearch}});
    Rng rng(24);
    kit::Node a;
    kit::Node b;
    a.attach();
    b.attach();
    for (std::uint32_t n = 1; n <= 3000; ++n) {
      const Value sample = kit::random_value(rng);
      a.view.visits = b.view.visits = n;
      a.view.simulation = b.view.simulation = n;
      by_node->update(a.view, sample);
      by_search->update(b.view, sample);
      ASSERT_NEAR(a.view.value, b.view.value, 1e-12) << name << " " << n;
    }
  }
}

TEST(Limits, RegularizedPolicyUnderHeavyPriorsIsThePrior) {
  Rng rng(38);
  for (int trial = 0; trial < 200; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(12));
    std::vector<float> priors;
    double sum = 0;
    double mean = 0;
    for (std::size_t i = 0; i < node.values.size(); ++i) {
      node.visits[i] = 1 + node.visits[i] % 10;
      priors.push_back(static_cast<float>(0.05 + rng.uniform()));
      sum += static_cast<double>(priors[i]);
      mean += static_cast<double>(priors[i]) * node.values[i];
    }
    node.view.child_priors = priors.data();
    const std::string drop = "drop";
    const auto value = [&](const GivenParams& given) {
      kit::make("policy_mean", given)->update(node.view, 0);
      return node.view.value;
    };
    ASSERT_NEAR(value({{"policy", std::string("prior")}, {"own", drop}}), mean / sum, 1e-12);
    ASSERT_NEAR(value({{"c", 1e6}, {"own", drop}}), mean / sum, 1e-4);
  }
}

TEST(Limits, VelocitiesThatFadeAtOnceLeaveTheChildJustVisited) {
  Rng rng(39);
  for (int trial = 0; trial < 200; ++trial) {
    kit::RandomNode node(rng, 1 + rng.below(30));
    for (const char* own : {"blend", "drop"}) {
      kit::make("accelerated", {{"decay", 1.0}, {"own", std::string(own)}})->update(node.view, 0);
      ASSERT_EQ(node.view.value, node.values[node.view.selected]) << own;
    }
  }
}

TEST(Limits, MinVisitsLeavesChildrenOut) {
  kit::Node node;
  node.visits = {5, 100, 1};
  node.values = {0.5, 0.25, 1.0};
  node.attach();
  node.view.visits = 106;
  node.view.mean = 0.1;
  const GivenParams drop{{"own", std::string("drop")}};
  const auto value = [&](const std::string& name, std::int64_t min_visits) {
    GivenParams given = drop;
    given["min_visits"] = min_visits;
    kit::make(name, given)->update(node.view, 0);
    return node.view.value;
  };
  EXPECT_EQ(value("max", 1), 1.0);
  EXPECT_EQ(value("max", 2), 0.5);
  EXPECT_EQ(value("max", 6), 0.25);
  EXPECT_EQ(value("robust_child", 6), 0.25);
  const double everyone = (5 * 0.5 + 100 * 0.25 + 1) / 106;
  for (const char* name : {"max", "robust_child", "softmax"}) EXPECT_NEAR(value(name, 101), everyone, 1e-15) << name;
}

}  // namespace
}  // namespace rootward
