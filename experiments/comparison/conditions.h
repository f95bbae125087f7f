// Under which conditions the runs were played, beside what the paper says of its own.
#pragma once

#include <span>
#include <vector>

#include "experiments/comparison/comparison.h"

namespace rootward::comparison {

/// A list a place that was played, in the published order. Runs that differ where they may are all told.
std::vector<PlaceConditions> place_conditions(const Published& published, std::span<const PlayedRun> runs);

}  // namespace rootward::comparison
