// Playout lanes for 64-bit ARM: four lanes, one a quarter of a register, which every such processor has.
#if defined(__aarch64__)
#include "games/go/lane_kernel.h"
#include "games/go/lane_neon.h"
#include "games/go/lane_runners.h"

namespace rootward::lanes {
namespace {

template <int Size>
void run(LaneSource& source) {
  Kernel<Size, Neon>::run(source);
}

}  // namespace

LaneRunners neon_runners() { return {run<7>, run<8>, run<9>, run<10>, run<11>}; }

}  // namespace rootward::lanes
#endif
