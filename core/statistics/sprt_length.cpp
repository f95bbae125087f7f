// Operating characteristic and expected length of a sequential test (Wald 1947).
#include <cassert>
#include <cmath>

#include "core/math.h"
#include "core/statistics/elo.h"
#include "core/statistics/sprt.h"

namespace rootward {
namespace {

/// One game's step of the log-likelihood ratio: `up` with probability `p`, else `down`.
struct Step {
  double p = 0.5;
  double up = 0;
  double down = 0;
  [[nodiscard]] double mean() const { return p * up + (1.0 - p) * down; }
  /// E[exp(h step)] - 1.
  [[nodiscard]] double moment(double h) const { return p * expm1_exact(h * up) + (1.0 - p) * expm1_exact(h * down); }
};

/// The h other than 0 with E[exp(h step)] = 1; its sign is opposite to the mean's.
double wald_exponent(const Step& step) {
  const double sign = step.mean() > 0 ? -1.0 : 1.0;
  double far = sign;
  while (step.moment(far) < 0) far *= 2.0;
  double near = 0.5 * far;
  while (step.moment(near) > 0) near *= 0.5;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (near + far);
    (step.moment(middle) < 0 ? near : far) = middle;
  }
  return 0.5 * (near + far);
}

}  // namespace

SprtLength sprt_length(double elo, const EloHypotheses& hypotheses, double alpha, double beta) {
  assert(hypotheses.elo0 < hypotheses.elo1);
  const Interval bounds = sprt_bounds(alpha, beta);
  const double p0 = score_of_elo(hypotheses.elo0);
  const double p1 = score_of_elo(hypotheses.elo1);
  const Step step{score_of_elo(elo), log_exact(p1 / p0), log_exact((1.0 - p1) / (1.0 - p0))};
  SprtLength result;
  if (std::fabs(step.mean()) < 1e-9 * (step.up - step.down)) {
    const double square = step.p * step.up * step.up + (1.0 - step.p) * step.down * step.down;
    result.accept_h1 = -bounds.low / (bounds.high - bounds.low);
    result.expected_games = -bounds.low * bounds.high / square;
    return result;
  }
  const double h = wald_exponent(step);
  // (1 - e^(h low)) / (e^(h high) - e^(h low)), by the end whose power does not overflow.
  const double width = std::fabs(h) * (bounds.high - bounds.low);
  const double near = h > 0 ? h * bounds.low : h * bounds.high;
  const double far = h > 0 ? h * bounds.high : h * bounds.low;
  const double rarer = exp_exact(-far) * expm1_exact(near) / expm1_exact(-width);
  result.accept_h1 = h > 0 ? rarer : 1.0 - rarer;
  result.expected_games = ((1.0 - result.accept_h1) * bounds.low + result.accept_h1 * bounds.high) / step.mean();
  return result;
}

}  // namespace rootward
