// The log-likelihood ratio of pairs under two Elo hypotheses.
#include "core/statistics/sprt.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <tuple>

#include "core/math.h"
#include "core/statistics/elo.h"

namespace rootward {
namespace {

constexpr double kNeverSeen = 0.001;
constexpr std::size_t kOutcomes = std::tuple_size_v<PairCounts>;

using Distribution = std::array<double, kOutcomes>;

/// Outcome i of a pair as a mean score in [0, 1].
constexpr double score_at(std::size_t i) { return static_cast<double>(i) / static_cast<double>(kOutcomes - 1); }

/// The theta where sum_i p_i x_i / (1 + theta x_i) = 0, for x of both signs: the sum falls over the open interval.
double secular_root(const Distribution& p, const Distribution& x) {
  double low = -1.0 / *std::max_element(x.begin(), x.end());
  double high = -1.0 / *std::min_element(x.begin(), x.end());
  while (true) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    double sum = 0;
    for (std::size_t i = 0; i < kOutcomes; ++i) sum += p[i] * x[i] / (1.0 + middle * x[i]);
    (sum > 0 ? low : high) = middle;
  }
}

/// The distribution nearest to `p` in likelihood whose expected score is `score`.
Distribution with_score(const Distribution& p, double score) {
  Distribution x;
  for (std::size_t i = 0; i < kOutcomes; ++i) x[i] = score_at(i) - score;
  const double theta = secular_root(p, x);
  Distribution result;
  for (std::size_t i = 0; i < kOutcomes; ++i) result[i] = p[i] / (1.0 + theta * x[i]);
  return result;
}

}  // namespace

double log_likelihood_ratio(const PairCounts& given, const EloHypotheses& hypotheses) {
  if (std::all_of(given.begin(), given.end(), [](std::uint64_t count) { return count == 0; })) return 0;
  Distribution counts;
  double total = 0;
  for (std::size_t i = 0; i < kOutcomes; ++i) {
    counts[i] = given[i] > 0 ? static_cast<double>(given[i]) : kNeverSeen;
    total += counts[i];
  }
  Distribution p;
  for (std::size_t i = 0; i < kOutcomes; ++i) p[i] = counts[i] / total;
  const Distribution p0 = with_score(p, score_of_elo(hypotheses.elo0));
  const Distribution p1 = with_score(p, score_of_elo(hypotheses.elo1));
  double sum = 0;
  for (std::size_t i = 0; i < kOutcomes; ++i) sum += counts[i] * log_exact(p1[i] / p0[i]);
  return sum;
}

Interval sprt_bounds(double alpha, double beta) {
  assert(alpha > 0 && alpha < 0.5 && beta > 0 && beta < 0.5);
  return {log_exact(beta / (1.0 - alpha)), log_exact((1.0 - beta) / alpha)};
}

SprtState sprt_pentanomial(const std::array<std::uint64_t, 5>& counts, double elo0, double elo1, double alpha,
                           double beta) {
  assert(elo0 < elo1);
  const Interval bounds = sprt_bounds(alpha, beta);
  SprtState state;
  state.llr = log_likelihood_ratio(counts, {elo0, elo1});
  state.lower = bounds.low;
  state.upper = bounds.high;
  if (state.llr <= state.lower) state.decision = SprtDecision::accept_h0;
  if (state.llr >= state.upper) state.decision = SprtDecision::accept_h1;
  return state;
}

}  // namespace rootward
