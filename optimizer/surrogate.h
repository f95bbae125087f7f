// What the optimizer believes about the surface: one Gaussian process a set of hyperparameters, pending points
// fantasised.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/rng.h"
#include "optimizer/gaussian_process.h"

namespace rootward::optimizer {

/// An equal mixture of Gaussian processes.
class Surrogate {
 public:
  /// One process a set of hyperparameters (at least one), all of the same observations.
  Surrogate(std::span<const Hyperparameters> sets, const Observations& observations);
  /// The same with points whose results are awaited: each process gets its own draw of what they will be, from its
  /// joint posterior with noise of variance `noise`, as further observations (Snoek, Larochelle & Adams, NIPS 2012).
  Surrogate(std::span<const Hyperparameters> sets, const Observations& observations, const Eigen::MatrixXd& pending,
            double noise, Rng& rng);

  /// The processes' predictions at the same queries, one a process.
  [[nodiscard]] std::vector<Prediction> predict_each(const Eigen::MatrixXd& queries) const;
  /// Mean and deviation of the mixture.
  [[nodiscard]] Prediction predict(const Eigen::MatrixXd& queries) const;
  /// For each process the largest posterior mean at its observations; its prior mean where there are none.
  [[nodiscard]] std::vector<double> incumbents() const;
  [[nodiscard]] std::span<const GaussianProcess> processes() const { return processes_; }

 private:
  std::vector<GaussianProcess> processes_;
};

/// Mean and deviation of an equal mixture: deviation^2 = average of deviation_i^2 + mean_i^2, less mean^2.
Prediction mixture_of(std::span<const Prediction> predictions);

}  // namespace rootward::optimizer
