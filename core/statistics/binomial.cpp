// Wilson's interval and Laplace's estimate.
#include "core/statistics/binomial.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rootward {

Interval wilson_interval(double share, double n, double z) {
  assert(n > 0 && share >= 0 && share <= 1);
  const double square = z * z;
  const double centre = (share + square / (2.0 * n)) / (1.0 + square / n);
  const double half = z / (1.0 + square / n) * std::sqrt(share * (1.0 - share) / n + square / (4.0 * n * n));
  return {share <= 0 ? 0.0 : std::max(0.0, centre - half), share >= 1 ? 1.0 : std::min(1.0, centre + half)};
}

ShareEstimate laplace_estimate(double wins, double n) {
  const double mean = (wins + 1.0) / (n + 2.0);
  return {mean, std::sqrt(mean * (1.0 - mean) / n)};
}

}  // namespace rootward
