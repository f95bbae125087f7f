// Covariances of many points at once, Cholesky factors and the solves that predictions are made of.
#include "optimizer/gaussian_process.h"

#include <cmath>
#include <numbers>
#include <utility>

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

double log_gaussian_density(const Eigen::LLT<Eigen::MatrixXd>& covariance, const Eigen::VectorXd& residuals) {
  const Eigen::VectorXd whitened = covariance.matrixL().solve(residuals);
  const double half_log_determinant = covariance.matrixLLT().diagonal().array().log().sum();
  const double count = static_cast<double>(residuals.size());
  return -0.5 * whitened.squaredNorm() - half_log_determinant - 0.5 * count * std::log(2 * std::numbers::pi);
}

GaussianProcess::GaussianProcess(Hyperparameters prior, Observations observations)
    : prior_(std::move(prior)), observations_(std::move(observations)) {
  if (observations_.count() == 0) return;
  Eigen::MatrixXd covariances = covariance(prior_, observations_.points, observations_.points);
  covariances.diagonal() += observations_.noise;
  factor_.compute(covariances);
  weights_ = factor_.solve((observations_.values.array() - prior_.mean).matrix());
}

Prediction GaussianProcess::predict(const Eigen::MatrixXd& queries) const {
  const double prior_variance = prior_.amplitude * prior_.amplitude;
  if (observations_.count() == 0)
    return {.mean = Eigen::VectorXd::Constant(queries.cols(), prior_.mean),
            .deviation = Eigen::VectorXd::Constant(queries.cols(), prior_.amplitude)};
  const Eigen::MatrixXd cross = covariance(prior_, observations_.points, queries);
  const Eigen::MatrixXd whitened = factor_.matrixL().solve(cross);
  const Eigen::ArrayXd explained = whitened.colwise().squaredNorm().transpose();
  return {.mean = (cross.transpose() * weights_).array() + prior_.mean,
          .deviation = (prior_variance - explained).max(0.0).sqrt()};
}

Eigen::VectorXd GaussianProcess::means_at_observations() const {
  if (observations_.count() == 0) return {};
  // K w = (K + noise) w - noise w = (values - mean) - noise w.
  return observations_.values - observations_.noise.cwiseProduct(weights_);
}

double GaussianProcess::log_marginal_likelihood() const {
  if (observations_.count() == 0) return 0;
  return log_gaussian_density(factor_, (observations_.values.array() - prior_.mean).matrix());
}

}  // namespace rootward::optimizer
