// The board that a network sees.
#pragma once

namespace rootward::net {

struct BoardShape {
  int lines = 0;
  int columns = 0;
  constexpr BoardShape(int size) : lines(size), columns(size) {}  // NOLINT(google-explicit-constructor): a square
  constexpr BoardShape(int board_lines, int board_columns) : lines(board_lines), columns(board_columns) {}
  [[nodiscard]] constexpr int points() const { return lines * columns; }
  friend constexpr bool operator==(const BoardShape&, const BoardShape&) = default;
};

}  // namespace rootward::net
