// The scores that chose a method's parameters beside what its fresh games say: the gap is the winner's curse.
#pragma once

#include <vector>

#include "experiments/comparison/comparison.h"

namespace rootward::comparison {

/// Of a comparison whose rows and runs are there: a row a place and method that has played the standard player and that
/// `tunings:` of a run names. Throws UsageError where two runs of a place tell different things of one player.
std::vector<TunedRow> tuned_rows(const Comparison& comparison);

}  // namespace rootward::comparison
