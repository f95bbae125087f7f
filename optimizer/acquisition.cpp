// Expected improvement and upper confidence bound.
#include "optimizer/acquisition.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace rootward::optimizer {

double expected_improvement(double mean, double deviation, double incumbent) {
  const double gain = mean - incumbent;
  if (deviation <= 0) return std::max(gain, 0.0);
  const double z = gain / deviation;
  const double below = 0.5 * std::erfc(-z / std::numbers::sqrt2);
  const double density = std::exp(-0.5 * z * z) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return std::max(deviation * (z * below + density), 0.0);
}

Eigen::VectorXd average_improvement(std::span<const Prediction> predictions, std::span<const double> incumbents) {
  Eigen::VectorXd average = Eigen::VectorXd::Zero(predictions.front().mean.size());
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    for (Eigen::Index j = 0; j < average.size(); ++j)
      average[j] += expected_improvement(predictions[i].mean[j], predictions[i].deviation[j], incumbents[i]);
  }
  return average / static_cast<double>(predictions.size());
}

Eigen::VectorXd acquisition_values(Acquisition acquisition, const Surrogate& surrogate,
                                   std::span<const double> incumbents, const Eigen::MatrixXd& queries) {
  const std::vector<Prediction> predictions = surrogate.predict_each(queries);
  if (acquisition == Acquisition::expected_improvement) return average_improvement(predictions, incumbents);
  const Prediction mixture = mixture_of(predictions);
  return mixture.mean + kConfidence * mixture.deviation;
}

}  // namespace rootward::optimizer
