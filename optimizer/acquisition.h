// How much a point is worth evaluating next.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "optimizer/surrogate.h"

namespace rootward::optimizer {

enum class Acquisition : std::uint8_t { expected_improvement, upper_confidence_bound };

/// Deviations above the mean in an upper confidence bound.
inline constexpr double kConfidence = 2.0;

/// Expected gain over `incumbent` of a normal variable (Mockus 1975; Jones, Schonlau & Welch 1998): d (z Phi(z) +
/// phi(z)) with z = (mean - incumbent) / d. Mean .45, deviation .1, incumbent .5 (z = -.5): .0197797. With deviation 0
/// the gain itself, at least 0.
double expected_improvement(double mean, double deviation, double incumbent);

/// One value a query: the average over the processes of their expected improvement, or mean + kConfidence deviation of
/// the mixture.
Eigen::VectorXd acquisition_values(Acquisition acquisition, const Surrogate& surrogate,
                                   std::span<const double> incumbents, const Eigen::MatrixXd& queries);

/// acquisition_values of expected improvement from predictions already made.
Eigen::VectorXd average_improvement(std::span<const Prediction> predictions, std::span<const double> incumbents);

}  // namespace rootward::optimizer
