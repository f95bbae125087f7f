// The kernels for AVX-512.
#if defined(__x86_64__)
#include <immintrin.h>

#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx512f")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/tile_body.h"
#include "evaluators/net/winograd_body.h"

namespace rootward::net {
namespace {

struct Avx512 {
  using Vector = __m512;
  static constexpr std::size_t kWidth = 16;
  static constexpr std::size_t kTile = 12;  // 24 sums, 2 weights and a number fit the 32 registers
  ROOTWARD_KERNEL_TARGET static Vector zero() { return _mm512_setzero_ps(); }
  ROOTWARD_KERNEL_TARGET static Vector load(const float* p) { return _mm512_loadu_ps(p); }
  ROOTWARD_KERNEL_TARGET static void store(float* p, Vector v) { _mm512_storeu_ps(p, v); }
  ROOTWARD_KERNEL_TARGET static Vector broadcast(const float* p) { return _mm512_set1_ps(*p); }
  ROOTWARD_KERNEL_TARGET static Vector add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector fma(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
  ROOTWARD_KERNEL_TARGET static Vector maximum(Vector a, Vector b) {
    return _mm512_mask_mov_ps(b, _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ), a);
  }
};

constexpr Kernels kKernels{.block = kVectorsInBlock * Avx512::kWidth,
                           .vector = Avx512::kWidth,
                           .convolve = convolve<Avx512>,
                           .multiply = multiply<Avx512>,
                           .convolve_winograd = convolve_winograd<Avx512>};

/// Numbers in bf16, without instructions for them.
struct Avx512Pairs : Avx512 {
  static constexpr std::size_t kPairRows = 4;
  ROOTWARD_KERNEL_TARGET static Vector multiply(Vector a, Vector b) { return _mm512_mul_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector even(__m512i pairs) {
    return _mm512_castsi512_ps(_mm512_maskz_slli_epi32(0xFFFF, pairs, 16));
  }
  ROOTWARD_KERNEL_TARGET static Vector odd(__m512i pairs) {
    return _mm512_castsi512_ps(_mm512_and_si512(pairs, _mm512_set1_epi32(static_cast<int>(0xFFFF0000U))));
  }
  ROOTWARD_KERNEL_TARGET static __m512i same_pairs(const std::uint16_t* p) {
    return _mm512_castps_si512(_mm512_set1_ps(*reinterpret_cast<const float*>(p)));
  }
  ROOTWARD_KERNEL_TARGET static Vector even(const std::uint16_t* p) { return even(_mm512_loadu_si512(p)); }
  ROOTWARD_KERNEL_TARGET static Vector odd(const std::uint16_t* p) { return odd(_mm512_loadu_si512(p)); }
  ROOTWARD_KERNEL_TARGET static Vector broadcast_even(const std::uint16_t* p) { return even(same_pairs(p)); }
  ROOTWARD_KERNEL_TARGET static Vector broadcast_odd(const std::uint16_t* p) { return odd(same_pairs(p)); }
  ROOTWARD_KERNEL_TARGET static void store_short(std::uint16_t* p, Vector v) {
    const __m512i bits = _mm512_castps_si512(v);
    const __mmask16 is_large = _mm512_cmp_ps_mask(_mm512_abs_ps(v), _mm512_set1_ps(kLeastShort), _CMP_GE_OQ);
    const __m512i half = _mm512_maskz_srli_epi32(0xFFFF, bits, 16);
    const __m512i bias = _mm512_add_epi32(_mm512_and_si512(half, _mm512_set1_epi32(1)), _mm512_set1_epi32(0x7FFF));
    const __m512i rounded = _mm512_maskz_srli_epi32(is_large, _mm512_add_epi32(bits, bias), 16);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_maskz_cvtepi32_epi16(0xFFFF, rounded));
  }
};

constexpr TileKernels kTileKernels{.convolve = convolve_by_vectors<Avx512Pairs>,
                                   .make_short = make_short<Avx512Pairs>,
                                   .begin = nullptr,
                                   .end = nullptr};

}  // namespace

const Kernels& avx512_kernels() { return kKernels; }
const TileKernels& avx512_tile_kernels() { return kTileKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
