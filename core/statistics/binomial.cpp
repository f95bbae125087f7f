// The interval formulas of Wilson, Wald, Agresti-Coull, Clopper-Pearson and Jeffreys.
#include "core/statistics/binomial.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/statistics/beta.h"

namespace rootward {

Interval wilson_interval(double share, double n, double z) {
  assert(n > 0 && share >= 0 && share <= 1);
  const double square = z * z;
  const double centre = (share + square / (2.0 * n)) / (1.0 + square / n);
  const double half = z / (1.0 + square / n) * std::sqrt(share * (1.0 - share) / n + square / (4.0 * n * n));
  return {share <= 0 ? 0.0 : std::max(0.0, centre - half), share >= 1 ? 1.0 : std::min(1.0, centre + half)};
}

Interval wald_interval(double share, double n, double z) {
  assert(n > 0);
  const double half = z * std::sqrt(share * (1.0 - share) / n);
  return {share - half, share + half};
}

Interval agresti_coull_interval(double share, double n, double z) {
  assert(n > 0);
  const double trials = n + z * z;
  const Interval wald = wald_interval((share * n + 0.5 * z * z) / trials, trials, z);
  return {std::max(0.0, wald.low), std::min(1.0, wald.high)};
}

Interval clopper_pearson_interval(double wins, double n, double level) {
  assert(n > 0 && wins >= 0 && wins <= n);
  const double tail = 0.5 * (1.0 - level);
  return {wins <= 0 ? 0.0 : beta_quantile(tail, wins, n - wins + 1.0),
          wins >= n ? 1.0 : beta_quantile(1.0 - tail, wins + 1.0, n - wins)};
}

Interval jeffreys_interval(double wins, double n, double level) {
  assert(n > 0 && wins >= 0 && wins <= n);
  const double tail = 0.5 * (1.0 - level);
  return {wins <= 0 ? 0.0 : beta_quantile(tail, wins + 0.5, n - wins + 0.5),
          wins >= n ? 1.0 : beta_quantile(1.0 - tail, wins + 0.5, n - wins + 0.5)};
}

ShareEstimate laplace_estimate(double wins, double n) {
  const double mean = (wins + 1.0) / (n + 2.0);
  return {mean, std::sqrt(mean * (1.0 - mean) / n)};
}

}  // namespace rootward
