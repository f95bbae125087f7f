// Normal draws: moments and tails.
#include "core/sampling.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace rootward
