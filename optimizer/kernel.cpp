// Covariances of many points at once, by matrix products.
#include "optimizer/kernel.h"

namespace rootward::optimizer {

Eigen::ArrayXd matern52(const Eigen::ArrayXd& squares) {
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
  const Eigen::ArrayXd correlations = matern52(squares.reshaped().array().max(0.0));
  return prior.amplitude * prior.amplitude * correlations.matrix().reshaped(a.cols(), b.cols());
}

}  // namespace rootward::optimizer
