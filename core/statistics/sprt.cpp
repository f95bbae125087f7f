// Log-likelihood ratios of match results under two Elo hypotheses.
#include "core/statistics/sprt.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "core/math.h"
#include "core/statistics/elo.h"

namespace rootward {
namespace {

constexpr double kNeverSeen = 0.001;
constexpr int kMaxNewtonSteps = 10;

template <std::size_t N>
using Distribution = std::array<double, N>;

/// Outcome i of N as a score in [0, 1].
template <std::size_t N>
constexpr double score_at(std::size_t i) {
  return static_cast<double>(i) / static_cast<double>(N - 1);
}

/// The theta where sum_i p_i x_i / (1 + theta x_i) = 0, for x of both signs: the sum falls over the open interval.
template <std::size_t N>
double secular_root(const Distribution<N>& p, const Distribution<N>& x) {
  double low = -1.0 / *std::max_element(x.begin(), x.end());
  double high = -1.0 / *std::min_element(x.begin(), x.end());
  while (true) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += p[i] * x[i] / (1.0 + middle * x[i]);
    (sum > 0 ? low : high) = middle;
  }
}

/// The distribution nearest to `p` in likelihood under which x has mean 0.
template <std::size_t N>
Distribution<N> most_likely(const Distribution<N>& p, const Distribution<N>& x) {
  const double theta = secular_root(p, x);
  Distribution<N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = p[i] / (1.0 + theta * x[i]);
  return result;
}

/// Maximum likelihood under the expected score `score`.
template <std::size_t N>
Distribution<N> with_score(const Distribution<N>& p, double score) {
  Distribution<N> x;
  for (std::size_t i = 0; i < N; ++i) x[i] = score_at<N>(i) - score;
  return most_likely(p, x);
}

/// Maximum likelihood under (mean - 1/2) / deviation = t: the constraint is made linear at the last distribution and
/// solved again until it stands still.
template <std::size_t N>
Distribution<N> with_t_value(const Distribution<N>& p, double t) {
  Distribution<N> result;
  result.fill(1.0 / static_cast<double>(N));
  for (int iteration = 0; iteration < kMaxNewtonSteps; ++iteration) {
    double mean = 0;
    double variance = 0;
    for (std::size_t i = 0; i < N; ++i) mean += score_at<N>(i) * result[i];
    for (std::size_t i = 0; i < N; ++i) variance += (score_at<N>(i) - mean) * (score_at<N>(i) - mean) * result[i];
    const double deviation = std::sqrt(variance);
    Distribution<N> x;
    for (std::size_t i = 0; i < N; ++i) {
      const double z = (mean - score_at<N>(i)) / deviation;
      x[i] = score_at<N>(i) - 0.5 - 0.5 * t * deviation * (1.0 + z * z);
    }
    const Distribution<N> before = result;
    result = most_likely(p, x);
    double change = 0;
    for (std::size_t i = 0; i < N; ++i) change = std::max(change, std::fabs(result[i] - before[i]));
    if (change < 1e-9) break;
  }
  return result;
}

template <std::size_t N>
double ratio_of(const std::array<std::uint64_t, N>& given, const EloHypotheses& hypotheses, double games_each) {
  if (std::all_of(given.begin(), given.end(), [](std::uint64_t count) { return count == 0; })) return 0;
  Distribution<N> counts;
  double total = 0;
  for (std::size_t i = 0; i < N; ++i) {
    counts[i] = given[i] > 0 ? static_cast<double>(given[i]) : kNeverSeen;
    total += counts[i];
  }
  Distribution<N> p;
  for (std::size_t i = 0; i < N; ++i) p[i] = counts[i] / total;
  const auto under = [&](double elo) {
    return hypotheses.model == EloModel::logistic ? with_score(p, score_of_elo(elo))
                                                  : with_t_value(p, std::sqrt(games_each) * elo / kNormalizedElo);
  };
  const Distribution<N> p0 = under(hypotheses.elo0);
  const Distribution<N> p1 = under(hypotheses.elo1);
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += counts[i] * log_exact(p1[i] / p0[i]);
  return sum;
}

/// Loss, draw and win by BayesElo: a win needs `draw_elo` more, a loss as much less.
Distribution<3> bayesian_outcomes(double elo, double draw_elo) {
  const double win = score_of_elo(elo - draw_elo);
  const double loss = score_of_elo(-elo - draw_elo);
  return {loss, 1.0 - win - loss, win};
}

double bayesian_ratio(const GameCounts& given, const EloHypotheses& hypotheses) {
  Distribution<3> counts = {static_cast<double>(given.losses), static_cast<double>(given.draws),
                            static_cast<double>(given.wins)};
  double total = 0;
  for (double& count : counts) {
    count = std::max(count, kNeverSeen);
    total += count;
  }
  const double draw_elo = 0.5 * (elo_of_score(1.0 - counts[0] / total) + elo_of_score(1.0 - counts[2] / total));
  const Distribution<3> p0 = bayesian_outcomes(hypotheses.elo0, draw_elo);
  const Distribution<3> p1 = bayesian_outcomes(hypotheses.elo1, draw_elo);
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += counts[i] * log_exact(p1[i] / p0[i]);
  return sum;
}

}  // namespace

double log_likelihood_ratio(const GameCounts& counts, const EloHypotheses& hypotheses) {
  if (counts.games() == 0) return 0;
  if (hypotheses.model == EloModel::bayesian) return bayesian_ratio(counts, hypotheses);
  const std::array<std::uint64_t, 3> ordered = {counts.losses, counts.draws, counts.wins};
  return ratio_of(ordered, hypotheses, 1.0);
}

double log_likelihood_ratio(const PairCounts& counts, const EloHypotheses& hypotheses) {
  assert(hypotheses.model != EloModel::bayesian);
  return ratio_of(counts, hypotheses, 2.0);
}

double log_likelihood_ratio_normal(const ScoreStatistics& statistics, double elo0, double elo1) {
  const double s0 = score_of_elo(elo0);
  const double s1 = score_of_elo(elo1);
  const double square_error = statistics.standard_error * statistics.standard_error;
  return (s1 - s0) * (2.0 * statistics.score - s0 - s1) / (2.0 * square_error);
}

double log_likelihood_ratio_binomial(std::uint64_t wins, std::uint64_t losses, double elo0, double elo1) {
  const double p0 = score_of_elo(elo0);
  const double p1 = score_of_elo(elo1);
  return static_cast<double>(wins) * log_exact(p1 / p0) +
         static_cast<double>(losses) * log_exact((1.0 - p1) / (1.0 - p0));
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
  state.llr = log_likelihood_ratio(counts, {elo0, elo1, EloModel::logistic});
  state.lower = bounds.low;
  state.upper = bounds.high;
  if (state.llr <= state.lower) state.decision = SprtDecision::accept_h0;
  if (state.llr >= state.upper) state.decision = SprtDecision::accept_h1;
  return state;
}

}  // namespace rootward
