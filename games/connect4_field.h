// Connect Four's board as one machine word: columns side by side, each with a spare row on top.
#pragma once

#include <cstdint>

#include "core/playout_trace.h"
#include "core/rng.h"

namespace rootward {

/// Geometry. Bit of a cell = column * stride + row, from the lower left; the spare row keeps lines from wrapping.
struct Connect4Field {
  int stride = 0;             ///< height + 1
  int connect = 0;            ///< stones in line that win
  std::uint64_t board = 0;    ///< every cell
  std::uint64_t bottom = 0;   ///< the lowest cell of every column
  std::uint64_t blocked = 0;  ///< the blocked cell
  std::uint64_t closing = 0;  ///< the cells whose stone closes their column

  constexpr Connect4Field(int width, int height, int in_line, std::uint64_t blocked_cell)
      : stride(height + 1), connect(in_line), blocked(blocked_cell) {
    for (int column = 0; column < width; ++column) {
      board |= ((std::uint64_t{1} << height) - 1) << (column * stride);
      bottom |= std::uint64_t{1} << (column * stride);
    }
    const std::uint64_t top = bottom << (height - 1);
    closing = (top & ~blocked) | ((top & blocked) >> 1);
  }

  /// Whether `connect` stones stand in line.
  [[gnu::always_inline]] constexpr bool has_line(std::uint64_t stones) const {
    return (runs(stones, 1) | runs(stones, stride) | runs(stones, stride - 1) | runs(stones, stride + 1)) != 0;
  }

 private:
  /// Where `connect` cells `step` bits apart begin.
  [[gnu::always_inline]] constexpr std::uint64_t runs(std::uint64_t stones, int step) const {
    std::uint64_t starts = stones & (stones >> step);
    if (connect >= 4) starts &= starts >> (2 * step);
    const int covered = connect >= 4 ? 4 : 2;
    if (connect > covered) starts &= starts >> ((connect - covered) * step);
    return starts;
  }
};

/// Where a playout begins, as the player to move sees it. Nobody has won yet.
struct Connect4Start {
  std::uint64_t own = 0;
  std::uint64_t theirs = 0;
  std::uint64_t filled = 0;  ///< stones, and the blocked cell once the pile has reached it
  std::uint32_t plies = 0;   ///< stones on the board
};

struct Connect4Playout {
  std::uint32_t plies = 0;
  bool is_won = false;  ///< by whoever played the last ply
};

/// Uniformly random moves to the end: one rng.below(open columns) a ply, counting them from the left. Their columns are
/// added to `trace` where there is one.
Connect4Playout connect4_playout(const Connect4Field& field, const Connect4Start& start, Rng& rng, PlayoutTrace* trace);

}  // namespace rootward
