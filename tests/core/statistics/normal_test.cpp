// The normal distribution against libm and against published quantiles.
#include "core/statistics/normal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/statistics/mills_ratio.h"

namespace rootward {
namespace {

TEST(Normal, CdfAgreesWithTheErrorFunction) {
  for (double x = -30; x <= 8; x += 0.037) {
    const double expected = 0.5 * std::erfc(-x / std::sqrt(2.0));
    EXPECT_NEAR(normal_cdf(x) / expected, 1.0, 1e-12) << x;
  }
  EXPECT_EQ(normal_cdf(0), 0.5);
  EXPECT_EQ(normal_cdf(std::numeric_limits<double>::infinity()), 1.0);
  EXPECT_EQ(normal_cdf(-std::numeric_limits<double>::infinity()), 0.0);
}

TEST(Normal, MillsRatioAgreesWithItsContinuedFraction) {
  EXPECT_NEAR(mills_ratio(0.0, 1.0), std::sqrt(std::acos(0.0)), 4e-15);
  EXPECT_NEAR(mills_ratio(3.0, 3.0), 0.65567954241879847, 4e-15);
  for (double x = 2; x < 1e6; x *= 1.01) {
    double fraction = x;  // M(x) = 1 / (x + 1 / (x + 2 / (x + 3 / ..)))
    for (int k = 400; k >= 1; --k) fraction = x + k / fraction;
    EXPECT_NEAR(mills_ratio(x, 1.0) * fraction, 1.0, 4e-15) << x;
  }
  for (double x = 0; x < 2; x += 0.01) {
    const double expected = 0.5 * std::erfc(x / std::sqrt(2.0)) / normal_density(x);
    EXPECT_NEAR(mills_ratio(x, 1.0) / expected, 1.0, 6e-15) << x;
  }
}

TEST(Normal, QuantileInvertsTheCdf) {
  EXPECT_NEAR(normal_quantile(0.975), kZ95, 1e-14);
  EXPECT_NEAR(normal_quantile(0.8), 0.8416212335729143, 1e-14);
  for (double p = 1e-12; p < 1; p = p < 0.01 ? p * 3 : p + 0.013) {
    EXPECT_NEAR(normal_cdf(normal_quantile(p)) / p, 1.0, 1e-11) << p;
  }
  EXPECT_EQ(normal_quantile(0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(normal_quantile(1), std::numeric_limits<double>::infinity());
}

TEST(Normal, TwoSidedP) {
  EXPECT_NEAR(two_sided_p(kZ95), 0.05, 1e-14);
  EXPECT_EQ(two_sided_p(-1.3), two_sided_p(1.3));
  EXPECT_EQ(two_sided_p(0), 1.0);
}

TEST(Normal, ExpectedMaximum) {
  EXPECT_NEAR(expected_maximum_of_normals(1), 0.0, 1e-12);
  EXPECT_NEAR(expected_maximum_of_normals(2), 1.0 / std::sqrt(std::acos(-1.0)), 1e-11);
  EXPECT_NEAR(expected_maximum_of_normals(3), 1.5 / std::sqrt(std::acos(-1.0)), 1e-11);
}

}  // namespace
}  // namespace rootward
