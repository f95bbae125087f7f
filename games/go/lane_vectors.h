// Vectors with an element a lane, and what playouts ask of them, by the compilers' vector extension.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/inline.h"

namespace rootward::lanes {

template <int Lanes>
struct VectorTypes {
  using U32 [[gnu::vector_size(4 * Lanes)]] = std::uint32_t;
  using I32 [[gnu::vector_size(4 * Lanes)]] = std::int32_t;
  using U64 [[gnu::vector_size(4 * Lanes)]] = std::uint64_t;  ///< as wide: half as many elements
};

/// Lanes of any number. A mask is a vector too: all ones or none in a lane. Avx512 has the same members.
template <int Lanes>
struct Vectors {
  static constexpr int kLanes = Lanes;
  using U32 = typename VectorTypes<Lanes>::U32;
  using I32 = typename VectorTypes<Lanes>::I32;
  using Mask = U32;

  ROOTWARD_INLINE static Mask is_zero(const U32& x) { return (U32)(x == 0); }
  ROOTWARD_INLINE static Mask is_nonzero(const U32& x) { return (U32)(x != 0); }
  ROOTWARD_INLINE static Mask less(const U32& a, const U32& b) { return (U32)(a < b); }
  /// less() for numbers below 2^31: one instruction, where unsigned comparisons take two or three.
  ROOTWARD_INLINE static Mask less_small(const U32& a, const U32& b) { return (U32)((I32)a < (I32)b); }
  ROOTWARD_INLINE static U32 choose(const Mask& mask, const U32& yes, const U32& no) {
    return (I32)mask != 0 ? yes : no;
  }
  /// x in the lanes of the mask, 0 elsewhere
  ROOTWARD_INLINE static U32 keep(const Mask& mask, const U32& x) { return x & mask; }
  /// base | (x & bits)
  ROOTWARD_INLINE static U32 with(const U32& base, const U32& x, const U32& bits) { return base | (x & bits); }
  /// Whether any lane is in the mask.
  ROOTWARD_INLINE static bool any(const Mask& mask) {
    std::array<std::uint64_t, sizeof(Mask) / 8> words;
    std::memcpy(words.data(), &mask, sizeof(Mask));
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }
  ROOTWARD_INLINE static bool has(const Mask& mask, std::size_t lane) { return mask[lane] != 0; }
  ROOTWARD_INLINE static void set(Mask& mask, std::size_t lane, bool value) { mask[lane] = value ? ~0U : 0U; }

  /// Bits set in each lane.
  ROOTWARD_INLINE static U32 count(const U32& x) {
    const Counted c(x);
    return (c.bytes * 0x01010101U) >> 24;
  }
  /// The bit of `word` that has `rank` set bits below it.
  ROOTWARD_INLINE static U32 bit_of_rank(const U32& word, U32 rank) {
    const Counted c(word);
    U32 at{};
    const auto descend = [&](const U32& lower, std::uint32_t width) ROOTWARD_INLINED {
      const U32 beyond = ~less_small(rank, lower);
      rank -= lower & beyond;
      at += beyond & width;
    };
    descend((c.bytes + (c.bytes >> 8)) & 0x1FU, 16);
    descend((c.bytes >> at) & 0xFU, 8);
    descend((c.nibbles >> at) & 0x7U, 4);
    descend((c.pairs >> at) & 0x3U, 2);
    descend((word >> at) & 1U, 1);
    return (U32{} + 1U) << at;
  }

  struct Product {
    U32 low, high;
  };
  /// Both words of a * b; b < 2^16.
  ROOTWARD_INLINE static Product multiply(const U32& a, const U32& b) {
    return {a * b, ((a >> 16) * b + (((a & 0xFFFFU) * b) >> 16)) >> 16};
  }

 private:
  /// Set bits of pairs, nibbles and bytes.
  struct Counted {
    U32 pairs, nibbles, bytes;
    ROOTWARD_INLINE explicit Counted(const U32& x)
        : pairs(x - ((x >> 1) & 0x55555555U)),
          nibbles((pairs & 0x33333333U) + ((pairs >> 2) & 0x33333333U)),
          bytes((nibbles + (nibbles >> 4)) & 0x0F0F0F0FU) {}
  };
};

}  // namespace rootward::lanes
