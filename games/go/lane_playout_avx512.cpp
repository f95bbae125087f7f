// Playout lanes for AVX-512 with VPOPCNTDQ: sixteen lanes.
#if defined(__x86_64__)
#define ROOTWARD_FEATURES "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi,bmi2,popcnt"

#include "games/go/lane_avx512.h"
#include "games/go/lane_kernel.h"
#include "games/go/lane_runners.h"

namespace rootward::lanes {
namespace {

template <int Size>
ROOTWARD_TARGET void run(LaneSource& source) {
  Kernel<Size, Avx512>::run(source);
}

}  // namespace

LaneRunners avx512_runners() { return {run<7>, run<8>, run<9>, run<10>, run<11>}; }

}  // namespace rootward::lanes
#endif
