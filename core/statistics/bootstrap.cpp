// Cluster bootstrap of a score, and its error in a formula.
#include "core/statistics/bootstrap.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/rng.h"

namespace rootward {
namespace {

/// Quantile of sorted values with linear interpolation between neighbours.
double sorted_quantile(std::span<const double> values, double p) {
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace

std::optional<Interval> bootstrap_interval(std::span<const OpeningGroup> groups, std::uint64_t seed, int resamples) {
  assert(resamples > 0);
  if (groups.size() < 2) return std::nullopt;
  Rng rng(seed);
  std::vector<double> means;
  means.reserve(static_cast<std::size_t>(resamples));
  for (int i = 0; i < resamples; ++i) {
    double points = 0;
    double games = 0;
    for (std::size_t k = 0; k < groups.size(); ++k) {
      const OpeningGroup& group = groups[rng.below(static_cast<std::uint32_t>(groups.size()))];
      points += group.points;
      games += group.games;
    }
    means.push_back(points / games);
  }
  std::sort(means.begin(), means.end());
  return Interval{sorted_quantile(means, 0.025), sorted_quantile(means, 0.975)};
}

std::optional<double> grouped_error(std::span<const OpeningGroup> groups) {
  if (groups.size() < 2) return std::nullopt;
  double points = 0;
  double games = 0;
  for (const OpeningGroup& group : groups) {
    points += group.points;
    games += group.games;
  }
  double squares = 0;
  for (const OpeningGroup& group : groups) {
    const double away = group.points - points / games * group.games;
    squares += away * away;
  }
  const auto count = static_cast<double>(groups.size());
  return std::sqrt(count / (count - 1) * squares) / games;
}

}  // namespace rootward
