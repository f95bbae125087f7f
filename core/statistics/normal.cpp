// Normal distribution function by Mills' ratio; its inverse by Halley's steps.
#include "core/statistics/normal.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "core/math.h"
#include "core/statistics/mills_ratio.h"

namespace rootward {
namespace {

/// First guess of the upper quantile for 0 < p <= 0.5, error under 4.5e-4 (Abramowitz & Stegun 26.2.23).
double upper_quantile_guess(double p) {
  const double t = std::sqrt(-2.0 * log_exact(p));
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

}  // namespace

double normal_density(double x) { return kNormalPeak * exp_exact(-0.5 * x * x); }

double normal_cdf(double x) {
  const double size = std::fabs(x);
  const double tail = size > 40 ? 0.0 : normal_density(size) * mills_ratio(size, 1.0);  // 40: under the smallest number
  return x < 0 ? tail : 1.0 - tail;
}

double normal_quantile(double p) {
  assert(p >= 0 && p <= 1);
  if (p <= 0) return -std::numeric_limits<double>::infinity();
  if (p >= 1) return std::numeric_limits<double>::infinity();
  double x = p < 0.5 ? -upper_quantile_guess(p) : upper_quantile_guess(1.0 - p);
  for (int step = 0; step < 3; ++step) {
    const double newton = (normal_cdf(x) - p) / normal_density(x);
    x -= newton / (1.0 + 0.5 * x * newton);
  }
  return x;
}

double two_sided_p(double z) { return 2.0 * normal_cdf(-std::fabs(z)); }

double expected_maximum_of_normals(int count) {
  assert(count >= 1);
  // Simpson's rule on x count phi(x) Phi(x)^(count-1) over [-9, 9].
  constexpr int kSteps = 1800;
  constexpr double kLow = -9.0, kWidth = 18.0 / kSteps;
  double sum = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double x = kLow + kWidth * i;
    const double below = normal_cdf(x);
    double power = 1;
    for (int k = 1; k < count; ++k) power *= below;
    const double weight = i == 0 || i == kSteps ? 1.0 : (i % 2 == 1 ? 4.0 : 2.0);
    sum += weight * x * count * normal_density(x) * power;
  }
  return sum * kWidth / 3.0;
}

}  // namespace rootward
