// The block reductions against plain loops, for every remainder of eight and counts beyond 31 bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "backup/block_math.h"
#include "backup/block_sums.h"
#include "backup/softmax_mean.h"
#include "core/math.h"
#include "core/rng.h"

namespace rootward {
namespace {

struct Children {
  std::vector<std::uint32_t> visits;
  std::vector<Value> values;
  [[nodiscard]] ChildSpan span() const { return {visits.data(), values.data(), visits.size()}; }
};

/// Values in [-reach, reach].
Children random_children(Rng& rng, std::size_t count, double reach = 1) {
  Children children;
  for (std::size_t i = 0; i < count; ++i) {
    children.visits.push_back(1 + rng.below(1000));
    children.values.push_back(reach * (2 * rng.uniform() - 1));
  }
  return children;
}

TEST(BlockMath, ReductionsMatchPlainLoops) {
  Rng rng(41);
  for (std::size_t count = 1; count <= 40; ++count) {
    const Children children = random_children(rng, count);
    for (const std::uint32_t min_visits : {1U, 400U}) {
      double total = 0;
      double sum = 0;
      double largest = kNoValue;
      for (std::size_t i = 0; i < count; ++i) {
        if (children.visits[i] < min_visits) continue;
        total += children.visits[i];
        sum += children.visits[i] * children.values[i];
        largest = std::max(largest, children.values[i]);
      }
      const VisitsAndMean mean = weighted_mean(children.span(), min_visits);
      EXPECT_EQ(mean.visits, total);
      EXPECT_NEAR(mean.mean, total > 0 ? sum / total : 0, 1e-14);
      EXPECT_EQ(largest_value(children.span(), min_visits), largest);
    }
  }
}

TEST(BlockMath, TwoScansFindTheBestAndTheMostVisitedWithTheirTies) {
  Rng rng(43);
  for (std::size_t count = 1; count <= 40; ++count) {
    Children children;
    for (std::size_t i = 0; i < count; ++i) {  // few different numbers, so that there are ties
      children.visits.push_back(1 + rng.below(6));
      children.values.push_back(0.25 * rng.below(8) - 1);
    }
    for (const std::uint32_t min_visits : {1U, 4U, 7U}) {
      std::pair<Value, std::uint32_t> best{kNoValue, 0};
      std::pair<std::uint32_t, Value> most{0, kNoValue};
      std::size_t eligible = 0;
      for (std::size_t i = 0; i < count; ++i) {
        if (children.visits[i] < min_visits) continue;
        ++eligible;
        best = std::max(best, {children.values[i], children.visits[i]});
        most = std::max(most, {children.visits[i], children.values[i]});
      }
      const BestAndMost found = best_and_most(children.span(), min_visits);
      EXPECT_EQ(found.best.visits, best.second);
      EXPECT_EQ(found.best.value, best.first);
      EXPECT_EQ(found.most.visits, most.first);
      EXPECT_EQ(found.most.value, most.second);
      EXPECT_EQ(has_several(children.span(), min_visits), eligible > 1);
    }
  }
}

TEST(BlockMath, SoftmaxMatchesThePlainFormula) {
  Rng rng(42);
  for (std::size_t count = 1; count <= 40; ++count) {
    const Children children = random_children(rng, count);
    for (const double beta : {0.0, 0.7, 5.0, 60.0, 599.0, 601.0}) {
      long double weights = 0;
      long double sum = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const long double w = children.visits[i] * std::exp(static_cast<long double>(beta) * children.values[i]);
        weights += w;
        sum += w * children.values[i];
      }
      EXPECT_NEAR(softmax_mean_portable(children.span(), beta, 1), static_cast<double>(sum / weights), 1e-14) << beta;
    }
  }
}

/// Noise takes values beyond [-1, 1]: no exponent may leave the range of reals unseen.
TEST(BlockMath, SoftmaxOfValuesBeyondTheScale) {
  const Children children{{5, 2, 9}, {2.5, -4, 2.498}};
  const double near = 9 * std::exp(-500 * 0.002) / 5;  // weight of the third beside the first
  const Children below{{3, 4}, {-2.5, -2.502}};
  const double rest = 4 * std::exp(-500 * 0.002) / 3;
  for (const SoftmaxMean softmax_mean : {&softmax_mean_portable, softmax_mean_here()}) {
    EXPECT_NEAR(softmax_mean(children.span(), 500, 1), (2.5 + near * 2.498) / (1 + near), 1e-14);
    EXPECT_NEAR(softmax_mean(below.span(), 500, 1), -(2.5 + rest * 2.502) / (1 + rest), 1e-14);
  }
}

TEST(BlockMath, WorkedSoftmax) {
  const Children children{{6, 3, 1}, {0.5, 2.0 / 3, 0}};
  EXPECT_NEAR(softmax_mean_portable(children.span(), 6 * std::log(2.0), 1), 56.0 / 97, 1e-15);
}

/// Whatever the width: the same bits, for every remainder of eight, within the scale and beyond.
TEST(BlockMath, EveryProcessorGivesTheSameSoftmax) {
  const SoftmaxMean here = softmax_mean_here();
  Rng rng(44);
  for (int trial = 0; trial < 4000; ++trial) {
    const Children children = random_children(rng, 1 + rng.below(90), trial % 2 == 0 ? 1 : 3);
    const double beta = trial % 3 == 0 ? 2000 * rng.uniform() : 10 * rng.uniform();
    for (const std::uint32_t min_visits : {1U, 300U, 2000U})
      ASSERT_EQ(here(children.span(), beta, min_visits), softmax_mean_portable(children.span(), beta, min_visits));
  }
}

/// Lanes and scalars share their bits: one child more or less in a lane changes nothing in the others.
TEST(BlockMath, OneLaneHasTheBitsOfTheScalarExponential) {
  Rng rng(43);
  for (int trial = 0; trial < 1000; ++trial) {
    const double gap = -rng.uniform();
    const double beta = 700 * rng.uniform();
    const Children children{{1, 1}, {0, gap}};
    const double w = exp_exact(beta * gap);
    EXPECT_EQ(softmax_mean_portable(children.span(), beta, 1), (w * gap) / (1.0 + w));
  }
}

TEST(BlockMath, VisitsBeyondThirtyOneBitsCount) {
  const Children children{{4'000'000'000U, 4'294'967'295U}, {1, -1}};
  EXPECT_EQ(total_visits(children.span()), 8'294'967'295.0);
  EXPECT_EQ(weighted_mean(children.span()).visits, 8'294'967'295.0);
}

TEST(BlockMath, NoChildTakesPart) {
  const Children children{{3, 2}, {0.5, 0.25}};
  EXPECT_EQ(largest_value(children.span(), 4), kNoValue);
  EXPECT_EQ(softmax_mean_portable(children.span(), 1, 4), kNoValue);
  EXPECT_EQ(weighted_mean(children.span(), 4).visits, 0);
  EXPECT_EQ(most_visited(children.span(), 4).visits, 0);
  EXPECT_EQ(best_valued(children.span(), 4).visits, 0);
  EXPECT_FALSE(has_several(children.span(), 3));
  EXPECT_TRUE(has_several(children.span(), 2));
}

TEST(BlockMath, TiesAreBrokenByTheOtherNumber) {
  const Children visits_tie{{5, 5, 4}, {0.1, 0.2, 0.9}};
  EXPECT_EQ(most_visited(visits_tie.span(), 1).visits, 5);
  EXPECT_EQ(most_visited(visits_tie.span(), 1).value, 0.2);
  const Children value_tie{{5, 9, 4}, {0.9, 0.9, 0.9}};
  EXPECT_EQ(best_valued(value_tie.span(), 1).visits, 9);
  EXPECT_EQ(best_valued(value_tie.span(), 1).value, 0.9);
}

/// Against a scan one by one, for blocks of every length up to three vectors of eight, with many ties.
TEST(BlockMath, ChosenChildrenAreThoseOfAPlainScan) {
  Rng rng(44);
  for (std::size_t trial = 0; trial < 5000; ++trial) {
    Children children;
    const std::size_t count = 1 + trial % 24;
    for (std::size_t i = 0; i < count; ++i) {
      children.visits.push_back(1 + rng.below(6));
      children.values.push_back(static_cast<double>(rng.below(5)) / 4 - 0.5);
    }
    const std::uint32_t min_visits = 1 + rng.below(4);
    std::pair<double, double> most{0, kNoValue}, best{kNoValue, 0};
    int eligible = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (children.visits[i] < min_visits) continue;
      ++eligible;
      most = std::max(most, {children.visits[i], children.values[i]});
      best = std::max(best, {children.values[i], children.visits[i]});
    }
    EXPECT_EQ(most_visited(children.span(), min_visits).visits, most.first);
    EXPECT_EQ(most_visited(children.span(), min_visits).value, most.second);
    EXPECT_EQ(best_valued(children.span(), min_visits).value, best.first);
    EXPECT_EQ(best_valued(children.span(), min_visits).visits, best.second);
    EXPECT_EQ(has_several(children.span(), min_visits), eligible > 1);
  }
}

TEST(BlockMath, HugeBetaIsTheBestValue) {
  const Children children{{6, 3, 1}, {0.5, 2.0 / 3, 0}};
  EXPECT_EQ(softmax_mean_portable(children.span(), 1e48, 1), 2.0 / 3);
}

TEST(BlockSums, SumsHaveTheSameBitsInEveryWidth) {
  Rng rng(32);
  const BlockSums& wide = block_sums();
  const BlockSums& narrow = block_sums_portable();
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t count = 8 * (1 + rng.below(5));
    std::vector<double> weights(count), values(count), bases(count);
    for (std::size_t i = 0; i < count; ++i) {
      weights[i] = rng.below(5);
      values[i] = (2 * rng.uniform() - 1);
      bases[i] = rng.uniform();
    }
    const auto same = [](const TwoSums& a, const TwoSums& b) {
      return a.weights == b.weights && a.moments == b.moments;
    };
    const double scale = std::exp(6 * (2 * rng.uniform() - 1));
    EXPECT_TRUE(same(wide.exponential(weights.data(), values.data(), count, scale, 1),
                     narrow.exponential(weights.data(), values.data(), count, scale, 1)));
    EXPECT_TRUE(same(wide.power(weights.data(), bases.data(), values.data(), count, 1, scale),
                     narrow.power(weights.data(), bases.data(), values.data(), count, 1, scale)));
    EXPECT_TRUE(same(wide.quotients(weights.data(), bases.data(), count, 0.5),
                     narrow.quotients(weights.data(), bases.data(), count, 0.5)));
    std::vector<double> a = values, b = values;
    wide.t3_cdf(a.data(), count);
    narrow.t3_cdf(b.data(), count);
    EXPECT_EQ(a, b);
    a = b = values;
    wide.norm_cdf(a.data(), count);
    narrow.norm_cdf(b.data(), count);
    EXPECT_EQ(a, b);
  }
}

}  // namespace
}  // namespace rootward
