// The density that the slice sampler walks; differences between points are computed once.
#include "optimizer/hyperparameter_posterior.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rootward::optimizer {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();
constexpr double kLeastLog = -6.9;  ///< amplitude and lengths stay within about 1e-3 .. 1e2
constexpr double kMostLog = 4.6;
constexpr Eigen::Index kFirstLength = 2;

double log_normal_density(double x, double centre, double deviation) {
  const double z = (x - centre) / deviation;
  return -0.5 * z * z;
}

}  // namespace

HyperparameterPosterior::HyperparameterPosterior(const Observations& observations, const HyperpriorSettings& settings)
    : settings_(settings),
      dimensions_(observations.points.rows()),
      log_length_median_(std::log(settings.length) +
                         0.5 * std::log(static_cast<double>(std::max<Eigen::Index>(dimensions_, 2)) / 2)),
      values_(observations.values),
      noise_(observations.noise) {
  const Eigen::Index count = observations.count();
  squares_.resize(count * (count - 1) / 2, dimensions_);
  for (Eigen::Index j = 0, row = 0; j < count; row += count - 1 - j, ++j) {
    const Eigen::Index below = count - 1 - j;
    squares_.middleRows(row, below) =
        (observations.points.rightCols(below).colwise() - observations.points.col(j)).array().square().transpose();
  }
}

double HyperparameterPosterior::operator()(const Eigen::VectorXd& place) const {
  const auto logs = place.tail(place.size() - 1);
  if (!(logs.minCoeff() > kLeastLog && logs.maxCoeff() < kMostLog)) return kImpossible;
  return log_prior(place) + log_likelihood(unpack(place));
}

double HyperparameterPosterior::log_prior(const Eigen::VectorXd& place) const {
  double sum = log_normal_density(place[0], settings_.mean, settings_.mean_deviation) +
               log_normal_density(place[1], std::log(settings_.amplitude), settings_.log_amplitude_deviation);
  for (Eigen::Index i = kFirstLength; i < place.size(); ++i)
    sum += log_normal_density(place[i], log_length_median_, settings_.log_length_deviation);
  return sum;
}

double HyperparameterPosterior::log_likelihood(const Hyperparameters& hyperparameters) const {
  const Eigen::Index count = values_.size();
  if (count == 0) return 0;
  const double variance = hyperparameters.amplitude * hyperparameters.amplitude;
  const Eigen::VectorXd weights = hyperparameters.lengths.array().square().inverse();
  const Eigen::ArrayXd correlations = matern52((squares_ * weights).array());
  Eigen::MatrixXd covariances(count, count);  // the factorisation reads the lower triangle only
  for (Eigen::Index j = 0, row = 0; j < count; row += count - 1 - j, ++j)
    covariances.col(j).tail(count - 1 - j) = variance * correlations.segment(row, count - 1 - j).matrix();
  covariances.diagonal() = noise_.array() + variance;
  const Eigen::LLT<Eigen::MatrixXd> factor(covariances);
  if (factor.info() != Eigen::Success) return kImpossible;
  return log_gaussian_density(factor, (values_.array() - hyperparameters.mean).matrix());
}

Eigen::VectorXd HyperparameterPosterior::prior_medians() const {
  Eigen::VectorXd place = Eigen::VectorXd::Constant(kFirstLength + dimensions_, log_length_median_);
  place[0] = settings_.mean;
  place[1] = std::log(settings_.amplitude);
  return place;
}

Eigen::VectorXd HyperparameterPosterior::widths() const {
  Eigen::VectorXd widths = Eigen::VectorXd::Constant(kFirstLength + dimensions_, 2 * settings_.log_length_deviation);
  widths[0] = settings_.mean_deviation;
  widths[1] = 2 * settings_.log_amplitude_deviation;
  return widths;
}

Hyperparameters HyperparameterPosterior::unpack(const Eigen::VectorXd& place) {
  return {.mean = place[0],
          .amplitude = std::exp(place[1]),
          .lengths = place.tail(place.size() - kFirstLength).array().exp()};
}

Eigen::VectorXd HyperparameterPosterior::pack(const Hyperparameters& hyperparameters) {
  Eigen::VectorXd place(kFirstLength + hyperparameters.lengths.size());
  place[0] = hyperparameters.mean;
  place[1] = std::log(hyperparameters.amplitude);
  place.tail(hyperparameters.lengths.size()) = hyperparameters.lengths.array().log();
  return place;
}

}  // namespace rootward::optimizer
