// Normal draws: moments and tails; integers of a range.
#include "core/sampling.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace rootward {
namespace {

TEST(StandardNormal, HasItsMomentsAndTails) {
  Rng rng(20);
  constexpr int kDraws = 200'000;
  double sum = 0, squares = 0, fourths = 0;
  int beyond_two = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = standard_normal(rng);
    sum += x;
    squares += x * x;
    fourths += x * x * x * x;
    beyond_two += std::abs(x) > 2 ? 1 : 0;
  }
  // Four standard errors: Var x = 1, Var x^2 = 2, Var x^4 = 96; P(|x| > 2) = 0.0455.
  EXPECT_NEAR(sum / kDraws, 0, 4 / std::sqrt(kDraws));
  EXPECT_NEAR(squares / kDraws, 1, 4 * std::sqrt(2.0 / kDraws));
  EXPECT_NEAR(fourths / kDraws, 3, 4 * std::sqrt(96.0 / kDraws));
  EXPECT_NEAR(beyond_two / static_cast<double>(kDraws), 0.0455, 4 * std::sqrt(0.0455 / kDraws));
}

TEST(UniformInteger, StaysInItsRangeHoweverWide) {
  Rng rng(21);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) ++counts.at(static_cast<std::size_t>(uniform_integer(-3, 3, rng) + 3));
  // Four standard errors of a count of mean 10,000.
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 4 * std::sqrt(10'000 * 6 / 7.0));
  constexpr std::int64_t kWide = std::int64_t{3} << 40;
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t drawn = uniform_integer(5, 5 + kWide, rng);
    ASSERT_GE(drawn, 5);
    ASSERT_LE(drawn, 5 + kWide);
    sum += static_cast<double>(drawn - 5) / static_cast<double>(kWide);
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 4 * std::sqrt(1 / 12.0 / 10'000));
  EXPECT_EQ(uniform_integer(7, 7, rng), 7);
}

}  // namespace
}  // namespace rootward
