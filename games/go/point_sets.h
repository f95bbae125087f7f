// Sets of board points laid out for playouts: rows interleaved over several words, so that steps across the board are
// plain shifts. One source for machine words and for vectors of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/inline.h"
#include "games/go/bits128.h"

namespace rootward {

/// A set of the points of a Size x Size board, or many side by side where Word is a vector of `Bits`-bit elements. Row
/// r lies in word r % kWords at place r / kWords: a step up or down moves whole words and shifts one. A row has Size +
/// 1 bits, the last of which stays empty and keeps rows apart.
template <int Size, class Word, int Bits>
struct PointSets {
  static constexpr int kStride = Size + 1;
  static constexpr int kPlaces = Bits / kStride;
  static constexpr int kWords = (Size + kPlaces - 1) / kPlaces;
  using Element = std::conditional_t<Bits == 32, std::uint32_t, std::uint64_t>;
  static constexpr Element kRow = (Element{1} << Size) - 1;

  std::array<Word, static_cast<std::size_t>(kWords)> word;

  static constexpr std::size_t word_of(int row) { return static_cast<std::size_t>(row % kWords); }
  static constexpr int shift_of(int row) { return row / kWords * kStride; }

  /// The points within a word.
  static constexpr Element board(std::size_t index) {
    Element mask = 0;
    for (int row = static_cast<int>(index); row < Size; row += kWords) mask |= kRow << shift_of(row);
    return mask;
  }
  static constexpr Element border(std::size_t index) {
    constexpr Element kEnds = 1U | (Element{1} << (Size - 1));
    Element mask = 0;
    for (int row = static_cast<int>(index); row < Size; row += kWords)
      mask |= (row == 0 || row == Size - 1 ? kRow : kEnds) << shift_of(row);
    return mask;
  }

  template <class Make>
  ROOTWARD_INLINE static constexpr PointSets make(Make&& make) {
    PointSets result{};
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kWords; ++i) result.word[i] = make(i);
    return result;
  }
  ROOTWARD_INLINE static constexpr PointSets none() {
    return make([](std::size_t) ROOTWARD_INLINED { return Word{}; });
  }
  ROOTWARD_INLINE static constexpr PointSets all() {
    return make([](std::size_t i) ROOTWARD_INLINED { return Word{} + board(i); });
  }
  ROOTWARD_INLINE friend constexpr PointSets operator&(const PointSets& a, const PointSets& b) {
    return make([&](std::size_t i) ROOTWARD_INLINED { return a.word[i] & b.word[i]; });
  }
  ROOTWARD_INLINE friend constexpr PointSets operator|(const PointSets& a, const PointSets& b) {
    return make([&](std::size_t i) ROOTWARD_INLINED { return a.word[i] | b.word[i]; });
  }
  /// a without b
  ROOTWARD_INLINE friend constexpr PointSets operator-(const PointSets& a, const PointSets& b) {
    return make([&](std::size_t i) ROOTWARD_INLINED { return a.word[i] & ~b.word[i]; });
  }
  /// The board's points outside the set.
  ROOTWARD_INLINE constexpr PointSets complement() const {
    return make([&](std::size_t i) ROOTWARD_INLINED { return ~word[i] & board(i); });
  }
  ROOTWARD_INLINE constexpr PointSets at_border() const {
    return make([&](std::size_t i) ROOTWARD_INLINED { return word[i] & border(i); });
  }
  /// All words in one: 0 where the set is empty.
  ROOTWARD_INLINE constexpr Word folded() const {
    Word result = word[0];
#pragma GCC unroll 8
    for (std::size_t i = 1; i < kWords; ++i) result |= word[i];
    return result;
  }

  // One step; bits off the board are meaningless (intersect with points).
  ROOTWARD_INLINE constexpr PointSets east() const {
    return make([&](std::size_t i) ROOTWARD_INLINED { return word[i] << 1; });
  }
  ROOTWARD_INLINE constexpr PointSets west() const {
    return make([&](std::size_t i) ROOTWARD_INLINED { return word[i] >> 1; });
  }
  ROOTWARD_INLINE constexpr PointSets north() const {
    return make([&](std::size_t i)
                    ROOTWARD_INLINED -> Word { return i == 0 ? word[kWords - 1] << kStride : word[i - 1]; });
  }
  ROOTWARD_INLINE constexpr PointSets south() const {
    return make([&](std::size_t i)
                    ROOTWARD_INLINED -> Word { return i + 1 == kWords ? word[0] >> kStride : word[i + 1]; });
  }
  ROOTWARD_INLINE constexpr PointSets spread() const { return east() | west() | north() | south(); }
  /// The set and what of `area` can be reached from it by one step along a row and then one along a column.
  ROOTWARD_INLINE constexpr PointSets grown(const PointSets& area) const {
    const PointSets along_rows = *this | ((east() | west()) & area);
    return along_rows | ((along_rows.north() | along_rows.south()) & area);
  }

  /// Empty points that are eyes of `own` (see SmallField::eyes) among `surrounded`, those whose neighbours are all own.
  ROOTWARD_INLINE static constexpr PointSets eyes(const PointSets& surrounded, const PointSets& enemy) {
    const PointSets east = enemy.east(), west = enemy.west();
    const PointSets either = east | west, both = east & west;
    const PointSets above = either.north(), below = either.south();
    const PointSets several = both.north() | both.south() | (above & below);
    return surrounded - (several | (above | below).at_border());
  }
};

/// From and to one board's bits in the order of its points.
template <int Size, class Element, int Bits>
ROOTWARD_INLINE constexpr PointSets<Size, Element, Bits> interleaved(Bits128 points) {
  using Sets = PointSets<Size, Element, Bits>;
  Sets sets = Sets::none();
  for (int row = 0; row < Size; ++row, points >>= Size)
    sets.word[Sets::word_of(row)] |= (static_cast<Element>(points) & Sets::kRow) << Sets::shift_of(row);
  return sets;
}
template <int Size, class Element, int Bits>
ROOTWARD_INLINE constexpr Bits128 in_point_order(const PointSets<Size, Element, Bits>& sets) {
  using Sets = PointSets<Size, Element, Bits>;
  Bits128 points = 0;
  for (int row = Size - 1; row >= 0; --row)
    points = (points << Size) | ((sets.word[Sets::word_of(row)] >> Sets::shift_of(row)) & Sets::kRow);
  return points;
}

}  // namespace rootward
