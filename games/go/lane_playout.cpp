// Chooses the lanes that the processor runs best.
#include "games/go/lane_playout.h"

#include <cassert>
#include <cstddef>

#include "games/go/lane_runners.h"

namespace rootward {

#if defined(__x86_64__)
namespace {

bool has_avx2() { return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0; }
bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512vpopcntdq") != 0;
}

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
#else
LaneWidth best_lane_width(int) { return LaneWidth::none; }
void run_go_lanes(LaneWidth, int, LaneSource&) { assert(false); }
#endif

}  // namespace rootward
