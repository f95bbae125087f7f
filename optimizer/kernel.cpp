// Covariances of many points at once, by matrix products.
#include "optimizer/kernel.h"

#include <cmath>

namespace rootward::optimizer {

double matern52(double r) {
  const double s = std::sqrt(5.0) * r;
  return (1 + s + s * s / 3) * std::exp(-s);
}

Eigen::ArrayXd matern52_of_squares(const Eigen::ArrayXd& squares) {
  const Eigen::ArrayXd s = (5 * squares).sqrt();
  return (1 + s + s.square() / 3) * (-s).exp();
}

Eigen::MatrixXd covariance(const Hyperparameters& prior, const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::VectorXd scale = prior.lengths.cwiseInverse();
  const Eigen::MatrixXd scaled_a = scale.asDiagonal() * a;
  const Eigen::MatrixXd scaled_b = scale.asDiagonal() * b;
  Eigen::MatrixXd squares = -2 * (scaled_a.transpose() * scaled_b);
  squares.colwise() += scaled_a.colwise().squaredNorm().transpose();
  squares.rowwise() += scaled_b.colwise().squaredNorm();
  const Eigen::ArrayXd correlations = matern52_of_squares(squares.reshaped().array().max(0.0));
  return prior.amplitude * prior.amplitude * correlations.matrix().reshaped(a.cols(), b.cols());
}

}  // namespace rootward::optimizer
