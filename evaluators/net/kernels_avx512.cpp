// The kernels for AVX-512.
#if defined(__x86_64__)
#include <immintrin.h>

#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx512f")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
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

}  // namespace

const Kernels& avx512_kernels() { return kKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
