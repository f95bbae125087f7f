// Runs both and compares what they say.
#include "evaluators/net/way_error.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "core/math.h"

namespace rootward::net {
namespace {

std::vector<double> priors_of(const Output& output, const SeenPosition& position) {
  std::vector<double> priors;
  double highest = -1e300, sum = 0;
  for (const std::size_t i : position.legal) highest = std::max(highest, static_cast<double>(output.policy[i]));
  for (const std::size_t i : position.legal)
    sum += priors.emplace_back(exp_exact(static_cast<double>(output.policy[i]) - highest));
  for (double& prior : priors) prior /= sum;
  return priors;
}

}  // namespace

WayError way_error(Runner& reference, Runner& other, std::span<const SeenPosition> positions) {
  assert(!positions.empty());
  WayError error;
  Output expected, given;
  for (const SeenPosition& position : positions) {
    reference.run(position.planes, position.globals, expected);
    other.run(position.planes, position.globals, given);
    const std::vector<double> p = priors_of(expected, position), q = priors_of(given, position);
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p[i] > 0) error.divergence += p[i] * (log_exact(p[i]) - log_exact(q[i]));
      error.largest_prior = std::max(error.largest_prior, std::abs(p[i] - q[i]));
    }
    const double difference = expected.value - given.value;
    error.value_rms += difference * difference;
    error.same_move += std::ranges::max_element(p) - p.begin() == std::ranges::max_element(q) - q.begin() ? 1 : 0;
  }
  const auto count = static_cast<double>(positions.size());
  error.divergence /= count;
  error.value_rms = std::sqrt(error.value_rms / count);
  error.same_move /= count;
  return error;
}

}  // namespace rootward::net
