// Tunings that are small enough to be played within a test.
#pragma once

#include <string>

#include "experiments/tuning/config.h"

namespace rootward::testing {

/// Softmax with two knots and c against the average on tic-tac-toe, 20 simulations a move.
std::string small_tuning_text();
tuning::TuningConfig small_tuning();
/// A point of it.
tuning::Point small_point(double g, double c);

}  // namespace rootward::testing
