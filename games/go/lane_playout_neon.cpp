// Playout lanes for 64-bit ARM: four lanes, one a quarter of a register, which every such processor has.
#if defined(__aarch64__)
#include <arm_neon.h>

#include "games/go/lane_kernel.h"
#include "games/go/lane_runners.h"
#include "games/go/lane_vectors.h"

namespace rootward::lanes {
namespace {

/// The members of Vectors<4>, with the instructions that compilers do not find.
struct Neon : Vectors<4> {
  ROOTWARD_INLINE static U32 choose(const Mask& mask, const U32& yes, const U32& no) {
    return (U32)vbslq_u32((uint32x4_t)mask, (uint32x4_t)yes, (uint32x4_t)no);
  }
  ROOTWARD_INLINE static bool any(const Mask& mask) { return vmaxvq_u32((uint32x4_t)mask) != 0; }
  ROOTWARD_INLINE static U32 count(const U32& x) { return (U32)vpaddlq_u16(vpaddlq_u8(vcntq_u8((uint8x16_t)x))); }
  ROOTWARD_INLINE static Product multiply(const U32& a, const U32& b) {
    const auto x = (uint32x4_t)a, y = (uint32x4_t)b;
    const uint64x2_t lower = vmull_u32(vget_low_u32(x), vget_low_u32(y)), upper = vmull_high_u32(x, y);
    return {a * b, (U32)vuzp2q_u32(vreinterpretq_u32_u64(lower), vreinterpretq_u32_u64(upper))};
  }
};

template <int Size>
void run(LaneSource& source) {
  Kernel<Size, Neon>::run(source);
}

}  // namespace

LaneRunners neon_runners() { return {run<7>, run<8>, run<9>, run<10>, run<11>}; }

}  // namespace rootward::lanes
#endif
