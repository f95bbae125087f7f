// The kernels in whole numbers for AVX-512 with VNNI, and their floats without fused steps.
#if defined(__x86_64__)
#include <immintrin.h>

#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/integer_body.h"

namespace rootward::net {
namespace {

/// Whole numbers, and floats without fused steps.
struct Avx512Vnni {  // by masked forms: the others make g++ 12 warn of what they leave undefined
  using Vector = __m512;
  static constexpr std::size_t kWidth = 16;
  static constexpr std::size_t kTile = 12;
  using Words = __m512i;
  using Sums = __m512i;
  static constexpr std::size_t kWordTile = 12;
  ROOTWARD_KERNEL_TARGET static Vector fma(Vector a, Vector b, Vector c) {
    return _mm512_add_ps(_mm512_mul_ps(a, b), c);
  }
  ROOTWARD_KERNEL_TARGET static Vector zero() { return _mm512_setzero_ps(); }
  ROOTWARD_KERNEL_TARGET static Vector load(const float* p) { return _mm512_loadu_ps(p); }
  ROOTWARD_KERNEL_TARGET static void store(float* p, Vector v) { _mm512_storeu_ps(p, v); }
  ROOTWARD_KERNEL_TARGET static Vector broadcast(const float* p) { return _mm512_set1_ps(*p); }
  ROOTWARD_KERNEL_TARGET static Vector add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector maximum(Vector a, Vector b) { return _mm512_maskz_max_ps(0xFFFF, a, b); }
  ROOTWARD_KERNEL_TARGET static Words load_words(const std::int16_t* p) { return _mm512_loadu_si512(p); }
  ROOTWARD_KERNEL_TARGET static void store_words(std::int16_t* p, Words v) { _mm512_storeu_si512(p, v); }
  ROOTWARD_KERNEL_TARGET static Words add_words(Words a, Words b) { return _mm512_add_epi16(a, b); }
  ROOTWARD_KERNEL_TARGET static Words subtract_words(Words a, Words b) { return _mm512_sub_epi16(a, b); }
  ROOTWARD_KERNEL_TARGET static Words broadcast_pair(const std::int16_t* p) {
    return _mm512_castps_si512(_mm512_set1_ps(*reinterpret_cast<const float*>(p)));
  }
  ROOTWARD_KERNEL_TARGET static Sums zero_sums() { return _mm512_setzero_si512(); }
  ROOTWARD_KERNEL_TARGET static Sums load_sums(const std::int32_t* p) { return _mm512_loadu_si512(p); }
  ROOTWARD_KERNEL_TARGET static void store_sums(std::int32_t* p, Sums v) { _mm512_storeu_si512(p, v); }
  ROOTWARD_KERNEL_TARGET static Sums add_sums(Sums a, Sums b) { return _mm512_add_epi32(a, b); }
  ROOTWARD_KERNEL_TARGET static Sums subtract_sums(Sums a, Sums b) { return _mm512_sub_epi32(a, b); }
  ROOTWARD_KERNEL_TARGET static Sums multiply_add(Sums sum, Words x, Words w) { return _mm512_dpwssd_epi32(sum, x, w); }
  ROOTWARD_KERNEL_TARGET static Vector to_float(Sums v) { return _mm512_maskz_cvtepi32_ps(0xFFFF, v); }
  ROOTWARD_KERNEL_TARGET static Vector multiply(Vector a, Vector b) { return _mm512_mul_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static void store_whole(std::int16_t* p, Vector v) {
    const __m512i whole =
        _mm512_maskz_cvtps_epi32(0xFFFF, _mm512_maskz_min_ps(0xFFFF, v, _mm512_set1_ps(kLargestActivation)));
    const __m512i positive = _mm512_maskz_max_epi32(0xFFFF, whole, _mm512_setzero_si512());
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_maskz_cvtepi32_epi16(0xFFFF, positive));
  }
};

constexpr IntegerKernels kIntegerKernels{.direct = {.block = kVectorsInBlock * Avx512Vnni::kWidth,
                                                    .vector = Avx512Vnni::kWidth,
                                                    .convolve = convolve<Avx512Vnni>,
                                                    .multiply = multiply<Avx512Vnni>,
                                                    .convolve_winograd = nullptr},
                                         .convolve = convolve_whole<Avx512Vnni>,
                                         .make_whole = make_whole<Avx512Vnni>,
                                         .keeps_pairs_apart = false};

}  // namespace

const IntegerKernels& avx512_vnni_integer_kernels() { return kIntegerKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
#endif
