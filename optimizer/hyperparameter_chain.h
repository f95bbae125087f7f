// The sets of hyperparameters that predictions are averaged over: a Markov chain that follows the observations.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "optimizer/hyperparameter_posterior.h"

namespace rootward::optimizer {

/// Where a chain stands; all there is to store.
struct ChainState {
  std::vector<Eigen::VectorXd> sets;  ///< the last draws, oldest first, as HyperparameterPosterior writes them
  std::int64_t version = -1;          ///< of the observations at the last update
  std::int64_t renewed_at = 0;        ///< number of observations when every set was last drawn anew
};

/// Ten sets, drawn by slice sampling whenever the observations have changed: all of them while the observations are
/// few or have grown by a tenth since, else the oldest of them, so that an update's cost stays bounded.
class HyperparameterChain {
 public:
  static constexpr std::size_t kSets = 10;

  explicit HyperparameterChain(std::uint64_t seed, ChainState state = {}) : seed_(seed), state_(std::move(state)) {}

  /// Brings the sets up to these observations; nothing happens where `version` is that of the last update. The draws
  /// depend on the seed, the version, the observations and where the chain stood.
  void update(const Observations& observations, std::int64_t version);

  [[nodiscard]] const ChainState& state() const { return state_; }
  [[nodiscard]] std::vector<Hyperparameters> sets() const;

 private:
  [[nodiscard]] std::size_t sets_to_renew(std::int64_t count) const;

  std::uint64_t seed_;
  ChainState state_;
};

}  // namespace rootward::optimizer
