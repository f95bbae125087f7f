// Slice sampling one coordinate at a time, with stepping out and shrinkage (Neal, "Slice sampling", Ann. Stat. 31,
// 2003).
#pragma once

#include <Eigen/Core>
#include <functional>

#include "core/rng.h"

namespace rootward::optimizer {

/// Logarithm of a density, up to a constant; -inf where it is zero.
using LogDensity = std::function<double(const Eigen::VectorXd&)>;

/// One sweep: every coordinate of `place` in turn moves to a point drawn uniformly from its slice. `widths` are first
/// guesses of a slice's width, one a coordinate. The density must be positive at `place`.
void slice_sweep(const LogDensity& log_density, const Eigen::VectorXd& widths, Eigen::VectorXd& place, Rng& rng);

}  // namespace rootward::optimizer
