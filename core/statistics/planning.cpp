// Sample sizes, detectable differences, and tests of one score.
#include "core/statistics/planning.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/statistics/elo.h"

namespace rootward {
namespace {

constexpr double kZ80 = 0.8416212335729143;  // 0.8 quantile of the normal

/// Games, unrounded, that find the difference in Elo with power 80 %.
double power80_games(double elo) {
  const double score = score_of_elo(elo);
  const double sum = 0.5 * kZ95 + kZ80 * std::sqrt(score * (1.0 - score));
  const double gain = score - 0.5;
  return sum * sum / (gain * gain);
}

}  // namespace

double score_error_at(double elo, double games) {
  const double score = score_of_elo(elo);
  return std::sqrt(score * (1.0 - score) / games);
}

std::uint64_t games_for_half_width(double elo, double half_width) {
  assert(half_width > 0);
  const double score = score_of_elo(elo);
  // Slope of the score in Elo: s (1 - s) ln(10) / 400.
  const double width = half_width * 2.0 / kNormalizedElo;
  return static_cast<std::uint64_t>(std::ceil(kZ95 * kZ95 / (score * (1.0 - score) * width * width)));
}

std::uint64_t games_for_power80(double elo) {
  assert(elo != 0);
  return static_cast<std::uint64_t>(std::ceil(power80_games(elo)));
}

double detectable_elo(double games) {
  assert(games > 0);
  double low = 0;
  double high = 6000;
  if (power80_games(high) > games) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (power80_games(middle) > games ? low : high) = middle;
  }
  return high;
}

double expected_best_score(int candidates, double games) {
  return 0.5 + expected_maximum_of_normals(candidates) * score_error_at(0, games);
}

double z_against(const ScoreEstimate& estimate, double tested) {
  assert(tested > 0 && tested < 1);
  const double error =
      estimate.is_wilson ? std::sqrt(tested * (1.0 - tested) / estimate.effective_n) : estimate.standard_error;
  assert(error > 0);
  return (estimate.score - tested) / error;
}

Interval score_interval(const ScoreEstimate& estimate, double z) {
  if (estimate.is_wilson) return wilson_interval(estimate.score, estimate.effective_n, z);
  return {estimate.score - z * estimate.standard_error, estimate.score + z * estimate.standard_error};
}

double equivalence_p(const ScoreEstimate& estimate, double margin_elo) {
  const double p_low = normal_cdf(-z_against(estimate, score_of_elo(-margin_elo)));
  const double p_high = normal_cdf(z_against(estimate, score_of_elo(margin_elo)));
  return std::max(p_low, p_high);
}

}  // namespace rootward
