// The sandwich over units.
#include "core/statistics/clustered_ratings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace rootward {
namespace {

constexpr double kEloSlope = std::numbers::ln10 / 400.0;

/// Gradient of the log-likelihood, a number a player.
using Gradient = std::vector<double>;

/// What an error of the score adds.
void add_error(const ClusteredScore& score, double error, Gradient& to) {
  to[score.first] += kEloSlope * score.games * error;
  to[score.second] -= kEloSlope * score.games * error;
}

/// Adds (C g) (C g)' to `sum`.
void add_square(const std::vector<double>& covariance, const Gradient& gradient, std::vector<double>& sum) {
  const std::size_t n = gradient.size();
  std::vector<double> solved(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) solved[i] += covariance[i * n + j] * gradient[j];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) sum[i * n + j] += solved[i] * solved[j];
}

}  // namespace

void count_units(std::span<const ClusteredScore> scores, Ratings& ratings) {
  const std::size_t n = ratings.elo.size();
  std::map<std::size_t, Gradient> by_unit;
  std::vector<double> sum(n * n);
  for (const ClusteredScore& score : scores) {
    double own = score.standard_error * score.standard_error;
    for (const UnitMean& unit : score.units) {
      const double error = (unit.mean - score.score) / static_cast<double>(score.units.size());
      add_error(score, error, by_unit.try_emplace(unit.unit, n).first->second);
      own -= error * error;
    }
    Gradient alone(n);
    add_error(score, std::sqrt(std::max(0.0, own)), alone);
    add_square(ratings.covariance, alone, sum);
  }
  for (const auto& entry : by_unit) add_square(ratings.covariance, entry.second, sum);
  ratings.covariance = std::move(sum);
  for (std::size_t i = 0; i < n; ++i) ratings.standard_error[i] = std::sqrt(ratings.covariance[i * n + i]);
}

}  // namespace rootward
