// The weight function against numerical integration and known forms, and the step tables at extreme weights.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "backup/feedback_profile.h"
#include "backup/step_table.h"
#include "backup/weight_function.h"

namespace rootward {
namespace {

/// Int_0^x exp(g) by Simpson's rule in long double, piece by piece between the knots.
long double integral(const std::function<long double(long double)>& g, const std::vector<long double>& cuts) {
  long double sum = 0;
  for (std::size_t piece = 0; piece + 1 < cuts.size(); ++piece) {
    constexpr int kIntervals = 4000;
    const long double h = (cuts[piece + 1] - cuts[piece]) / kIntervals;
    const auto at = [&](int i) { return std::exp(g(cuts[piece] + static_cast<long double>(i) * h)); };
    long double part = at(0) + at(kIntervals);
    for (int i = 1; i < kIntervals; ++i) part += at(i) * (i % 2 == 1 ? 4 : 2);
    sum += part * h / 3;
  }
  return sum;
}

TEST(FeedbackProfile, EachSegmentIsTwiceAsLongAndWeighsTwiceAsMuch) {
  const backups::FeedbackProfile gby(backups::ProfileKind::gby, 0, 0, 0, 3, 14);
  std::vector<double> weights;
  for (int n = 1; n <= 16; ++n) weights.push_back(gby(n));
  EXPECT_EQ(weights, (std::vector<double>{1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4})) << "2, 4 and 8 of 14";
}

TEST(WeightFunction, WorkedNumbers) {
  const double ln2 = std::log(2.0);
  const WeightFunction f(std::vector<double>{0, ln2, 0}, 4, Spacing::linear, 1);
  EXPECT_NEAR(f(1), 2.195167704609231, 1e-14);
  EXPECT_NEAR(f(1), 1 + (std::sqrt(2.0) - 1) / (ln2 / 2), 1e-14);
  EXPECT_NEAR(f(5), 7.770780163555854, 1e-14);
  EXPECT_EQ(f(0), 1);
}

TEST(WeightFunction, ConstantGIsALine) {
  for (const std::vector<double>& g : {std::vector<double>{-3}, std::vector<double>{-3, -3, -3}}) {
    for (const Spacing spacing : {Spacing::linear, Spacing::log}) {
      const WeightFunction f(g, 50, spacing, 2);
      for (const double x : {0.0, 0.3, 1.0, 17.0, 25.0, 49.9, 50.0, 51.0, 1e6})
        EXPECT_NEAR(f(x), 2 + std::exp(-3.0) * x, 1e-13 * (2 + x)) << x;
    }
  }
}

TEST(WeightFunction, MatchesQuadratureWithLinearSpacing) {
  const std::vector<double> g{-9, 1, -4, -4.0000001, 2};
  const WeightFunction f(g, 400, Spacing::linear, 0);
  const auto g_at = [&](long double x) -> long double {
    const auto i = std::min(static_cast<std::size_t>(x / 100), g.size() - 2);
    const long double t = x / 100 - static_cast<long double>(i);
    return static_cast<long double>(g[i]) * (1 - t) + static_cast<long double>(g[i + 1]) * t;
  };
  for (const double x : {1.0, 50.0, 100.0, 130.0, 200.0, 250.0, 300.0, 399.0, 400.0}) {
    std::vector<long double> cuts{0};
    for (int knot = 100; knot < x; knot += 100) cuts.push_back(knot);
    cuts.push_back(x);
    const auto expected = static_cast<double>(integral(g_at, cuts));
    EXPECT_NEAR(f(x) / expected, 1, 1e-10) << x;
  }
}

TEST(WeightFunction, MatchesQuadratureWithLogSpacing) {
  const std::vector<double> g{-2, -6, 1};
  const double span = 300;
  const WeightFunction f(g, span, Spacing::log, 0);
  const long double half = std::log1p(static_cast<long double>(span)) / 2;
  // Integrated in u = ln(1 + x), where dx = e^u du.
  const auto g_at = [&](long double u) -> long double {
    const auto i = std::min(static_cast<std::size_t>(u / half), g.size() - 2);
    const long double t = u / half - static_cast<long double>(i);
    return static_cast<long double>(g[i]) * (1 - t) + static_cast<long double>(g[i + 1]) * t + u;
  };
  for (const double x : {0.5, 3.0, 16.0, 100.0, 300.0}) {
    const long double u = std::log1p(static_cast<long double>(x));
    std::vector<long double> cuts{0};
    if (u > half) cuts.push_back(half);
    cuts.push_back(u);
    const auto expected = static_cast<double>(integral(g_at, cuts));
    EXPECT_NEAR(f(x) / expected, 1, 1e-10) << x;
  }
  EXPECT_NEAR(f(301) - f(300), std::exp(1.0), 1e-10);
}

TEST(WeightFunction, IncreasesAndStaysFiniteAtTheCorners) {
  for (const Spacing spacing : {Spacing::linear, Spacing::log}) {
    std::vector<double> zigzag(64);
    for (std::size_t i = 0; i < zigzag.size(); ++i) zigzag[i] = i % 2 == 0 ? -100 : 100;
    for (const std::vector<double>& g : {std::vector<double>{100}, std::vector<double>{-100, 100}, zigzag}) {
      for (const double span : {1e-6, 5000.0, 1e12}) {
        const WeightFunction f(g, span, spacing, 1);
        double last = f(0);
        for (double x = span / 1000; x < span * 3; x += span / 97) {
          const double next = f(x);
          ASSERT_TRUE(std::isfinite(next));
          ASSERT_LT(next, 1e60);
          ASSERT_GE(next, last * (1 - 1e-13)) << x;
          last = next;
        }
      }
    }
  }
}

TEST(StepTable, WorkedNumbers) {
  StepTable table(LawRatio([](double n) { return std::exp2(n - 1); }));
  EXPECT_EQ(table.step(3), 4.0 / 7);
  EXPECT_EQ(table.step(1), 1);
  EXPECT_EQ(table.step(2), 2.0 / 3);
}

TEST(StepTable, EqualWeightsGiveTheHarmonicSteps) {
  StepTable table(LawRatio([](double) { return 3.5; }));
  for (std::uint32_t n = 1; n < 5000; ++n) ASSERT_EQ(table.step(n), 1.0 / n);
}

/// Weights e^(n) up to n = 5000 would overflow at 710.
TEST(StepTable, OverflowFree) {
  StepTable table([](std::size_t) { return std::exp(-1.0); });
  EXPECT_NEAR(table.step(5000), 1 - std::exp(-1.0), 1e-15);
  StepTable falling([](std::size_t n) { return n == 2000 ? 1e-300 : 1.0; });
  EXPECT_EQ(falling.step(2000), 1.0);
  EXPECT_NEAR(falling.step(2001), 0.5, 1e-15);
}

TEST(GrowingTable, AnswersInAnyOrder) {
  GrowingTable table([](double n) { return n * n; });
  EXPECT_EQ(table.at(7), 49);
  EXPECT_EQ(table.at(3), 9);
  EXPECT_EQ(table.at(8), 64);
}

}  // namespace
}  // namespace rootward
