// Playout lanes for AVX2: eight lanes, and sixteen as pairs of vectors.
#if defined(__x86_64__)
#define ROOTWARD_FEATURES "avx2,bmi,bmi2,popcnt"

#include "games/go/lane_kernel.h"
#include "games/go/lane_runners.h"
#include "games/go/lane_vectors.h"

namespace rootward::lanes {
namespace {

template <int Size, int Lanes>
ROOTWARD_TARGET void run(LaneSource& source) {
  Kernel<Size, Vectors<Lanes>>::run(source);
}

}  // namespace

LaneRunners avx2_runners() { return {run<7, 8>, run<8, 8>, run<9, 8>, run<10, 8>, run<11, 8>}; }
LaneRunners avx2_pair_runners() { return {run<7, 16>, run<8, 16>, run<9, 16>, run<10, 16>, run<11, 16>}; }

}  // namespace rootward::lanes
#endif
