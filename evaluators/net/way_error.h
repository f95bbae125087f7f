// How far one way of computing a network is from another.
#pragma once

#include <span>

#include "evaluators/net/calibration.h"
#include "evaluators/net/runner.h"

namespace rootward::net {

/// Over positions, priors over the legal moves.
struct WayError {
  double divergence = 0;     ///< mean Kullback-Leibler divergence of the priors from the reference's, in nats
  double largest_prior = 0;  ///< the largest difference of a prior
  double value_rms = 0;      ///< root mean square of the values' differences
  double same_move = 0;      ///< share of positions whose most probable move is the same
};

/// `positions` lie on the runners' board; there is at least one.
WayError way_error(Runner& reference, Runner& other, std::span<const SeenPosition> positions);

}  // namespace rootward::net
