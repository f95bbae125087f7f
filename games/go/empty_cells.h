// The empty cells of a board of chains as a list that random cells are drawn from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "games/go/chain_grid.h"

namespace rootward {

/// In ascending order at first, then as additions and removals leave them.
class EmptyCells {
 public:
  using Cell = ChainGrid::Cell;

  EmptyCells(const ChainGrid& grid, int size) {
    const auto length = static_cast<Cell>(size);
    for (Cell row = 1; row <= length; ++row)
      for (Cell cell = row * ChainGrid::kStride + 1; cell <= row * ChainGrid::kStride + length; ++cell)
        if (grid.is_empty(cell)) add(cell);
  }

  [[nodiscard]] std::span<const std::uint16_t> cells() const { return {cells_.data(), count_}; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] Cell at(std::uint32_t index) const { return cells_[index]; }
  void add(Cell cell) { cells_[count_++] = static_cast<std::uint16_t>(cell); }
  void remove(std::uint32_t index) { cells_[index] = cells_[--count_]; }
  void swap(std::uint32_t a, std::uint32_t b) { std::swap(cells_[a], cells_[b]); }

 private:
  ChainGrid::PerCell<std::uint16_t> cells_;
  std::uint32_t count_ = 0;
};

}  // namespace rootward
