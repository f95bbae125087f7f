// The kernel's instances, a unit a vector width.
#pragma once

#include <array>

#include "games/go/lane_playout.h"

namespace rootward::lanes {

/// One entry a board size, from kMinLaneSize to kMaxLaneSize.
using LaneRunners = std::array<void (*)(LaneSource&), kMaxLaneSize - kMinLaneSize + 1>;

LaneRunners avx2_runners();
LaneRunners avx2_pair_runners();  ///< 16 lanes as two vectors
LaneRunners avx512_runners();
LaneRunners neon_runners();

}  // namespace rootward::lanes
