// The Matern 5/2 covariance with a length scale of its own for every coordinate (Rasmussen & Williams 2006, eq. 4.17).
#pragma once

#include <Eigen/Core>

namespace rootward::optimizer {

/// A Gaussian process's prior over win rates on the unit cube.
struct Hyperparameters {
  double mean = 0.5;        ///< of the win rate, everywhere the same
  double amplitude = 0.1;   ///< prior standard deviation of the win rate, > 0
  Eigen::VectorXd lengths;  ///< one a coordinate, in units of the cube's edge, > 0
};

/// Correlations at squared scaled distances r^2 >= 0: (1 + s + s^2 / 3) exp(-s) with s = sqrt(5) r. At r = 1:
/// 0.5239941088318203.
Eigen::ArrayXd matern52(const Eigen::ArrayXd& squares);

/// Covariances amplitude^2 matern52(|(a - b) / lengths|^2) of the columns of `a` (rows of the result) with those of
/// `b`.
Eigen::MatrixXd covariance(const Hyperparameters& prior, const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

}  // namespace rootward::optimizer
