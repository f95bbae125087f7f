// MoGo's 3x3 patterns as one table of all neighbourhoods.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace rootward {

/// What stands on a neighbouring point, as the player to move sees it; a wall is own and enemy at once.
enum class Neighbour : std::uint8_t { empty = 0, own = 1, enemy = 2, wall = 3 };

/// The eight neighbours of a point, two bits each, in the order NW, N, NE, W, E, SW, S, SE.
using Neighbourhood = std::uint16_t;

namespace detail {
/// By nine bits from the top left: their places in a neighbourhood; the middle has none.
consteval std::array<Neighbourhood, 512> spread_windows() {
  std::array<Neighbourhood, 512> spread{};
  for (unsigned window = 0; window < spread.size(); ++window) {
    for (unsigned cell = 0, place = 0; cell < 9; ++cell) {
      if (cell == 4) continue;
      spread[window] = static_cast<Neighbourhood>(spread[window] | (window >> cell & 1U) << place);
      place += 2;
    }
  }
  return spread;
}
inline constexpr std::array<Neighbourhood, 512> kSpreadWindows = spread_windows();
}  // namespace detail

/// From the own and the enemy's stones on three rows of three points, nine bits from the top left; walls are in both.
constexpr Neighbourhood neighbourhood_of(std::size_t own, std::size_t enemy) {
  return static_cast<Neighbourhood>(detail::kSpreadWindows[own] | detail::kSpreadWindows[enemy] << 1);
}

/// Three rows of three from the top, the move in the middle.
using PatternDrawing = std::array<char, 9>;

/// All neighbourhoods in which a move is one of the patterns, in every rotation, reflection and colour.
class PatternTable {
 public:
  static const PatternTable& shared();
  [[nodiscard]] bool matches(Neighbourhood neighbourhood) const { return table_[neighbourhood]; }

 private:
  PatternTable();
  /// All neighbourhoods that fit the drawing and have `around` in the cells before this one.
  void add(const PatternDrawing& drawing, bool own_is_x, std::size_t cell, unsigned around);
  std::bitset<65536> table_;
};

}  // namespace rootward
