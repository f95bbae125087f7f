// The kernels for AVX2 with fused multiply-add.
#if defined(__x86_64__)
#include <immintrin.h>

#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx2,fma")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/winograd_body.h"

namespace rootward::net {
namespace {

struct Avx2 {
  using Vector = __m256;
  static constexpr std::size_t kWidth = 8;
  static constexpr std::size_t kTile = 6;  // 12 sums, 2 weights and a number fit the 16 registers
  ROOTWARD_KERNEL_TARGET static Vector zero() { return _mm256_setzero_ps(); }
  ROOTWARD_KERNEL_TARGET static Vector load(const float* p) { return _mm256_loadu_ps(p); }
  ROOTWARD_KERNEL_TARGET static void store(float* p, Vector v) { _mm256_storeu_ps(p, v); }
  ROOTWARD_KERNEL_TARGET static Vector broadcast(const float* p) { return _mm256_broadcast_ss(p); }
  ROOTWARD_KERNEL_TARGET static Vector add(Vector a, Vector b) { return _mm256_add_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
  ROOTWARD_KERNEL_TARGET static Vector maximum(Vector a, Vector b) { return _mm256_max_ps(a, b); }
};

constexpr Kernels kKernels{.block = kVectorsInBlock * Avx2::kWidth,
                           .vector = Avx2::kWidth,
                           .convolve = convolve<Avx2>,
                           .multiply = multiply<Avx2>,
                           .convolve_winograd = convolve_winograd<Avx2>};

}  // namespace

const Kernels& avx2_kernels() { return kKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
