// Gaussian-process regression with known noise (Rasmussen & Williams 2006, algorithm 2.1).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace rootward::optimizer {

/// A Gaussian process's prior over win rates on the unit cube.
struct Hyperparameters {
  double mean = 0.5;        ///< of the win rate, everywhere the same
  double amplitude = 0.1;   ///< prior standard deviation of the win rate, > 0
  Eigen::VectorXd lengths;  ///< one a coordinate, in units of the cube's edge, > 0
};

/// The Matern 5/2 covariance with a length scale of its own for every coordinate (Rasmussen & Williams 2006, eq. 4.17):
/// correlations at squared scaled distances r^2 >= 0: (1 + s + s^2 / 3) exp(-s) with s = sqrt(5) r. At r = 1:
/// 0.5239941088318203.
Eigen::ArrayXd matern52(const Eigen::ArrayXd& squares);

/// Covariances amplitude^2 matern52(|(a - b) / lengths|^2) of the columns of `a` (rows of the result) with those of
/// `b`.
Eigen::MatrixXd covariance(const Hyperparameters& prior, const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

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
