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
  assert(demand.power > 0.5 * demand.alpha / static_cast<double>(demand.comparisons));
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

namespace {

/// Equal pairs show no spread.
double error_with_one_more_of_both(PairCounts pairs) {
  ++pairs.front();
  ++pairs.back();
  return pair_statistics(pairs).standard_error;
}

}  // namespace

double games_ratio_to_show(const ScoreEstimate& estimate, const PowerDemand& demand) {
  const double gain = std::fabs(estimate.score - 0.5);
  if (gain <= 0) return std::numeric_limits<double>::infinity();
  const auto error_at = [&](double score) {
    switch (estimate.formula) {
      case IntervalFormula::wilson:
        return std::sqrt(score * (1.0 - score) / estimate.effective_n);
      case IntervalFormula::exact:
        return error_with_one_more_of_both(estimate.pairs);
      case IntervalFormula::pentanomial:
        break;
    }
    return estimate.standard_error;
  };
  const double errors =
      alpha_quantile(demand) * error_at(0.5) + normal_quantile(demand.power) * error_at(estimate.score);
  return errors * errors / (gain * gain);
}

}  // namespace rootward
