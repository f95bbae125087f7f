// What playouts ask of point sets of many boards at once. V is a kind of vectors (lane_vectors.h, lane_avx512.h).
#pragma once

#include <cstddef>

#include "core/inline.h"
#include "games/go/point_sets.h"

namespace rootward::lanes {

template <int Size, class V>
struct SetsOf {
  using U32 = typename V::U32;
  using Mask = typename V::Mask;
  using S = PointSets<Size, U32, 32>;

  ROOTWARD_INLINE static Mask filled(const S& set) { return V::is_nonzero(set.folded()); }
  ROOTWARD_INLINE static Mask is_empty(const S& set) { return V::is_zero(set.folded()); }
  ROOTWARD_INLINE static S keep(const Mask& mask, const S& set) {
    return S::make([&](std::size_t i) ROOTWARD_INLINED { return V::keep(mask, set.word[i]); });
  }
  ROOTWARD_INLINE static S choose(const Mask& mask, const S& yes, const S& no) {
    return S::make([&](std::size_t i) ROOTWARD_INLINED { return V::choose(mask, yes.word[i], no.word[i]); });
  }
  /// base | (set & points)
  ROOTWARD_INLINE static S with(const S& base, const S& set, const S& points) {
    return S::make([&](std::size_t i) ROOTWARD_INLINED { return V::with(base.word[i], set.word[i], points.word[i]); });
  }

  /// The lowest point of every set.
  ROOTWARD_INLINE static S lowest(const S& set) {
    Mask free = ~Mask{};
    return S::make([&](std::size_t i) ROOTWARD_INLINED {
      const U32 bit = V::keep(free, set.word[i] & -set.word[i]);
      free = free & V::is_zero(set.word[i]);
      return bit;
    });
  }
  ROOTWARD_INLINE static Mask has_at_most_one(const S& set) {
    U32 more{}, seen{};
#pragma GCC unroll 8
    for (const U32& word : set.word) {
      more |= (word & (word - 1)) | V::keep(V::is_nonzero(seen), word);
      seen |= word;
    }
    return V::is_zero(more);
  }

  /// The rows in the order of the board, kPlaces a word: what counting points in their order needs.
  ROOTWARD_INLINE static S in_order(const S& set) {
    S result = S::none();
#pragma GCC unroll 16
    for (int row = 0; row < Size; ++row)
      add_row(result.word[word_in_order(row)], shift_in_order(row), set.word[S::word_of(row)], S::shift_of(row));
    return result;
  }
  /// The inverse of in_order().
  ROOTWARD_INLINE static S from_order(const S& set) {
    S result = S::none();
#pragma GCC unroll 16
    for (int row = 0; row < Size; ++row)
      add_row(result.word[S::word_of(row)], S::shift_of(row), set.word[word_in_order(row)], shift_in_order(row));
    return result;
  }

 private:
  ROOTWARD_INLINE static constexpr std::size_t word_in_order(int row) {
    return static_cast<std::size_t>(row / S::kPlaces);
  }
  ROOTWARD_INLINE static constexpr int shift_in_order(int row) { return row % S::kPlaces * S::kStride; }
  ROOTWARD_INLINE static void add_row(U32& target, int to, const U32& word, int from) {
    target = V::with(target, to >= from ? word << (to - from) : word >> (from - to), U32{} + (S::kRow << to));
  }
};

}  // namespace rootward::lanes
