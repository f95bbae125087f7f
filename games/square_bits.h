// Boards up to 8x8 on one word, eight bits a row whatever the size: bit row * 8 + column, both from 0 at a1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/types.h"
#include "games/stone_grid.h"

namespace rootward {

/// Left and right swapped: the bits of every byte reversed, then moved back to the first column.
constexpr std::uint64_t mirrored_columns(std::uint64_t cells, int size) {
  cells = ((cells >> 1) & 0x5555555555555555ULL) | ((cells & 0x5555555555555555ULL) << 1);
  cells = ((cells >> 2) & 0x3333333333333333ULL) | ((cells & 0x3333333333333333ULL) << 2);
  cells = ((cells >> 4) & 0x0F0F0F0F0F0F0F0FULL) | ((cells & 0x0F0F0F0F0F0F0F0FULL) << 4);
  return cells >> (8 - size);
}

/// Top and bottom swapped.
constexpr std::uint64_t mirrored_rows(std::uint64_t cells, int size) {
  cells = ((cells >> 8) & 0x00FF00FF00FF00FFULL) | ((cells & 0x00FF00FF00FF00FFULL) << 8);
  cells = ((cells >> 16) & 0x0000FFFF0000FFFFULL) | ((cells & 0x0000FFFF0000FFFFULL) << 16);
  return ((cells >> 32) | (cells << 32)) >> (8 * (8 - size));
}

/// Rows and columns swapped (the three steps of Warren's Hacker's Delight, 7-3).
constexpr std::uint64_t transposed(std::uint64_t cells) {
  std::uint64_t moved = (cells ^ (cells >> 7)) & 0x00AA00AA00AA00AAULL;
  cells ^= moved ^ (moved << 7);
  moved = (cells ^ (cells >> 14)) & 0x0000CCCC0000CCCCULL;
  cells ^= moved ^ (moved << 14);
  moved = (cells ^ (cells >> 28)) & 0x00000000F0F0F0F0ULL;
  return cells ^ moved ^ (moved << 28);
}

/// "a1" of a bit's number.
inline std::string square_text(int bit) { return {static_cast<char>('a' + bit % 8), static_cast<char>('1' + bit / 8)}; }

/// The bit's number of a text's first two characters, the letter in either case; nothing off the board.
inline std::optional<int> parse_square(std::string_view text, int size) {
  if (text.size() < 2) return std::nullopt;
  const int column = text[0] >= 'a' ? text[0] - 'a' : text[0] - 'A';
  const int row = text[1] - '1';
  if (column < 0 || column >= size || row < 0 || row >= size) return std::nullopt;
  return 8 * row + column;
}

inline StoneGrid square_grid(std::uint64_t first, std::uint64_t second, int size) {
  StoneGrid grid(size, size);
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const int bit = 8 * row + column;
      if (((first >> bit) & 1) != 0) grid.set(column, row, Cell::first);
      if (((second >> bit) & 1) != 0) grid.set(column, row, Cell::second);
    }
  return grid;
}

/// The seat's stones of a square grid.
inline std::uint64_t square_stones(const StoneGrid& grid, Seat seat) {
  std::uint64_t stones = 0;
  for (int row = 0; row < grid.height(); ++row)
    for (int column = 0; column < grid.width(); ++column)
      if (grid.at(column, row) == cell_of(seat)) stones |= std::uint64_t{1} << (8 * row + column);
  return stones;
}

}  // namespace rootward
