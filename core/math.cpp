// The machine-independent elementary functions' range checks, and the fixed-order sum.
#include "core/math.h"

#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/elementary_inline.h"
#include "core/exp_inline.h"

namespace rootward {
namespace {

/// (e^r - 1 - r) / r^2 for |r| <= 0.34: the Taylor series to r^14 / 14!.
double exp_tail(double r) {
  double sum = 1.0 / 87178291200.0 * r + 1.0 / 6227020800.0;
  sum = sum * r + 1.0 / 479001600;
  sum = sum * r + 1.0 / 39916800;
  sum = sum * r + 1.0 / 3628800;
  sum = sum * r + 1.0 / 362880;
  sum = sum * r + 1.0 / 40320;
  sum = sum * r + 1.0 / 5040;
  sum = sum * r + 1.0 / 720;
  sum = sum * r + 1.0 / 120;
  sum = sum * r + 1.0 / 24;
  sum = sum * r + 1.0 / 6;
  return sum * r + 1.0 / 2;
}

bool is_in_exp_range(double x) { return x >= -708 && x <= 709; }

}  // namespace

double exp_exact(double x) {
  if (std::isnan(x)) return x;
  if (x > 709.782712893384) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0;
  if (is_in_exp_range(x)) return exp_in_range<double, std::uint64_t>(x);
  const double root = exp_in_range<double, std::uint64_t>(0.5 * x);
  return root * root;
}

void exp_exact(std::span<double> numbers) {
  std::size_t i = 0;
  for (; i + 2 <= numbers.size(); i += 2) {
    const TwoReals x{numbers[i], numbers[i + 1]};
    if (!is_in_exp_range(x[0]) || !is_in_exp_range(x[1])) break;
    const auto powers = exp_in_range<TwoReals, TwoWords>(x);
    numbers[i] = powers[0];
    numbers[i + 1] = powers[1];
  }
  for (; i < numbers.size(); ++i) numbers[i] = exp_exact(numbers[i]);
}

double expm1_exact(double x) {
  if (x > -0.34 && x < 0.34) return x + x * x * exp_tail(x);
  return exp_exact(x) - 1.0;
}

double log_exact(double x) {
  if (x == 0) return -std::numeric_limits<double>::infinity();
  if (std::isnan(x) || x < 0) return std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(x)) return x;
  return log_in_range<double, std::uint64_t>(x);
}

double power(double x, double y) {
  assert(x >= 0);
  if (y == 0) return 1;
  if (x == 0) return y > 0 ? 0 : std::numeric_limits<double>::infinity();
  return exp_exact(y * log_exact(x));
}

double norm_cdf(double z) { return norm_cdf_of<double, std::uint64_t>(z); }

double t3_cdf(double z) { return t3_cdf_of(z); }

double sum_fixed(std::span<const double> values) {
  std::array<double, 8> lanes{};
  std::size_t i = 0;
  for (; i + 8 <= values.size(); i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) lanes[lane] += values[i + lane];
  }
  for (std::size_t lane = 0; i < values.size(); ++i, ++lane) lanes[lane] += values[i];
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

}  // namespace rootward
