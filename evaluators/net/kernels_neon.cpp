// The kernels for 64-bit ARM, whose vectors of four numbers have a fused multiply-add: the same bits as AVX2's.
#if defined(__aarch64__)
#include <arm_neon.h>

#define ROOTWARD_KERNEL_TARGET
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/winograd_body.h"

namespace rootward::net {
namespace {

struct Neon {
  using Vector = float32x4_t;
  static constexpr std::size_t kWidth = 4;
  static constexpr std::size_t kTile = 10;  // 20 sums, 2 weights and a number fit the 32 registers
  static Vector zero() { return vdupq_n_f32(0); }
  static Vector load(const float* p) { return vld1q_f32(p); }
  static void store(float* p, Vector v) { vst1q_f32(p, v); }
  static Vector broadcast(const float* p) { return vld1q_dup_f32(p); }
  static Vector add(Vector a, Vector b) { return vaddq_f32(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return vfmaq_f32(c, a, b); }
  static Vector maximum(Vector a, Vector b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }  // of what is not a number: b
};

constexpr Kernels kKernels{.block = kVectorsInBlock * Neon::kWidth,
                           .vector = Neon::kWidth,
                           .convolve = convolve<Neon>,
                           .multiply = multiply<Neon>,
                           .convolve_winograd = convolve_winograd<Neon>};

}  // namespace

const Kernels& neon_kernels() { return kKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
