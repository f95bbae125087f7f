// An empty board of chains.
#include "games/go/chain_grid.h"

#include <cassert>

namespace rootward {
ChainGrid::ChainGrid(int size) {
  assert(size >= kMinGoSize && size <= kMaxGoSize);
  content_.fill(kWall);
  for (Cell cell = 0; cell < kCells; ++cell) head_[cell] = static_cast<std::uint16_t>(cell);
  const auto length = static_cast<Cell>(size);
  for (Cell row = 1; row <= length; ++row)
    for (Cell column = 1; column <= length; ++column) content_[row * kStride + column] = kEmpty;
  for (Cell cell = kStride; cell < kCells - kStride; ++cell)
    for (const Cell side : kSides)
      neighbours_[cell] = static_cast<std::uint16_t>(neighbours_[cell] + (is_empty(cell + side) ? 1 : 0));
}

void ChainGrid::set(Cell cell, Seat seat) {
  if ((put(cell, seat).around & field_of(seat)) != 0) join_own(cell, seat);
}

}  // namespace rootward
