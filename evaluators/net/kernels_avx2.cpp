// The kernels for AVX2 with fused multiply-add.
#if defined(__x86_64__)
#include <immintrin.h>

#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx2,fma")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/avx2_words.h"
#include "evaluators/net/tile_body.h"
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

/// Numbers in bf16.
struct Avx2Pairs : Avx2 {
  static constexpr std::size_t kPairRows = 2;
  ROOTWARD_KERNEL_TARGET static Vector multiply(Vector a, Vector b) { return _mm256_mul_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector even(__m256i pairs) { return _mm256_castsi256_ps(_mm256_slli_epi32(pairs, 16)); }
  ROOTWARD_KERNEL_TARGET static Vector odd(__m256i pairs) {
    return _mm256_castsi256_ps(_mm256_and_si256(pairs, _mm256_set1_epi32(static_cast<int>(0xFFFF0000U))));
  }
  ROOTWARD_KERNEL_TARGET static __m256i some_pairs(const std::uint16_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  ROOTWARD_KERNEL_TARGET static __m256i same_pairs(const std::uint16_t* p) {
    return _mm256_castps_si256(_mm256_broadcast_ss(reinterpret_cast<const float*>(p)));
  }
  ROOTWARD_KERNEL_TARGET static Vector even(const std::uint16_t* p) { return even(some_pairs(p)); }
  ROOTWARD_KERNEL_TARGET static Vector odd(const std::uint16_t* p) { return odd(some_pairs(p)); }
  ROOTWARD_KERNEL_TARGET static Vector broadcast_even(const std::uint16_t* p) { return even(same_pairs(p)); }
  ROOTWARD_KERNEL_TARGET static Vector broadcast_odd(const std::uint16_t* p) { return odd(same_pairs(p)); }
  ROOTWARD_KERNEL_TARGET static void store_short(std::uint16_t* p, Vector v) {
    const __m256i bits = _mm256_castps_si256(v);
    const __m256 size = _mm256_andnot_ps(_mm256_set1_ps(-0.0F), v);
    const __m256 is_large = _mm256_cmp_ps(size, _mm256_set1_ps(kLeastShort), _CMP_GE_OQ);
    const __m256i half = _mm256_srli_epi32(bits, 16);
    const __m256i bias = _mm256_add_epi32(_mm256_and_si256(half, _mm256_set1_epi32(1)), _mm256_set1_epi32(0x7FFF));
    const __m256i rounded =
        _mm256_and_si256(_mm256_srli_epi32(_mm256_add_epi32(bits, bias), 16), _mm256_castps_si256(is_large));
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(rounded, rounded), 0x08);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_castsi256_si128(packed));
  }
};

constexpr TileKernels kTileKernels{
    .convolve = convolve_by_vectors<Avx2Pairs>, .make_short = make_short<Avx2Pairs>, .begin = nullptr, .end = nullptr};

}  // namespace

const Kernels& avx2_kernels() { return kKernels; }
const TileKernels& avx2_tile_kernels() { return kTileKernels; }
const IntegerKernels& avx2_integer_kernels() { return kIntegerKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
