// Area of a board of chains.
#pragma once

#include <cstdint>
#include <span>

#include "games/go/chain_grid.h"

namespace rootward {

/// Black's area minus White's, in points: stones, and empty regions that reach one colour only. `empty`: all empty
/// cells.
int chain_area_difference(const ChainGrid& grid, std::span<const std::uint16_t> empty);

/// The owner of every cell of the board: 1 Black, -1 White, 0 nobody.
ChainGrid::PerCell<std::int8_t> chain_owners(const ChainGrid& grid, std::span<const std::uint16_t> empty);

}  // namespace rootward
