// Sixteen lanes in the vectors and masks of AVX-512, with VPOPCNTDQ: the members of Vectors<16>.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "core/inline.h"
#include "games/go/lane_vectors.h"

namespace rootward::lanes {

struct Avx512 {
  static constexpr int kLanes = 16;
  using U32 = VectorTypes<kLanes>::U32;
  struct Mask {
    __mmask16 bits = 0;
    ROOTWARD_INLINE friend Mask operator&(Mask a, Mask b) { return {_kand_mask16(a.bits, b.bits)}; }
    ROOTWARD_INLINE friend Mask operator|(Mask a, Mask b) { return {_kor_mask16(a.bits, b.bits)}; }
    ROOTWARD_INLINE Mask operator~() const { return {_knot_mask16(bits)}; }
  };

  ROOTWARD_INLINE static Mask is_zero(const U32& x) { return {_mm512_testn_epi32_mask(raw(x), raw(x))}; }
  ROOTWARD_INLINE static Mask is_nonzero(const U32& x) { return {_mm512_test_epi32_mask(raw(x), raw(x))}; }
  ROOTWARD_INLINE static Mask less(const U32& a, const U32& b) { return {_mm512_cmplt_epu32_mask(raw(a), raw(b))}; }
  ROOTWARD_INLINE static Mask less_small(const U32& a, const U32& b) { return less(a, b); }
  ROOTWARD_INLINE static U32 choose(Mask mask, const U32& yes, const U32& no) {
    return (U32)_mm512_mask_mov_epi32(raw(no), mask.bits, raw(yes));
  }
  ROOTWARD_INLINE static U32 keep(Mask mask, const U32& x) { return (U32)_mm512_maskz_mov_epi32(mask.bits, raw(x)); }
  ROOTWARD_INLINE static U32 with(const U32& base, const U32& x, const U32& bits) {
    return (U32)_mm512_ternarylogic_epi32(raw(base), raw(x), raw(bits), 0xF8);
  }
  ROOTWARD_INLINE static bool any(Mask mask) { return mask.bits != 0; }
  ROOTWARD_INLINE static bool has(Mask mask, std::size_t lane) {
    return (static_cast<unsigned>(mask.bits) >> lane & 1U) != 0;
  }
  ROOTWARD_INLINE static void set(Mask& mask, std::size_t lane, bool value) {
    const unsigned others = mask.bits & ~(1U << lane);
    mask.bits = static_cast<__mmask16>(others | static_cast<unsigned>(value) << lane);
  }

  ROOTWARD_INLINE static U32 count(const U32& x) { return (U32)_mm512_popcnt_epi32(raw(x)); }
  /// Builds the mask of all bits below the one sought, from its upper end: a bit more where the rank is not below it.
  ROOTWARD_INLINE static U32 bit_of_rank(const U32& word, const U32& rank) {
    U32 below{};
    const auto extend = [&](std::uint32_t width) ROOTWARD_INLINED {
      const std::uint32_t ones = (1U << width) - 1U;
      const U32 longer = (below << width) | ones;
      below = choose(less(rank, count(longer & word)), below, longer);
    };
    extend(16);
    extend(8);
    extend(4);
    extend(2);
    extend(1);
    return below + 1U;
  }

  struct Product {
    U32 low, high;
  };
  ROOTWARD_INLINE static Product multiply(const U32& a, const U32& b) {
    const U64 even = of_low_words((U64)a, (U64)b), odd = of_low_words((U64)a >> 32, (U64)b >> 32);
    const Mask is_odd{0xAAAA};
    return {choose(is_odd, (U32)(odd << 32), (U32)even), choose(is_odd, (U32)odd, (U32)(even >> 32))};
  }

 private:
  using U64 = VectorTypes<kLanes>::U64;
  /// Products of the lower words. By the masked form: g++ 12 warns of the other's undefined operand.
  ROOTWARD_INLINE static U64 of_low_words(const U64& a, const U64& b) {
    return (U64)_mm512_maskz_mul_epu32(0xFF, (__m512i)a, (__m512i)b);
  }
  ROOTWARD_INLINE static __m512i raw(const U32& x) { return (__m512i)x; }
};

}  // namespace rootward::lanes
