// Trinomial and pentanomial scores.
#include "core/statistics/match_score.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "core/statistics/beta.h"
#include "core/statistics/elo.h"

namespace rootward {
namespace {

/// Statistics of `counts` draws from the scores 0, 1 / k, .., 1. `games_each` is the number of games in one draw.
ScoreStatistics statistics_of(std::span<const std::uint64_t> counts, double games_each) {
  const auto steps = static_cast<double>(counts.size() - 1);
  double n = 0;
  double points = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    n += static_cast<double>(counts[i]);
    points += static_cast<double>(counts[i]) * static_cast<double>(i);
  }
  assert(n > 0);
  ScoreStatistics result;
  result.score = points / (steps * n);
  double squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double deviation = static_cast<double>(i) / steps - result.score;
    squares += static_cast<double>(counts[i]) * deviation * deviation;
  }
  result.variance = squares / n;
  result.standard_error = std::sqrt(result.variance / n);
  const double half = kZ95 * result.standard_error;
  result.ci95 = {result.score - half, result.score + half};
  result.elo = elo_of_score(result.score);
  result.elo_ci95 = elo_interval(result.ci95);
  result.elo_error = 0.5 * (result.elo_ci95.high - result.elo_ci95.low);
  if (result.variance > 0) {
    result.normalized_elo = (result.score - 0.5) / std::sqrt(games_each * result.variance) * kNormalizedElo;
    result.normalized_elo_error = kZ95 * kNormalizedElo / std::sqrt(games_each * n);
    result.los_normal = normal_cdf((result.score - 0.5) / result.standard_error);
  } else {
    result.normalized_elo = result.normalized_elo_error = std::numeric_limits<double>::quiet_NaN();
    result.los_normal = result.score > 0.5 ? 1.0 : 0.0;
  }
  return result;
}

}  // namespace

ScoreStatistics game_statistics(const GameCounts& counts) {
  const std::array<std::uint64_t, 3> ordered = {counts.losses, counts.draws, counts.wins};
  return statistics_of(ordered, 1.0);
}

ScoreStatistics pair_statistics(const PairCounts& counts) { return statistics_of(counts, 2.0); }

double effective_games(const GameCounts& counts) {
  const ScoreStatistics statistics = game_statistics(counts);
  const auto n = static_cast<double>(counts.games());
  if (statistics.variance <= 0) return n;
  return n * statistics.score * (1.0 - statistics.score) / statistics.variance;
}

Interval wilson_of_games(const GameCounts& counts, double z) {
  return wilson_interval(game_statistics(counts).score, effective_games(counts), z);
}

double likelihood_of_superiority(const GameCounts& counts) {
  return beta_cdf(0.5, static_cast<double>(counts.losses) + 1.0, static_cast<double>(counts.wins) + 1.0);
}

double likelihood_of_superiority_normal(const GameCounts& counts) {
  const double wins = static_cast<double>(counts.wins);
  const double losses = static_cast<double>(counts.losses);
  if (wins + losses <= 0) return std::numeric_limits<double>::quiet_NaN();
  return normal_cdf((wins - losses) / std::sqrt(wins + losses));
}

double sign_test_p(std::uint64_t wins, std::uint64_t losses) {
  if (wins == losses) return 1;
  const auto more = static_cast<double>(std::max(wins, losses));
  const auto less = static_cast<double>(std::min(wins, losses));
  return std::min(1.0, 2.0 * beta_cdf(0.5, more, less + 1.0));
}

double pairs_ratio(const PairCounts& counts) {
  const auto won = static_cast<double>(counts[3] + counts[4]);
  const auto lost = static_cast<double>(counts[0] + counts[1]);
  if (lost <= 0) {
    return won > 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  }
  return won / lost;
}

}  // namespace rootward
