// How likely hyperparameters are, given observations: priors times marginal likelihood.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "optimizer/gaussian_process.h"

namespace rootward::optimizer {

/// Independent priors: the mean normal, amplitude and lengths log-normal. `length` is the median for two coordinates;
/// for d coordinates it is length sqrt(max(d, 2) / 2), because distances in the cube grow with sqrt(d) (Hvarfner,
/// Hellsten & Nardi, "Vanilla Bayesian optimization performs great in high dimensions", ICML 2024).
struct HyperpriorSettings {
  double mean = 0.5;
  double mean_deviation = 0.25;
  double amplitude = 0.10;
  double log_amplitude_deviation = 0.7;
  double length = 0.3;
  double log_length_deviation = 0.7;
};

/// The log density of hyperparameters written as one vector: mean, log amplitude, log lengths.
class HyperparameterPosterior {
 public:
  explicit HyperparameterPosterior(const Observations& observations, const HyperpriorSettings& settings = {});

  /// log prior + log marginal likelihood; -inf where lengths or amplitude are absurd.
  [[nodiscard]] double operator()(const Eigen::VectorXd& place) const;
  [[nodiscard]] double log_prior(const Eigen::VectorXd& place) const;
  /// The prior's medians, where a chain starts.
  [[nodiscard]] Eigen::VectorXd prior_medians() const;
  /// Widths for slice sampling: of the order of the priors' deviations.
  [[nodiscard]] Eigen::VectorXd widths() const;

  /// Length of such a vector.
  static Eigen::Index coordinates(Eigen::Index dimensions) { return 2 + dimensions; }
  static Hyperparameters unpack(const Eigen::VectorXd& place);
  static Eigen::VectorXd pack(const Hyperparameters& hyperparameters);

 private:
  [[nodiscard]] double log_likelihood(const Hyperparameters& hyperparameters) const;

  HyperpriorSettings settings_;
  Eigen::Index dimensions_;
  double log_length_median_;
  Eigen::VectorXd values_;
  Eigen::VectorXd noise_;
  Eigen::MatrixXd squares_;  ///< pairs of observations (j < i, by columns) x coordinates: squared differences
};

}  // namespace rootward::optimizer
