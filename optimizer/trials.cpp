// Look-ups among trials, and measurements as values with a variance.
#include "optimizer/trials.h"

#include <algorithm>
#include <cassert>

#include "core/statistics/binomial.h"

namespace rootward::optimizer {
namespace {

constexpr double kLeastVariance = 1e-8;  ///< keeps covariances invertible where a place is evaluated twice
constexpr double kSamePlace = 1e-9;

}  // namespace

NoisyValue noisy_value(const Measurement& measurement) {
  const double measured = measurement.deviation * measurement.deviation;
  if (measurement.games <= 0) return {.value = measurement.mean, .variance = std::max(measured, kLeastVariance)};
  const ShareEstimate laplace = laplace_estimate(measurement.mean * measurement.games, measurement.games);
  const double binomial = laplace.standard_error * laplace.standard_error;
  return {.value = laplace.mean, .variance = std::max(measured > 0 ? measured : binomial, kLeastVariance)};
}

const Trial* Trials::find(std::string_view id) const {
  const auto found = std::ranges::find(trials_, id, &Trial::id);
  return found == trials_.end() ? nullptr : &*found;
}

Trial& Trials::at(std::string_view id) {
  const auto found = std::ranges::find(trials_, id, &Trial::id);
  assert(found != trials_.end());
  return *found;
}

std::size_t Trials::count(TrialStatus status) const {
  return static_cast<std::size_t>(std::ranges::count(trials_, status, &Trial::status));
}

std::vector<const Trial*> Trials::with(TrialStatus status) const {
  std::vector<const Trial*> chosen;
  for (const Trial& trial : trials_) {
    if (trial.status == status) chosen.push_back(&trial);
  }
  return chosen;
}

bool Trials::has_place(const Eigen::VectorXd& unit) const {
  return std::ranges::any_of(
      trials_, [&](const Trial& trial) { return (trial.unit - unit).cwiseAbs().maxCoeff() < kSamePlace; });
}

}  // namespace rootward::optimizer
