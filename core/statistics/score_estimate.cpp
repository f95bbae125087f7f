// Intervals and tests by formula.
#include "core/statistics/score_estimate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/statistics/elo.h"
#include "core/statistics/exact_score.h"
#include "core/statistics/normal.h"

namespace rootward {
namespace {

constexpr std::size_t kEven = 2;  // of PairCounts: a point for each
constexpr std::uint64_t kFewWon = 20;
constexpr double kLeastTail = 1e-300;  // of which the normal quantile is still exact

std::uint64_t sum_of(const PairCounts& pairs) { return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0}); }

/// One-sided p of "the true score is `tested` or less" and of "or more".
std::array<double, 2> one_sided(const ScoreEstimate& estimate, double tested) {
  if (estimate.formula == IntervalFormula::exact)
    return {exact_p_of_at_most(estimate.pairs, tested), exact_p_of_at_least(estimate.pairs, tested)};
  const double z = z_against(estimate, tested);
  return {normal_cdf(-z), normal_cdf(z)};
}

double exact_z(const ScoreEstimate& estimate, double tested) {
  const auto [at_most, at_least] = one_sided(estimate, tested);
  const auto size = [](double p) { return std::fabs(normal_quantile(std::clamp(p, kLeastTail, 0.5))); };
  return at_most < at_least ? size(at_most) : -size(at_least);
}

}  // namespace

std::string_view formula_name(IntervalFormula formula) {
  constexpr std::array<std::string_view, 3> kNames = {"pentanomial", "wilson", "exact"};
  return kNames[static_cast<std::size_t>(formula)];
}

ScoreEstimate wilson_estimate(const GameCounts& counts) {
  return {.score = game_statistics(counts).score,
          .formula = IntervalFormula::wilson,
          .effective_n = effective_games(counts)};
}

bool tell_error(const PairCounts& pairs) {
  const auto outcomes = std::ranges::count_if(pairs, [](std::uint64_t count) { return count > 0; });
  return outcomes > 1 || (outcomes == 1 && pairs[kEven] >= kFewPairs);
}

double pair_error(const PairCounts& pairs) { return spread_statistics(pairs).standard_error; }

bool are_few(std::span<const std::uint64_t> counts) {
  const std::size_t most = counts.size() - 1;
  std::uint64_t won = 0;  // in steps of a score: as many as `most` are a score of 1
  std::uint64_t lost = 0;
  for (std::size_t i = 0; i <= most; ++i) {
    won += i * counts[i];
    lost += (most - i) * counts[i];
  }
  return std::min(won, lost) < most * kFewWon;
}

Interval mean_interval(std::span<const std::uint64_t> counts) {
  if (are_few(counts)) return exact_interval(counts, 0.5 * 0.05);
  const double half = kZ95 * spread_statistics(counts).standard_error;
  const double score = score_statistics(counts).score;
  return {score - half, score + half};
}

ScoreEstimate pair_estimate(const PairCounts& pairs) {
  ScoreEstimate estimate;
  estimate.score = pair_statistics(pairs).score;
  estimate.formula = are_few(pairs) ? IntervalFormula::exact : IntervalFormula::pentanomial;
  if (estimate.formula == IntervalFormula::exact)
    estimate.pairs = pairs;
  else
    estimate.standard_error = pair_error(pairs);
  return estimate;
}

ScoreEstimate score_estimate(const GameCounts& games, const PairCounts& pairs, bool are_independent) {
  if (!are_independent && !are_few(pairs)) return wilson_estimate(games);
  ScoreEstimate estimate = pair_estimate(pairs);
  if (2 * sum_of(pairs) != games.games()) estimate.score = game_statistics(games).score;
  return estimate;
}

ScoreEstimate reversed(ScoreEstimate estimate) {
  estimate.score = 1.0 - estimate.score;
  estimate.pairs = reversed(estimate.pairs);
  return estimate;
}

double standard_error_of(const ScoreEstimate& estimate) {
  if (estimate.formula == IntervalFormula::pentanomial) return estimate.standard_error;
  const Interval ends = score_interval(estimate);
  return (ends.high - ends.low) / (2.0 * kZ95);
}

ScoreEstimate as_pentanomial(const ScoreEstimate& estimate) {
  if (estimate.formula == IntervalFormula::pentanomial) return estimate;
  const Interval ends = score_interval(estimate);
  return {.score = estimate.score,
          .formula = IntervalFormula::pentanomial,
          .standard_error = std::max(ends.high - estimate.score, estimate.score - ends.low) / kZ95};
}

double z_against(const ScoreEstimate& estimate, double tested) {
  assert(tested > 0 && tested < 1);
  if (estimate.formula == IntervalFormula::exact) return exact_z(estimate, tested);
  const double error = estimate.formula == IntervalFormula::wilson
                           ? std::sqrt(tested * (1.0 - tested) / estimate.effective_n)
                           : estimate.standard_error;
  assert(error > 0);
  return (estimate.score - tested) / error;
}

double p_against(const ScoreEstimate& estimate, double tested) {
  if (estimate.formula != IntervalFormula::exact) return two_sided_p(z_against(estimate, tested));
  const auto [at_most, at_least] = one_sided(estimate, tested);
  return std::min(1.0, 2.0 * std::min(at_most, at_least));
}

Interval score_interval(const ScoreEstimate& estimate, double z) {
  if (estimate.formula == IntervalFormula::wilson) return wilson_interval(estimate.score, estimate.effective_n, z);
  if (estimate.formula == IntervalFormula::exact) return exact_interval(estimate.pairs, normal_cdf(-z));
  return {estimate.score - z * estimate.standard_error, estimate.score + z * estimate.standard_error};
}

double equivalence_p(const ScoreEstimate& estimate, double margin_elo) {
  return std::max(one_sided(estimate, score_of_elo(-margin_elo))[0], one_sided(estimate, score_of_elo(margin_elo))[1]);
}

}  // namespace rootward
