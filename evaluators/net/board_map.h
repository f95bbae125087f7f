// The board that a network sees, and a feature map of it as kernels want it.
#pragma once

#include <cstddef>
#include <vector>

#include "evaluators/net/aligned_vector.h"

namespace rootward::net {

struct BoardShape {
  int lines = 0;
  int columns = 0;
  constexpr BoardShape(int size) : lines(size), columns(size) {}  // NOLINT(google-explicit-constructor): a square
  constexpr BoardShape(int board_lines, int board_columns) : lines(board_lines), columns(board_columns) {}
  [[nodiscard]] constexpr int points() const { return lines * columns; }
  friend constexpr bool operator==(const BoardShape&, const BoardShape&) = default;
};

/// Numbers by point and channel with a rim of zeros around the board, so that no filter looks off it. Rows share their
/// rims: a row takes columns + rim places, and a place `stride` floats.
struct BoardMap {
  int channels = 0;
  int stride = 0;  ///< channels rounded up to whole blocks
  int rim = 0;     ///< rows and columns of zeros around the board
  int columns = 0;
  std::vector<int> places;  ///< of each point, in floats
  AlignedVector<float> memory;

  void lay_out(BoardShape board, int block) {
    columns = board.columns;
    stride = (channels + block - 1) / block * block;
    places.clear();
    for (int row = 0; row < board.lines; ++row)
      for (int column = 0; column < columns; ++column)
        places.push_back(((row + rim) * (columns + rim) + column + rim) * stride);
    const int cells = (board.lines + 2 * rim) * (columns + rim) + rim;
    memory.assign(static_cast<std::size_t>(cells) * static_cast<std::size_t>(stride), 0.0F);
  }
  /// From a point's place to those of a filter's points, row by row, in floats.
  [[nodiscard]] std::vector<int> taps(int window) const {
    std::vector<int> taps;
    const int reach = window / 2;
    for (int row = -reach; row <= reach; ++row)
      for (int column = -reach; column <= reach; ++column) taps.push_back((row * (columns + rim) + column) * stride);
    return taps;
  }
  [[nodiscard]] float* at(std::size_t point) { return memory.data() + places[point]; }
  [[nodiscard]] const float* at(std::size_t point) const { return memory.data() + places[point]; }
};

}  // namespace rootward::net
