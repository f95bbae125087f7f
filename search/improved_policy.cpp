// Completed values, and the policy that they make of the priors.
#include "search/improved_policy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math.h"

namespace rootward {
namespace {

/// A network's softmax may come to 0, for whose logarithm, or share, nothing could make up.
double floored(float prior) { return static_cast<double>(std::max(prior, std::numeric_limits<float>::min())); }
double log_prior(float prior) { return log_exact(floored(prior)); }

Value completed(const MoveColumns& moves, std::uint32_t index, Value mixed) {
  if (moves.proofs != nullptr && (moves.proofs[index] & kProven) != 0) return moves.exact[index];
  return moves.visits[index] > 0 ? moves.values[index] : mixed;
}

}  // namespace

std::vector<ParamSpec> value_transform_specs() {
  return {{.key = "c_visit",
           .help = "sigma(q) = (c_visit + most visits of a move) c_scale q, q in [0, 1]",
           .fallback = 50.0,
           .low = 0,
           .high = 1e6,
           .tune_low = 10,
           .tune_high = 200,
           .scale = Scale::log,
           .source = "Danihelka et al. 2022"},
          {.key = "c_scale",
           .help = "weight of the values beside the priors; with rescale 0.1 is usual",
           .fallback = 1.0,
           .low = 0,
           .high = 1e6,
           .tune_low = 0.02,
           .tune_high = 2,
           .scale = Scale::log,
           .source = "Danihelka et al. 2022"},
          {.key = "rescale",
           .help = "whether the completed values are spread over [0, 1] first",
           .type = ParamType::boolean,
           .fallback = false,
           .source = "mctx"}};
}

MoveColumns columns_of(const Block& block, std::uint32_t count, const double* reads, Value own) {
  return {.count = count,
          .priors = block.priors(),
          .visits = block.visits(),
          .values = reads,
          .own = own,
          .proofs = block.has_proofs() ? block.proofs() : nullptr,
          .exact = block.values()};
}

Value mixed_value(const MoveColumns& moves) {
  double visits = 0;
  double priors = 0;
  double weighted = 0;
  for (std::uint32_t i = 0; i < moves.count; ++i) {
    if (moves.visits[i] == 0) continue;
    const double prior = floored(moves.priors[i]);
    visits += moves.visits[i];
    priors += prior;
    weighted += prior * moves.values[i];
  }
  return visits == 0 ? moves.own : (moves.own + visits * weighted / priors) / (1 + visits);
}

void improved_logits(const MoveColumns& moves, const ValueTransform& transform, std::vector<double>& logits) {
  const Value mixed = mixed_value(moves);
  std::uint32_t most = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  logits.resize(moves.count);
  for (std::uint32_t i = 0; i < moves.count; ++i) {
    logits[i] = 0.5 * (completed(moves, i, mixed) + 1);
    most = std::max(most, moves.visits[i]);
    low = std::min(low, logits[i]);
    high = std::max(high, logits[i]);
  }
  constexpr double kSmallestRange = 1e-8;
  const double from = transform.rescales ? low : 0;
  const double range = transform.rescales ? std::max(high - low, kSmallestRange) : 1;
  const double factor = (transform.c_visit + most) * transform.c_scale;
  for (std::uint32_t i = 0; i < moves.count; ++i)
    logits[i] = log_prior(moves.priors[i]) + factor * ((logits[i] - from) / range);
}

namespace {

/// By Newton's method from below, in a = alpha - max q and the gaps d_i = max q - q_i, so that nothing cancels: the sum
/// of pi falls and is convex in a. `weights`: l P_i; `gaps`: d_i; becomes the policy.
void solve_regularized(const std::vector<double>& weights, std::vector<double>& gaps) {
  constexpr int kMostSteps = 60;
  double a = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i) a = std::max(a, weights[i] - gaps[i]);
  for (int step = 0; step < kMostSteps; ++step) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      const double inverse = 1 / (a + gaps[i]);
      sum += weights[i] * inverse;
      slope += weights[i] * inverse * inverse;
    }
    const double next = a + (sum - 1) / slope;
    if (!(next > a)) break;
    a = next;
  }
  for (std::size_t i = 0; i < gaps.size(); ++i) gaps[i] = weights[i] / (a + gaps[i]);
}

}  // namespace

void regularized_policy(const MoveColumns& moves, double c, std::vector<double>& policy, std::vector<double>& weights) {
  const Value mixed = mixed_value(moves);
  weights.resize(moves.count);
  policy.resize(moves.count);
  double visits = 0;
  double priors = 0;
  Value best = -std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < moves.count; ++i) {
    visits += moves.visits[i];
    priors += floored(moves.priors[i]);
    policy[i] = completed(moves, i, mixed);
    best = std::max(best, policy[i]);
  }
  const double scale = visits > 0 ? c * std::sqrt(visits) / (visits + moves.count) : 1;
  for (std::uint32_t i = 0; i < moves.count; ++i) weights[i] = scale * (floored(moves.priors[i]) / priors);
  if (visits == 0) {
    policy = weights;
    return;
  }
  for (double& gap : policy) gap = best - gap;
  solve_regularized(weights, policy);
}

void softmax(std::vector<double>& numbers) {
  if (numbers.empty()) return;
  const double highest = *std::ranges::max_element(numbers);
  for (double& number : numbers) number = exp_exact(number - highest);
  const double sum = sum_fixed(numbers);
  for (double& number : numbers) number /= sum;
}

}  // namespace rootward
