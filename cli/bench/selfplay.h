// The bench's games of self-play: a random 4x32 network on 9x9, every move searched.
#pragma once

#include <cstddef>

#include "evaluators/net/runner.h"

namespace rootward::bench {

struct SelfplayRates {
  double positions = 0;    ///< a second of CPU time of the slowest thread; median
  double evaluations = 0;  ///< of the network alone, a second of CPU time; alternating in one run; median
};

/// Evaluations that a position is counted at: 16 simulations, and half of the roots' own, which are the other half of
/// the time the answers of a child.
inline constexpr double kEvaluationsAPosition = 16.5;

/// Whole games with 16 simulations a move, without openings and coasting, on each of `threads` threads. Throws
/// UsageError where the network's temporary file cannot be written.
SelfplayRates measure_selfplay(std::size_t threads, net::Path path);

}  // namespace rootward::bench
