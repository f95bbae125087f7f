// Vectors of 256 bits, floats and whole numbers, for kernels of several instruction sets; included behind
// integer_body.h, with its macros.
#pragma once

#include <immintrin.h>

#include "evaluators/net/integer_body.h"

namespace rootward::net {
namespace {

struct Avx2Floats {
  using Vector = __m256;
  static constexpr std::size_t kWidth = 8;
  ROOTWARD_KERNEL_TARGET static Vector zero() { return _mm256_setzero_ps(); }
  ROOTWARD_KERNEL_TARGET static Vector load(const float* p) { return _mm256_loadu_ps(p); }
  ROOTWARD_KERNEL_TARGET static void store(float* p, Vector v) { _mm256_storeu_ps(p, v); }
  ROOTWARD_KERNEL_TARGET static Vector broadcast(const float* p) { return _mm256_broadcast_ss(p); }
  ROOTWARD_KERNEL_TARGET static Vector add(Vector a, Vector b) { return _mm256_add_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector maximum(Vector a, Vector b) { return _mm256_max_ps(a, b); }
};

/// Whole numbers, but for the products of pairs.
struct Avx2Words : Avx2Floats {
  using Words = __m256i;
  using Sums = __m256i;
  static constexpr std::size_t kWordTile = 6;
  ROOTWARD_KERNEL_TARGET static Words load_words(const std::int16_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  ROOTWARD_KERNEL_TARGET static void store_words(std::int16_t* p, Words v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v);
  }
  ROOTWARD_KERNEL_TARGET static Words add_words(Words a, Words b) { return _mm256_add_epi16(a, b); }
  ROOTWARD_KERNEL_TARGET static Words subtract_words(Words a, Words b) { return _mm256_sub_epi16(a, b); }
  ROOTWARD_KERNEL_TARGET static Words broadcast_pair(const std::int16_t* p) {
    return _mm256_castps_si256(_mm256_broadcast_ss(reinterpret_cast<const float*>(p)));
  }
  ROOTWARD_KERNEL_TARGET static Sums zero_sums() { return _mm256_setzero_si256(); }
  ROOTWARD_KERNEL_TARGET static Sums load_sums(const std::int32_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  ROOTWARD_KERNEL_TARGET static void store_sums(std::int32_t* p, Sums v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v);
  }
  ROOTWARD_KERNEL_TARGET static Sums add_sums(Sums a, Sums b) { return _mm256_add_epi32(a, b); }
  ROOTWARD_KERNEL_TARGET static Sums subtract_sums(Sums a, Sums b) { return _mm256_sub_epi32(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector to_float(Sums v) { return _mm256_cvtepi32_ps(v); }
  ROOTWARD_KERNEL_TARGET static Vector multiply(Vector a, Vector b) { return _mm256_mul_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static void store_whole(std::int16_t* p, Vector v) {
    const __m256i whole = _mm256_cvtps_epi32(_mm256_min_ps(v, _mm256_set1_ps(kLargestActivation)));
    const __m256i packed = _mm256_packus_epi32(whole, whole);  // what is negative becomes 0
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_castsi256_si128(_mm256_permute4x64_epi64(packed, 0x08)));
  }
};

}  // namespace
}  // namespace rootward::net
