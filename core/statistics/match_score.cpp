// Trinomial and pentanomial scores.
#include "core/statistics/match_score.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/statistics/beta.h"
#include "core/statistics/elo.h"

namespace rootward {
namespace {

std::array<std::uint64_t, 3> in_order(const GameCounts& counts) { return {counts.losses, counts.draws, counts.wins}; }

}  // namespace

ScoreStatistics score_statistics(std::span<const std::uint64_t> counts) {
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
  return result;
}

ScoreStatistics spread_statistics(std::span<const std::uint64_t> counts) {
  constexpr std::uint64_t kFewUnlike = 10;
  std::vector<std::uint64_t> counted(counts.begin(), counts.end());
  const std::uint64_t all = std::accumulate(counted.begin(), counted.end(), std::uint64_t{0});
  if (all >= kFewScores && all - *std::ranges::max_element(counted) < kFewUnlike) {
    ++counted.front();
    ++counted.back();
  }
  return score_statistics(counted);
}

GameCounts reversed(const GameCounts& counts) {
  return {.wins = counts.losses, .draws = counts.draws, .losses = counts.wins};
}

PairCounts reversed(PairCounts counts) {
  std::ranges::reverse(counts);
  return counts;
}

ScoreStatistics game_statistics(const GameCounts& counts) { return score_statistics(in_order(counts)); }

ScoreStatistics pair_statistics(const PairCounts& counts) { return score_statistics(counts); }

double effective_games(const GameCounts& counts) {
  const auto n = static_cast<double>(counts.games());
  if (game_statistics(counts).variance <= 0) return n;
  const ScoreStatistics spread = spread_statistics(in_order(counts));
  return n * spread.score * (1.0 - spread.score) / spread.variance;
}

double likelihood_of_superiority(const GameCounts& counts) {
  return beta_cdf(0.5, static_cast<double>(counts.losses) + 1.0, static_cast<double>(counts.wins) + 1.0);
}

double sign_test_p(std::uint64_t wins, std::uint64_t losses) {
  if (wins == losses) return 1;
  const auto more = static_cast<double>(std::max(wins, losses));
  const auto less = static_cast<double>(std::min(wins, losses));
  return std::min(1.0, 2.0 * beta_cdf(0.5, more, less + 1.0));
}

}  // namespace rootward
