// Counts stones, and floods empty regions where a cell's own neighbours do not tell.
#include "games/go/chain_area.h"

#include <array>
#include <cstdint>

namespace rootward {
namespace {

/// An empty region under the flood.
class Region {
 public:
  explicit Region(const ChainGrid& grid) : grid_(grid) {}

  /// The region's points, as Black's (positive), White's (negative) or nobody's; 0 for a cell seen before.
  int area_around(ChainGrid::Cell start) {
    if (seen_[start]) return 0;
    bool is_black = false, is_white = false;
    std::size_t found = 0, visited = 0;
    const auto see = [&](ChainGrid::Cell cell) {
      seen_[cell] = true;
      cells_[found++] = static_cast<std::uint16_t>(cell);
    };
    see(start);
    while (visited < found) {
      const ChainGrid::Cell cell = cells_[visited++];
      is_black |= grid_.has_neighbour(cell, Seat::first);
      is_white |= grid_.has_neighbour(cell, Seat::second);
      if (!grid_.has_empty_side(cell)) continue;
      for (const ChainGrid::Cell side : ChainGrid::kSides)
        if (grid_.is_empty(cell + side) && !seen_[cell + side]) see(cell + side);
    }
    const int points = static_cast<int>(found);
    found_ = found;
    return is_black == is_white ? 0 : is_black ? points : -points;
  }
  /// What area_around() flooded last.
  [[nodiscard]] std::span<const std::uint16_t> cells() const { return {cells_.data(), found_}; }

 private:
  const ChainGrid& grid_;
  ChainGrid::PerCell<bool> seen_{};
  ChainGrid::PerCell<std::uint16_t> cells_;
  std::size_t found_ = 0;
};

}  // namespace

int chain_area_difference(const ChainGrid& grid, std::span<const std::uint16_t> empty) {
  Region region(grid);
  int difference = grid.stone_difference();
  for (const ChainGrid::Cell cell : empty) difference += region.area_around(cell);
  return difference;
}

ChainGrid::PerCell<std::int8_t> chain_owners(const ChainGrid& grid, std::span<const std::uint16_t> empty) {
  ChainGrid::PerCell<std::int8_t> owners{};
  for (ChainGrid::Cell cell = 0; cell < ChainGrid::kCells; ++cell)
    owners[cell] =
        static_cast<std::int8_t>((grid.holds(cell, Seat::first) ? 1 : 0) - (grid.holds(cell, Seat::second) ? 1 : 0));
  Region region(grid);
  for (const ChainGrid::Cell start : empty) {
    const int area = region.area_around(start);
    if (area == 0) continue;
    for (const ChainGrid::Cell cell : region.cells()) owners[cell] = area > 0 ? 1 : -1;
  }
  return owners;
}

}  // namespace rootward
