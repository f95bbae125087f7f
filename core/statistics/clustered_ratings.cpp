// The sandwich over units.
#include "core/statistics/clustered_ratings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace rootward {
namespace {

constexpr double kEloSlope = std::numbers::ln10 / 400.0;

/// What an error of the score adds to a gradient of the log-likelihood, a number a player.
void add_error(const ClusteredScore& score, double error, std::span<double> gradient) {
  gradient[score.first] += kEloSlope * score.games * error;
  gradient[score.second] -= kEloSlope * score.games * error;
}

/// Adds (C g) (C g)' to `sum`.
void add_square(const std::vector<double>& covariance, std::span<const double> gradient, std::vector<double>& sum) {
  const std::size_t n = gradient.size();
  std::vector<double> solved(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) solved[i] += covariance[i * n + j] * gradient[j];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) sum[i * n + j] += solved[i] * solved[j];
}

/// One more than the largest unit's number.
std::size_t units_of(std::span<const ClusteredScore> scores) {
  std::size_t count = 0;
  for (const ClusteredScore& score : scores)
    for (const UnitMean& unit : score.units) count = std::max(count, unit.unit + 1);
  return count;
}

}  // namespace

void count_units(std::span<const ClusteredScore> scores, Ratings& ratings) {
  const std::size_t n = ratings.elo.size();
  const std::size_t units = units_of(scores);
  std::vector<double> gradients(units * n);  // unit by unit
  const auto gradient_of = [&](std::size_t unit) { return std::span(gradients).subspan(unit * n, n); };
  std::vector<double> sum(n * n);
  for (const ClusteredScore& score : scores) {
    double own = score.standard_error * score.standard_error;
    for (const UnitMean& unit : score.units) {
      const double error = (unit.mean - score.score) / static_cast<double>(score.units.size());
      add_error(score, error, gradient_of(unit.unit));
      own -= error * error;
    }
    std::vector<double> alone(n);
    add_error(score, std::sqrt(std::max(0.0, own)), alone);
    add_square(ratings.covariance, alone, sum);
  }
  for (std::size_t unit = 0; unit < units; ++unit) add_square(ratings.covariance, gradient_of(unit), sum);
  ratings.covariance = std::move(sum);
  for (std::size_t i = 0; i < n; ++i) ratings.standard_error[i] = std::sqrt(ratings.covariance[i * n + i]);
}

}  // namespace rootward
