// Incomplete beta function by Lentz's continued fraction, its inverse by bisection.
#include "core/statistics/beta.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "core/math.h"

namespace rootward {
namespace {

constexpr double kHalfLog2Pi = 0.91893853320467274178;
constexpr int kMaxFractions = 100000;

/// A denominator that Lentz's method may divide by.
double away_from_zero(double x) { return std::fabs(x) < 1e-300 ? 1e-300 : x; }

/// The continued fraction of I_x(a, b) (Abramowitz & Stegun 26.5.8), quick for x < (a + 1) / (a + b + 2).
double beta_fraction(double x, double a, double b) {
  double c = 1.0;
  double d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
  double result = d;
  for (int m = 1; m < kMaxFractions; ++m) {
    const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
    d = 1.0 / away_from_zero(1.0 + even * d);
    c = away_from_zero(1.0 + even / c);
    result *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
    d = 1.0 / away_from_zero(1.0 + odd * d);
    c = away_from_zero(1.0 + odd / c);
    result *= c * d;
    if (std::fabs(c * d - 1.0) < 1e-16) break;
  }
  return result;
}

}  // namespace

double log_gamma(double x) {
  assert(x > 0);
  double product = 1;
  while (x < 12.0) {
    product *= x;
    x += 1.0;
  }
  const double shift = log_exact(product);
  // Stirling's series to x^-11: the next term is under 1e-16 at 12.
  constexpr std::array<double, 6> kTerms = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360};
  const double z = 1.0 / (x * x);
  double series = 0;
  for (std::size_t i = kTerms.size(); i-- > 0;) series = series * z + kTerms[i];
  return (x - 0.5) * log_exact(x) - x + kHalfLog2Pi + series / x - shift;
}

double beta_cdf(double x, double a, double b) {
  assert(a > 0 && b > 0 && x >= 0 && x <= 1);
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double log_front = log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log_exact(x) + b * log_exact(1.0 - x);
  const double front = exp_exact(log_front);
  if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(x, a, b) / a;
  return 1.0 - front * beta_fraction(1.0 - x, b, a) / b;
}

double beta_quantile(double p, double a, double b) {
  assert(p >= 0 && p <= 1);
  double low = 0;
  double high = 1;
  while (true) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    (beta_cdf(middle, a, b) < p ? low : high) = middle;
  }
}

// With X = degrees / (degrees + T^2), X ~ Beta(degrees / 2, 1 / 2), and |T| > t where X < degrees / (degrees + t^2).
double student_two_sided_p(double t, double degrees) { return beta_cdf(degrees / (degrees + t * t), degrees / 2, 0.5); }

double student_two_sided_quantile(double tail, double degrees) {
  const double x = beta_quantile(tail, degrees / 2, 0.5);
  return std::sqrt(degrees * (1 - x) / x);
}

}  // namespace rootward
