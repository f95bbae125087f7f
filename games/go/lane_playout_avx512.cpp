// Playout lanes for AVX-512: sixteen lanes.
#include "games/go/lane_kernel.h"
#include "games/go/lane_runners.h"

#if defined(__x86_64__)
#define ROOTWARD_LANES [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,popcnt")]]

namespace rootward::lanes {
namespace {

template <int Size>
ROOTWARD_LANES void run(LaneSource& source) {
  Kernel<Size, 16>::run(source);
}

}  // namespace

LaneRunners avx512_runners() { return {run<7>, run<8>, run<9>, run<10>, run<11>}; }

}  // namespace rootward::lanes

#undef ROOTWARD_LANES
#endif
