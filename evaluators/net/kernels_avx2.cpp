// The kernels for AVX2 with fused multiply-add.
#if defined(__x86_64__)
#include <immintrin.h>

#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx2,fma")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/avx2_words.h"
#include "evaluators/net/winograd_body.h"

namespace rootward::net {
namespace {

struct Avx2 : Avx2Floats {
  static constexpr std::size_t kTile = 6;  // 12 sums, 2 weights and a number fit the 16 registers
  ROOTWARD_KERNEL_TARGET static Vector fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
};

constexpr Kernels kKernels{.block = kVectorsInBlock * Avx2::kWidth,
                           .vector = Avx2::kWidth,
                           .convolve = convolve<Avx2>,
                           .multiply = multiply<Avx2>,
                           .convolve_winograd = convolve_winograd<Avx2>};

/// Whole numbers, and floats without fused steps.
struct Avx2Integer : Avx2Words {
  static constexpr std::size_t kTile = 6;
  ROOTWARD_KERNEL_TARGET static Vector fma(Vector a, Vector b, Vector c) {
    return _mm256_add_ps(_mm256_mul_ps(a, b), c);
  }
  ROOTWARD_KERNEL_TARGET static Sums multiply_add(Sums sum, Words x, Words w) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(x, w));
  }
};

constexpr IntegerKernels kIntegerKernels{.direct = {.block = kVectorsInBlock * Avx2Integer::kWidth,
                                                    .vector = Avx2Integer::kWidth,
                                                    .convolve = convolve<Avx2Integer>,
                                                    .multiply = multiply<Avx2Integer>,
                                                    .convolve_winograd = nullptr},
                                         .convolve = convolve_whole<Avx2Integer>,
                                         .make_whole = make_whole<Avx2Integer>,
                                         .keeps_pairs_apart = false};

}  // namespace

const Kernels& avx2_kernels() { return kKernels; }
const IntegerKernels& avx2_integer_kernels() { return kIntegerKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
