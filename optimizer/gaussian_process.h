// Gaussian-process regression with known noise (Rasmussen & Williams 2006, algorithm 2.1).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "optimizer/kernel.h"

namespace rootward::optimizer {

/// What has been seen: one column of `points` (unit cube), one value and one noise variance an observation.
struct Observations {
  Eigen::MatrixXd points;  ///< coordinates x observations
  Eigen::VectorXd values;
  Eigen::VectorXd noise;  ///< variances of the values, >= 0

  [[nodiscard]] Eigen::Index count() const { return values.size(); }
};

/// Posterior of the function itself (without the noise of a further observation), one entry a query.
struct Prediction {
  Eigen::VectorXd mean;
  Eigen::VectorXd deviation;
};

/// log of a Gaussian density with covariance C = L L^T at `residuals`: -r^T C^-1 r / 2 - log det C / 2 - n log(2 pi)
/// / 2.
double log_gaussian_density(const Eigen::LLT<Eigen::MatrixXd>& covariance, const Eigen::VectorXd& residuals);

/// The posterior of one prior given observations (possibly none).
class GaussianProcess {
 public:
  GaussianProcess(Hyperparameters prior, Observations observations);

  /// Mean k^T C^-1 (y - m) + m and deviation sqrt(k(x, x) - k^T C^-1 k) at each column of `queries`; C is K + noise.
  [[nodiscard]] Prediction predict(const Eigen::MatrixXd& queries) const;
  /// Posterior means at the observed points.
  [[nodiscard]] Eigen::VectorXd means_at_observations() const;
  /// log p(values | points, prior).
  [[nodiscard]] double log_marginal_likelihood() const;
  [[nodiscard]] const Hyperparameters& prior() const { return prior_; }
  [[nodiscard]] const Observations& observations() const { return observations_; }

 private:
  Hyperparameters prior_;
  Observations observations_;
  // Computed even of nothing: a factor that never was cannot be moved without reading what was never set.
  Eigen::LLT<Eigen::MatrixXd> factor_{Eigen::MatrixXd(0, 0)};  ///< of K + noise
  Eigen::VectorXd weights_;                                    ///< (K + noise)^-1 (values - mean)
};

}  // namespace rootward::optimizer
