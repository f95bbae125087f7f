// Moments of Gaussian estimates: the largest of several (Clark 1961) and the spread of a mean of few returns.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/exp_inline.h"
#include "core/statistics/mills_ratio.h"
#include "core/types.h"
#include "search/node_view.h"

namespace rootward::backups {

/// An estimate N(mean, variance) of a value in [-1, 1].
struct Gaussian {
  Value mean = 0;
  double variance = 0;  ///< >= 0
};

/// First two moments of max(X, Y) of independent Gaussians with larger.mean >= smaller.mean (Clark 1961, eq. 2-4):
/// s^2 = v1 + v2, a = (m1 - m2) / s, mean = m1 Phi(a) + m2 Phi(-a) + s phi(a); here as differences from m1, so that
/// small variances do not cancel. N(0, 1) twice: mean 1/sqrt(pi), variance 1 - 1/pi.
inline Gaussian larger_of(const Gaussian& larger, const Gaussian& smaller) {
  constexpr double kCertain = 8.5;  // beyond it the smaller one moves no bit worth having: phi(8.5) < 1e-16
  const double squared = larger.variance + smaller.variance;
  const double gap = larger.mean - smaller.mean;
  if (gap * gap >= kCertain * kCertain * squared) return larger;
  const double spread = std::sqrt(squared);
  const double density = kNormalPeak * exp_in_range<double, std::uint64_t>(-0.5 * gap * gap / squared);
  const double below = density * mills_ratio(gap, spread);
  const double bulge = spread * density;
  const double gain = bulge - gap * below;
  const double second = larger.variance * (1 - below) + (gap * gap + smaller.variance) * below - gap * bulge;
  const double variance = second - gain * gain;
  return {larger.mean + gain, variance > 0 ? variance : 0};
}

/// Variance of the mean of n returns of which mean m and sum of squares are known, with `prior` wins and as many losses
/// imagined before them, N = n + 2 prior: ((2 prior + sum R^2) / N - x^2) / (N + 1), x = n m / N. For wins and losses
/// that is the variance of a Beta(prior, prior) posterior. n = 1, R = 1, prior = 1: 2/9; R = 0: 1/6.
inline double variance_of_mean(double n, Value m, double sum_of_squares, double prior) {
  const double count = n + 2 * prior;
  const double x = n * m / count;
  const double spread = (2 * prior + sum_of_squares) / count - x * x;
  return spread > 0 ? spread / (count + 1) : 0;
}

/// The sum of squares that makes variance_of_mean() equal to `variance`.
inline double squares_behind(double n, Value m, double variance, double prior) {
  const double count = n + 2 * prior;
  const double x = n * m / count;
  const double sum = (variance * (count + 1) + x * x) * count - 2 * prior;
  return sum > 0 ? sum : 0;
}

/// The variance of a leaf's mean, with `prior` imagined wins and as many losses; kept from return to return in the
/// node's first own number.
struct LeafVariance {
  double prior = 1;

  /// As if the n returns had been wins and losses: an upper bound where their spread is not known.
  [[nodiscard]] double as_coins(double n, Value mean) const { return variance_of_mean(n, mean, n, prior); }

  /// Of a node whose returns all ended there; the one before this return stands in its number (0: not known).
  [[nodiscard]] double of_returns(const NodeView& node, Value sample) const {
    const double n = node.visits;
    const double before = *node.columns[0];
    if (node.visits > 1 && before == 0) return as_coins(n, node.mean);
    double squares = sample * sample;
    if (node.visits > 1) {
      const Value mean_before = (n * node.mean - sample) / (n - 1);
      squares += squares_behind(n - 1, mean_before, before, prior);
    }
    return variance_of_mean(n, node.mean, squares, prior);
  }

  /// The variance of a chance node: of a visit-weighted mean of independent parts.
  [[nodiscard]] double variance_of_mean_of(const NodeView& node) const {
    const auto squared = [](double x) { return x * x; };
    double total = node.own_visits;
    for (std::uint32_t i = 0; i < node.child_count; ++i) total += node.child_visits[i];
    double sum = 0;
    if (node.own_visits > 0) sum = squared(node.own_visits / total) * as_coins(node.own_visits, node.own_mean);
    for (std::uint32_t i = 0; i < node.child_count; ++i)
      sum += squared(node.child_visits[i] / total) * node.child_columns[0][i];
    return sum;
  }
};

/// The visit-weighted mean of a node's own evaluations and of what lies below, independent of each other.
inline Gaussian blended(const Gaussian& own, double own_visits, const Gaussian& below, double child_visits) {
  const double share = own_visits / (own_visits + child_visits);
  const double rest = 1 - share;
  return {below.mean + share * (own.mean - below.mean), share * share * own.variance + rest * rest * below.variance};
}

}  // namespace rootward::backups
