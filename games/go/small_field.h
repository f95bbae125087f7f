// Geometry of boards of 2 to 11 lines as 128-bit point sets: edges, neighbours, shifts of whole sets.
#pragma once

#include <array>
#include <cstddef>

#include "games/go/bits128.h"

namespace rootward {

/// One board size. Set functions are forced inline so that a constant field folds into their shifts and masks.
struct SmallField {
  static constexpr int kMaxSize = 11;

  int size = 0;
  int points = 0;
  Bits128 all = 0;           ///< every point of the board
  Bits128 first_column = 0;  ///< column A
  Bits128 last_column = 0;
  Bits128 border = 0;  ///< points at an edge or corner
  std::array<Bits128, static_cast<std::size_t>(kMaxSize* kMaxSize)> neighbours{};

  constexpr explicit SmallField(int lines) : size(lines), points(lines * lines) {
    all = bit_at(points) - 1;
    for (int row = 0; row < size; ++row) {
      first_column |= bit_at(row * size);
      last_column |= bit_at(row * size + size - 1);
    }
    border = first_column | last_column | (bit_at(size) - 1) | (all ^ (all >> size));
    for (int point = 0; point < points; ++point)
      neighbours[static_cast<std::size_t>(point)] = spread(bit_at(point)) & all;
  }

  [[gnu::always_inline]] constexpr Bits128 east(Bits128 set) const { return (set & ~last_column) << 1; }
  [[gnu::always_inline]] constexpr Bits128 west(Bits128 set) const { return (set & ~first_column) >> 1; }
  /// Neighbours of the set's points; bits at and above `points` are meaningless (intersect with a set of points).
  [[gnu::always_inline]] constexpr Bits128 spread(Bits128 set) const {
    return east(set) | west(set) | (set << size) | (set >> size);
  }
  [[gnu::always_inline]] constexpr Bits128 neighbours_of(int point) const {
    return neighbours[static_cast<std::size_t>(point)];
  }

  /// Empty points that are eyes of `own`: all neighbours own, and enemies on none of the diagonals at an edge or
  /// corner, on one at most elsewhere.
  [[gnu::always_inline]] constexpr Bits128 eyes(Bits128 own, Bits128 enemy) const {
    const Bits128 empty = all & ~(own | enemy);
    const Bits128 surrounded = empty & ~spread(all & ~own);
    if (surrounded == 0) return 0;
    const Bits128 side_east = east(enemy);
    const Bits128 side_west = west(enemy);
    const Bits128 either = side_east | side_west, both = side_east & side_west;
    const Bits128 above = either << size, below = either >> size;
    const Bits128 any = above | below;
    const Bits128 several = (both << size) | (both >> size) | (above & below);
    return surrounded & ~(several | (any & border));
  }

  /// Whether a chain of `stones` through the stones of `seed` has a stone in `breathing`, the points next to a liberty;
  /// `visited` receives the stones seen, the whole chains when none has.
  [[gnu::always_inline]] constexpr bool reaches(Bits128 seed, Bits128 stones, Bits128 breathing,
                                                Bits128& visited) const {
    visited = seed;
    while (true) {
      Bits128 next = visited | (spread(visited) & stones);
      if ((next & breathing) != 0) return true;
      if (next == visited) return false;
      visited = next;
    }
  }

  /// Everything of `area` connected to `seed` within it.
  [[gnu::always_inline]] constexpr Bits128 flood(Bits128 seed, Bits128 area) const {
    Bits128 filled = seed & area;
    while (true) {
      const Bits128 next = filled | (spread(filled) & area);
      if (next == filled) return filled;
      filled = next;
    }
  }

  /// Enemy stones that a stone at `point` captures; `breathing` holds the points next to an empty point other than it.
  [[gnu::always_inline]] constexpr Bits128 captures(int point, Bits128 enemy, Bits128 breathing) const {
    Bits128 threatened = neighbours_of(point) & enemy & ~breathing;
    Bits128 captured = 0;
    while (threatened != 0) {
      const int stone = lowest(threatened);
      Bits128 visited = 0;
      if (!reaches(bit_at(stone) | (neighbours_of(stone) & enemy), enemy, breathing, visited)) captured |= visited;
      threatened &= ~visited;
    }
    return captured;
  }

  /// The area of `own`, Tromp-Taylor: its stones, and empty regions that reach no other colour.
  [[nodiscard]] Bits128 area(Bits128 own, Bits128 enemy) const {
    const Bits128 empty = all & ~(own | enemy);
    return own | (flood(spread(own), empty) & ~flood(spread(enemy), empty));
  }
  /// Whose points are whose, a number a point: 1 the first seat's, -1 the second's, 0 nobody's.
  void tell_owners(Bits128 first, Bits128 second, std::span<std::int8_t> owners) const {
    const Bits128 first_area = area(first, second);
    const Bits128 second_area = area(second, first);
    for (int point = 0; point < points; ++point)
      owners[static_cast<std::size_t>(point)] = static_cast<std::int8_t>(((first_area & bit_at(point)) != 0 ? 1 : 0) -
                                                                         ((second_area & bit_at(point)) != 0 ? 1 : 0));
  }

  /// Area of `own` minus area of `enemy`, Tromp-Taylor: stones, and empty regions that reach one colour only.
  [[gnu::always_inline]] constexpr int area_difference(Bits128 own, Bits128 enemy) const {
    const Bits128 empty = all & ~(own | enemy);
    const Bits128 own_reach = flood(spread(own), empty);
    const Bits128 enemy_reach = flood(spread(enemy), empty);
    return popcount(own) + popcount(own_reach & ~enemy_reach) - popcount(enemy) - popcount(enemy_reach & ~own_reach);
  }
};

template <int Size>
inline constexpr SmallField kSmallField{Size};

}  // namespace rootward
