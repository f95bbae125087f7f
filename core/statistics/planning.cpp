// Sample sizes, detectable differences, and tests of one score.
#include "core/statistics/planning.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "core/statistics/beta.h"
#include "core/statistics/elo.h"

namespace rootward {
namespace {

constexpr double kZ80 = 0.8416212335729143;  // 0.8 quantile of the normal

constexpr std::size_t kEven = 2;  // of PairCounts: a point for each
constexpr std::uint64_t kFewUneven = 10;

/// Games, unrounded, that find the difference in Elo with power 80 %.
double power80_games(double elo) {
  const double score = score_of_elo(elo);
  const double sum = 0.5 * kZ95 + kZ80 * std::sqrt(score * (1.0 - score));
  const double gain = score - 0.5;
  return sum * sum / (gain * gain);
}

double alpha_quantile(const PowerDemand& demand) {
  return normal_quantile(1.0 - 0.5 * demand.alpha / static_cast<double>(demand.comparisons));
}

/// By how many standard errors a true difference must exceed 0 to be found.
double difference_quantiles(const PowerDemand& demand) {
  return alpha_quantile(demand) + normal_quantile(demand.power);
}

/// At least one; a difference too small for the type needs the largest number there is.
std::uint64_t whole_pairs(double pairs) {
  constexpr double kMost = 9e18;
  return static_cast<std::uint64_t>(std::clamp(std::ceil(pairs), 1.0, kMost));
}

}  // namespace

std::uint64_t pairs_for_difference(double elo, const PowerDemand& demand) {
  assert(elo != 0);
  const double errors = difference_quantiles(demand) * demand.pair_deviation / (score_of_elo(elo) - 0.5);
  return whole_pairs(errors * errors);
}

std::uint64_t pairs_for_equivalence(double margin_elo, const PowerDemand& demand) {
  assert(margin_elo > 0);
  const double quantiles = normal_quantile(1.0 - demand.alpha) + normal_quantile(0.5 * (1.0 + demand.power));
  const double errors = quantiles * demand.pair_deviation / (score_of_elo(margin_elo) - 0.5);
  return whole_pairs(errors * errors);
}

double smallest_difference(std::uint64_t pairs, const PowerDemand& demand) {
  assert(pairs > 0);
  return elo_of_score(0.5 +
                      difference_quantiles(demand) * demand.pair_deviation / std::sqrt(static_cast<double>(pairs)));
}

std::optional<std::uint64_t> results_for_sign_test(std::uint64_t wins, std::uint64_t losses, std::uint64_t results,
                                                   std::uint64_t most, const PowerDemand& demand) {
  const double level = demand.alpha / static_cast<double>(demand.comparisons);
  const double share =
      static_cast<double>(std::max(wins, losses)) / static_cast<double>(std::max<std::uint64_t>(1, wins + losses));
  for (std::uint64_t n = 1; n <= most; ++n) {
    const std::uint64_t decided = n * (wins + losses) / results;
    std::uint64_t needed = decided / 2 + 1;
    while (needed <= decided && sign_test_p(needed, decided - needed) >= level) ++needed;
    if (needed > decided) continue;
    // P(Binomial(decided, share) >= needed)
    if (beta_cdf(share, static_cast<double>(needed), static_cast<double>(decided - needed + 1)) >= demand.power)
      return n;
  }
  return std::nullopt;
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

double expected_best_score(int candidates, double standard_error) {
  return 0.5 + expected_maximum_of_normals(candidates) * standard_error;
}

double best_of_equals(int candidates, std::uint64_t games) {
  return expected_best_score(candidates, std::sqrt(0.25 / static_cast<double>(games)));
}

ScoreEstimate wilson_estimate(const GameCounts& counts) {
  return {.score = game_statistics(counts).score,
          .is_wilson = true,
          .effective_n = effective_games(counts),
          .standard_error = 0};
}

bool tell_error(const PairCounts& pairs) {
  const auto outcomes = std::ranges::count_if(pairs, [](std::uint64_t count) { return count > 0; });
  return outcomes > 1 || (outcomes == 1 && pairs[kEven] >= kFewPairs);
}

ScoreEstimate pair_estimate(const PairCounts& pairs) {
  const std::uint64_t all = std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
  PairCounts counted = pairs;
  if (all >= kFewPairs && all - pairs[kEven] < kFewUneven) {
    ++counted.front();
    ++counted.back();
  }
  return {.score = pair_statistics(pairs).score,
          .is_wilson = false,
          .effective_n = 0,
          .standard_error = pair_statistics(counted).standard_error};
}

double standard_error_of(const ScoreEstimate& estimate) {
  if (!estimate.is_wilson) return estimate.standard_error;
  const Interval ends = score_interval(estimate);
  return (ends.high - ends.low) / (2.0 * kZ95);
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

double games_ratio_to_show(const ScoreEstimate& estimate, const PowerDemand& demand) {
  const double gain = std::fabs(estimate.score - 0.5);
  if (gain <= 0) return std::numeric_limits<double>::infinity();
  const auto error_at = [&](double score) {
    return estimate.is_wilson ? std::sqrt(score * (1.0 - score) / estimate.effective_n) : estimate.standard_error;
  };
  const double errors =
      alpha_quantile(demand) * error_at(0.5) + normal_quantile(demand.power) * error_at(estimate.score);
  return errors * errors / (gain * gain);
}

}  // namespace rootward
