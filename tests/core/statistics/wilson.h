// Wilson's interval of games one by one, as tables have it.
#pragma once

#include "core/statistics/score_estimate.h"

namespace rootward {

inline Interval wilson_of(const GameCounts& counts) { return score_interval(wilson_estimate(counts)); }

}  // namespace rootward
