// Pooled z test, Newcombe's interval and Fisher's exact test.
#include "core/statistics/two_proportions.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/math.h"
#include "core/statistics/beta.h"

namespace rootward {
namespace {

double log_choose(std::uint64_t n, std::uint64_t k) {
  return log_gamma(static_cast<double>(n) + 1) - log_gamma(static_cast<double>(k) + 1) -
         log_gamma(static_cast<double>(n - k) + 1);
}

}  // namespace

ShareDifference compare_shares(const Share& first, const Share& second) {
  assert(first.n > 0 && second.n > 0);
  const auto n1 = static_cast<double>(first.n);
  const auto n2 = static_cast<double>(second.n);
  const double p1 = static_cast<double>(first.wins) / n1;
  const double p2 = static_cast<double>(second.wins) / n2;
  ShareDifference result;
  result.difference = p1 - p2;
  const double pooled = static_cast<double>(first.wins + second.wins) / (n1 + n2);
  const double error = std::sqrt(pooled * (1.0 - pooled) * (1.0 / n1 + 1.0 / n2));
  result.z = error > 0 ? result.difference / error : 0.0;
  result.p = two_sided_p(result.z);
  const Interval w1 = wilson_interval(p1, n1);
  const Interval w2 = wilson_interval(p2, n2);
  const double down = std::sqrt((p1 - w1.low) * (p1 - w1.low) + (w2.high - p2) * (w2.high - p2));
  const double up = std::sqrt((w1.high - p1) * (w1.high - p1) + (p2 - w2.low) * (p2 - w2.low));
  result.ci95 = {result.difference - down, result.difference + up};
  return result;
}

double fisher_exact_p(const Share& first, const Share& second) {
  assert(first.wins <= first.n && second.wins <= second.n);
  const std::uint64_t wins = first.wins + second.wins;
  const double total = log_choose(first.n + second.n, wins);
  const auto probability = [&](std::uint64_t k) {
    return exp_exact(log_choose(first.n, k) + log_choose(second.n, wins - k) - total);
  };
  const double limit = probability(first.wins) * (1.0 + 1e-7);
  const std::uint64_t least = wins > second.n ? wins - second.n : 0;
  double sum = 0;
  for (std::uint64_t k = least; k <= std::min(wins, first.n); ++k) {
    const double value = probability(k);
    if (value <= limit) sum += value;
  }
  return std::min(1.0, sum);
}

}  // namespace rootward
