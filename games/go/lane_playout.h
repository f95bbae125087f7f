// Many random playouts side by side, one a vector lane: the moves that SmallBoard::playout() makes, at a fraction of
// its time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/rng.h"
#include "core/source.h"
#include "games/go/small_board.h"
#include "games/go/stone.h"

namespace rootward {

/// A playout to be run in a lane. Board and random stream stay where they are; the stream is moved on as
/// SmallBoard::playout() would move it.
struct LaneStart {
  const SmallBoard* board = nullptr;
  PlayoutStart start;
  Rng* rng = nullptr;
  PlayoutTrace* trace = nullptr;  ///< receives the moves; null: nobody wants them
};

/// Where lanes get their work, one slot a lane. All starts of one run have the same board size.
using LaneSource = Source<LaneStart, BoardPlayout>;

inline constexpr int kMinLaneSize = 7;
inline constexpr int kMaxLaneSize = SmallBoard::kMaxSize;

/// Vector widths the kernel is built for, by the lanes they hold: 4 (64-bit ARM), 8 (AVX2) and 16 (AVX-512 with
/// VPOPCNTDQ: Ice Lake, Zen 4 and later).
enum class LaneWidth : std::uint8_t { none = 1, four = 4, eight = 8, sixteen = 16 };

/// The widest that this processor has, for this board size.
LaneWidth best_lane_width(int size);

/// Fills every lane from the source and goes on until the source has no more. The processor must have the width; 16
/// lanes also run on AVX2, as two vectors.
void run_go_lanes(LaneWidth width, int size, LaneSource& source);

}  // namespace rootward
