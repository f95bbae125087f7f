// Chooses the lanes that the processor runs best.
#include "games/go/lane_playout.h"

#include <cassert>
#include <cstddef>

#include "core/processor.h"
#include "games/go/lane_runners.h"

namespace rootward {

#if defined(__x86_64__)
namespace {

bool has_avx2() { return processor().avx2 && processor().bmi2; }
bool has_avx512() { return has_avx2() && processor().avx512_vpopcntdq; }

}  // namespace

LaneWidth best_lane_width(int size) {
  if (size < kMinLaneSize || size > kMaxLaneSize || !has_avx2()) return LaneWidth::none;
  return has_avx512() ? LaneWidth::sixteen : LaneWidth::eight;
}

void run_go_lanes(LaneWidth width, int size, LaneSource& source) {
  assert(width != LaneWidth::none && size >= kMinLaneSize && size <= kMaxLaneSize);
  const auto index = static_cast<std::size_t>(size - kMinLaneSize);
  if (width == LaneWidth::eight) return lanes::avx2_runners()[index](source);
  (has_avx512() ? lanes::avx512_runners() : lanes::avx2_pair_runners())[index](source);
}
#elif defined(__aarch64__)
LaneWidth best_lane_width(int size) {
  return size < kMinLaneSize || size > kMaxLaneSize ? LaneWidth::none : LaneWidth::four;
}

void run_go_lanes([[maybe_unused]] LaneWidth width, int size, LaneSource& source) {
  assert(width == LaneWidth::four && size >= kMinLaneSize && size <= kMaxLaneSize);
  lanes::neon_runners()[static_cast<std::size_t>(size - kMinLaneSize)](source);
}
#else
LaneWidth best_lane_width(int) { return LaneWidth::none; }
void run_go_lanes(LaneWidth, int, LaneSource&) { assert(false); }
#endif

}  // namespace rootward
