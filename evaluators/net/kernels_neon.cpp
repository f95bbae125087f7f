// The kernels for 64-bit ARM, whose vectors of four numbers have a fused multiply-add: the same bits as AVX2's.
#if defined(__aarch64__)
#include <arm_neon.h>

#define ROOTWARD_KERNEL_TARGET
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/integer_body.h"
#include "evaluators/net/tile_body.h"
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

/// Whole numbers, and floats without fused steps.
struct NeonInteger : Neon {
  using Words = int16x8_t;
  using Sums = int32x4_t;
  static constexpr std::size_t kWordTile = 5;
  static Vector fma(Vector a, Vector b, Vector c) { return vaddq_f32(vmulq_f32(a, b), c); }
  static Words load_words(const std::int16_t* p) { return vld1q_s16(p); }
  static void store_words(std::int16_t* p, Words v) { vst1q_s16(p, v); }
  static Words add_words(Words a, Words b) { return vaddq_s16(a, b); }
  static Words subtract_words(Words a, Words b) { return vsubq_s16(a, b); }
  static Words broadcast_pair(const std::int16_t* p) {
    return vreinterpretq_s16_s32(vld1q_dup_s32(reinterpret_cast<const std::int32_t*>(p)));
  }
  static Sums zero_sums() { return vdupq_n_s32(0); }
  static Sums load_sums(const std::int32_t* p) { return vld1q_s32(p); }
  static void store_sums(std::int32_t* p, Sums v) { vst1q_s32(p, v); }
  static Sums add_sums(Sums a, Sums b) { return vaddq_s32(a, b); }
  static Sums subtract_sums(Sums a, Sums b) { return vsubq_s32(a, b); }
  static Sums multiply_add(Sums sum, Words x, Words w) {
    sum = vmlal_lane_s16(sum, vget_low_s16(w), vget_low_s16(x), 0);
    return vmlal_lane_s16(sum, vget_high_s16(w), vget_low_s16(x), 1);
  }
  static Vector to_float(Sums v) { return vcvtq_f32_s32(v); }
  static Vector multiply(Vector a, Vector b) { return vmulq_f32(a, b); }
  static void store_whole(std::int16_t* p, Vector v) {
    const int32x4_t whole = vcvtnq_s32_f32(vminq_f32(v, vdupq_n_f32(kLargestActivation)));
    vst1_s16(p, vreinterpret_s16_u16(vqmovun_s32(whole)));  // what is negative becomes 0
  }
};

constexpr IntegerKernels kIntegerKernels{.direct = {.block = kVectorsInBlock * NeonInteger::kWidth,
                                                    .vector = NeonInteger::kWidth,
                                                    .convolve = convolve<NeonInteger>,
                                                    .multiply = multiply<NeonInteger>,
                                                    .convolve_winograd = nullptr},
                                         .convolve = convolve_whole<NeonInteger>,
                                         .make_whole = make_whole<NeonInteger>,
                                         .keeps_pairs_apart = true};

/// Numbers in bf16, without instructions for them.
struct NeonPairs : Neon {
  static constexpr std::size_t kPairRows = 4;
  static Vector multiply(Vector a, Vector b) { return vmulq_f32(a, b); }
  static Vector even(uint32x4_t pairs) { return vreinterpretq_f32_u32(vshlq_n_u32(pairs, 16)); }
  static Vector odd(uint32x4_t pairs) { return vreinterpretq_f32_u32(vandq_u32(pairs, vdupq_n_u32(0xFFFF0000U))); }
  static Vector even(const std::uint16_t* p) { return even(vreinterpretq_u32_u16(vld1q_u16(p))); }
  static Vector odd(const std::uint16_t* p) { return odd(vreinterpretq_u32_u16(vld1q_u16(p))); }
  static uint32x4_t same_pairs(const std::uint16_t* p) {
    return vld1q_dup_u32(reinterpret_cast<const std::uint32_t*>(p));
  }
  static Vector broadcast_even(const std::uint16_t* p) { return even(same_pairs(p)); }
  static Vector broadcast_odd(const std::uint16_t* p) { return odd(same_pairs(p)); }
  static void store_short(std::uint16_t* p, Vector v) {
    const uint32x4_t bits = vreinterpretq_u32_f32(v);
    const uint32x4_t is_large = vcageq_f32(v, vdupq_n_f32(kLeastShort));
    const uint32x4_t bias = vaddq_u32(vandq_u32(vshrq_n_u32(bits, 16), vdupq_n_u32(1)), vdupq_n_u32(0x7FFF));
    vst1_u16(p, vshrn_n_u32(vandq_u32(vaddq_u32(bits, bias), is_large), 16));
  }
};

constexpr TileKernels kTileKernels{
    .convolve = convolve_by_vectors<NeonPairs>, .make_short = make_short<NeonPairs>, .begin = nullptr, .end = nullptr};

}  // namespace

const Kernels& neon_kernels() { return kKernels; }
const TileKernels& neon_tile_kernels() { return kTileKernels; }
const IntegerKernels& neon_integer_kernels() { return kIntegerKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
