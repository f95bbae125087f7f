// A million updates drift by less than 1e-9 from the weighted means that they stand for, in extended precision.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "backup/feedback_profile.h"
#include "backup/weight_function.h"
#include "tests/backup/operator_kit.h"

namespace rootward {
namespace {

constexpr std::uint32_t kUpdates = 1'000'000;

/// `weight(n)`: the n-th return's weight; `mixed(R, node)`: what is averaged.
void expect_weighted_mean(
    const std::string& name, const GivenParams& given, const std::function<long double(std::uint32_t)>& weight,
    const std::function<double(double)>& mixed = [](double r) { return r; }) {
  OperatorContext context = kit::usual_context();
  context.simulations = kUpdates;
  const auto backup = kit::make(name, given, context);
  Rng rng(31);
  kit::Node node;
  node.visits = {7};
  node.values = {0.25};
  node.attach();
  node.view.selected = 0;
  long double sum = 0;
  long double total = 0;
  for (std::uint32_t n = 1; n <= kUpdates; ++n) {
    const Value sample = kit::random_value(rng) * 0.2 + 0.8 * (n % 3 == 0 ? 1 : -0.4);
    node.view.visits = n;
    node.view.simulation = n;
    backup->update(node.view, sample);
    const long double w = weight(n);
    total += w;
    sum += w * static_cast<long double>(mixed(sample));
  }
  EXPECT_NEAR(node.view.value, static_cast<double>(sum / total), 1e-9) << name;
}

TEST(Drift, Average) {
  expect_weighted_mean("average", {}, [](std::uint32_t) { return 1.0L; });
}

TEST(Drift, Erwa) {
  for (const double alpha : {1e-6, 1e-4}) {
    const long double base = 1.0L - static_cast<long double>(alpha);
    long double power = std::pow(base, static_cast<long double>(kUpdates));
    const auto weight = [&](std::uint32_t) { return power /= base; };
    expect_weighted_mean("erwa_corrected", {{"alpha", alpha}}, weight);
  }
  expect_weighted_mean("erwa", {{"alpha", 0.0}, {"init", std::string("sample_average")}},
                       [](std::uint32_t) { return 1.0L; });
}

TEST(Drift, Monotone) {
  const std::vector<double> g{-13, -8, -2, -9, -4};
  for (const char* clock : {"node", "search"}) {
    const WeightFunction f(g, kUpdates, Spacing::linear, 1);
    expect_weighted_mean("monotone", {{"g", g}, {"clock", std::string(clock)}},
                         [&](std::uint32_t n) { return static_cast<long double>(f(n)); });
  }
}

TEST(Drift, Feedback) {
  for (const char* clock : {"node", "search"}) {
    const backups::FeedbackProfile profile(backups::ProfileKind::exponential, 0, 1, 20, 5, kUpdates);
    expect_weighted_mean("feedback", {{"b", 20.0}, {"clock", std::string(clock)}},
                         [&](std::uint32_t n) { return static_cast<long double>(profile(n)); });
  }
}

TEST(Drift, Lambda) {
  for (const char* name : {"max_lambda", "lambda"}) {
    expect_weighted_mean(
        name, {{"lambda", 0.3}}, [](std::uint32_t) { return 1.0L; }, [](double r) { return 0.3 * r + 0.7 * 0.25; });
  }
}

}  // namespace
}  // namespace rootward
