// Vectors of 512 bits with the instructions that round to bf16; included behind tile_body.h, with its macros.
#pragma once

#include <immintrin.h>

#include "evaluators/net/tile_body.h"

namespace rootward::net {
namespace {

/// What a convolution on tiles does beside the products. By masked forms: the others make g++ 12 warn of what they
/// leave undefined.
struct Avx512Shorts {
  using Vector = __m512;
  static constexpr std::size_t kWidth = 16;
  ROOTWARD_KERNEL_TARGET static Vector zero() { return _mm512_setzero_ps(); }
  ROOTWARD_KERNEL_TARGET static Vector load(const float* p) { return _mm512_loadu_ps(p); }
  ROOTWARD_KERNEL_TARGET static void store(float* p, Vector v) { _mm512_storeu_ps(p, v); }
  ROOTWARD_KERNEL_TARGET static Vector add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector multiply(Vector a, Vector b) { return _mm512_mul_ps(a, b); }
  ROOTWARD_KERNEL_TARGET static Vector maximum(Vector a, Vector b) { return _mm512_maskz_max_ps(0xFFFF, a, b); }
  ROOTWARD_KERNEL_TARGET static void store_short(std::uint16_t* p, Vector v) {
    const __mmask16 is_large = _mm512_cmp_ps_mask(_mm512_abs_ps(v), _mm512_set1_ps(kLeastShort), _CMP_GE_OQ);
    const __m256bh rounded = _mm512_maskz_cvtneps_pbh(is_large, v);
    __builtin_memcpy(p, &rounded, sizeof rounded);
  }
};

}  // namespace
}  // namespace rootward::net
