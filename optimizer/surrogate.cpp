// Mixtures of processes, and draws of awaited results.
#include "optimizer/surrogate.h"

#include <cmath>
#include <utility>

#include "optimizer/normal_draw.h"

namespace rootward::optimizer {
namespace {

/// One observation more.
Observations with(const Observations& before, const Eigen::VectorXd& point, double value, double noise) {
  const Eigen::Index count = before.count();
  Observations after{.points = Eigen::MatrixXd(point.size(), count + 1),
                     .values = Eigen::VectorXd(count + 1),
                     .noise = Eigen::VectorXd(count + 1)};
  after.points << before.points, point;
  after.values << before.values, value;
  after.noise << before.noise, noise;
  return after;
}

/// Point after point, each given those before it, so that together they are one draw from the joint posterior.
GaussianProcess fantasise(GaussianProcess process, const Eigen::MatrixXd& pending, double noise, Rng& rng) {
  for (Eigen::Index i = 0; i < pending.cols(); ++i) {
    const Prediction there = process.predict(pending.col(i));
    const double deviation = std::sqrt(there.deviation[0] * there.deviation[0] + noise);
    const double value = there.mean[0] + deviation * draw_normal(rng);
    process = GaussianProcess(process.prior(), with(process.observations(), pending.col(i), value, noise));
  }
  return process;
}

}  // namespace

Surrogate::Surrogate(std::span<const Hyperparameters> sets, const Observations& observations) {
  for (const Hyperparameters& set : sets) processes_.emplace_back(set, observations);
}

Surrogate::Surrogate(std::span<const Hyperparameters> sets, const Observations& observations,
                     const Eigen::MatrixXd& pending, double noise, Rng& rng)
    : Surrogate(sets, observations) {
  for (GaussianProcess& process : processes_) process = fantasise(std::move(process), pending, noise, rng);
}

std::vector<Prediction> Surrogate::predict_each(const Eigen::MatrixXd& queries) const {
  std::vector<Prediction> predictions;
  for (const GaussianProcess& process : processes_) predictions.push_back(process.predict(queries));
  return predictions;
}

Prediction Surrogate::predict(const Eigen::MatrixXd& queries) const { return mixture_of(predict_each(queries)); }

std::vector<double> Surrogate::incumbents() const {
  std::vector<double> incumbents;
  for (const GaussianProcess& process : processes_)
    incumbents.push_back(process.observations().count() == 0 ? process.prior().mean
                                                             : process.means_at_observations().maxCoeff());
  return incumbents;
}

Prediction mixture_of(std::span<const Prediction> predictions) {
  const double share = 1.0 / static_cast<double>(predictions.size());
  const Eigen::Index count = predictions.front().mean.size();
  Eigen::ArrayXd mean = Eigen::ArrayXd::Zero(count);
  Eigen::ArrayXd square = Eigen::ArrayXd::Zero(count);
  for (const Prediction& prediction : predictions) mean += share * prediction.mean.array();
  for (const Prediction& prediction : predictions)
    square += share * (prediction.deviation.array().square() + (prediction.mean.array() - mean).square());
  return {.mean = mean, .deviation = square.sqrt()};
}

}  // namespace rootward::optimizer
