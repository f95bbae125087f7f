// The beta distribution against libm's gamma function, binomial sums and closed forms.
#include "core/statistics/beta.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rootward {
namespace {

TEST(Beta, LogGammaAgreesWithLibm) {
  for (double x = 0.01; x < 1e6; x *= 1.07) {
    const double expected = std::lgamma(x);
    EXPECT_NEAR(log_gamma(x), expected, 1e-14 * std::max(1.0, std::fabs(expected))) << x;
  }
}

TEST(Beta, CdfIsABinomialTail) {
  // P(Beta(k + 1, n - k) <= x) = P(Binomial(n, x) > k).
  const int n = 23;
  const double x = 0.37;
  for (int k = 0; k < n; ++k) {
    double tail = 0;
    for (int i = k + 1; i <= n; ++i) {
      tail += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0) + i * std::log(x) +
                       (n - i) * std::log(1 - x));
    }
    EXPECT_NEAR(beta_cdf(x, k + 1.0, n - k), tail, 1e-13) << k;
  }
}

TEST(Beta, ClosedForms) {
  for (double x : {0.0, 0.1, 0.5, 0.93, 1.0}) {
    EXPECT_NEAR(beta_cdf(x, 1, 1), x, 1e-14);
    EXPECT_NEAR(beta_cdf(x, 3, 1), x * x * x, 1e-14);
    EXPECT_NEAR(beta_cdf(x, 1, 2), 1 - (1 - x) * (1 - x), 1e-14);
    EXPECT_NEAR(beta_cdf(x, 0.5, 0.5), std::asin(std::sqrt(x)) / std::asin(1.0), 1e-14);
  }
}

TEST(Beta, ReflectsAndGrows) {
  for (double a : {0.5, 2.0, 40.0, 5000.0}) {
    for (double b : {0.5, 7.0, 5100.0}) {
      double before = -1;
      for (double x = 0; x <= 1; x += 0.03125) {
        const double p = beta_cdf(x, a, b);
        EXPECT_GE(p, before - 1e-12);
        EXPECT_NEAR(p + beta_cdf(1 - x, b, a), 1.0, 1e-11);
        before = p;
      }
    }
  }
}

TEST(Beta, QuantileInvertsTheCdf) {
  for (double p : {0.001, 0.025, 0.5, 0.975}) {
    EXPECT_NEAR(beta_cdf(beta_quantile(p, 213, 189), 213, 189), p, 1e-11);
    EXPECT_NEAR(beta_cdf(beta_quantile(p, 0.5, 400.5), 0.5, 400.5), p, 1e-11);
  }
}

}  // namespace
}  // namespace rootward
