// Slice-sampling sweeps, and how many of them an update is worth.
#include "optimizer/hyperparameter_chain.h"

#include <algorithm>
#include <cmath>

#include "core/rng.h"
#include "optimizer/slice_sampler.h"

namespace rootward::optimizer {
namespace {

constexpr int kBurnInSweeps = 15;
constexpr std::int64_t kBurnInObservations = 60;  ///< a cold chain warms up on the last so many
constexpr std::int64_t kFewObservations = 50;
constexpr std::size_t kLeastRenewed = 2;

/// The last observations, at most `most` of them.
Observations tail_of(const Observations& observations, Eigen::Index most) {
  const Eigen::Index count = std::min(observations.count(), most);
  return {.points = observations.points.rightCols(count),
          .values = observations.values.tail(count),
          .noise = observations.noise.tail(count)};
}

/// From the prior's medians to where the posterior has its mass.
Eigen::VectorXd burn_in(const Observations& observations, Rng& rng) {
  const HyperparameterPosterior posterior(tail_of(observations, kBurnInObservations));
  Eigen::VectorXd place = posterior.prior_medians();
  for (int i = 0; i < kBurnInSweeps; ++i) slice_sweep(posterior, posterior.widths(), place, rng);
  return place;
}

}  // namespace

std::size_t HyperparameterChain::sets_to_renew(std::int64_t count) const {
  const bool has_grown = 10 * count > 11 * state_.renewed_at;
  if (state_.sets.size() < kSets || count <= kFewObservations || has_grown) return kSets;
  return std::max(kLeastRenewed, kSets * static_cast<std::size_t>(kFewObservations) / static_cast<std::size_t>(count));
}

void HyperparameterChain::update(const Observations& observations, std::int64_t version) {
  if (version == state_.version) return;
  Rng rng(derive_seed(seed_, {hash_name("hyperparameters"), static_cast<std::uint64_t>(version)}));
  const std::size_t renewed = sets_to_renew(observations.count());
  Eigen::VectorXd place = state_.sets.empty() ? burn_in(observations, rng) : state_.sets.back();
  if (renewed == kSets) {
    state_.sets.clear();
    state_.renewed_at = observations.count();
  } else {
    state_.sets.erase(state_.sets.begin(), state_.sets.begin() + static_cast<std::ptrdiff_t>(renewed));
  }
  const HyperparameterPosterior posterior(observations);
  while (state_.sets.size() < kSets) {
    slice_sweep(posterior, posterior.widths(), place, rng);
    state_.sets.push_back(place);
  }
  state_.version = version;
}

std::vector<Hyperparameters> HyperparameterChain::sets() const {
  std::vector<Hyperparameters> sets;
  for (const Eigen::VectorXd& place : state_.sets) sets.push_back(HyperparameterPosterior::unpack(place));
  return sets;
}

}  // namespace rootward::optimizer
