// Who owns what on a Go board by Benson's unconditional life, as KataGo's inputs define it under area scoring.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "games/go/stone.h"

namespace rootward::net {

/// The owner of each point, empty = nobody. A colour's regions are the maximal sets of points without its stones; a
/// region is vital to a chain if all its empty points (with suicide: all its points) are the chain's liberties or
/// stones beside it. Chains with two vital regions that border such chains only live unconditionally (Benson 1976). A
/// colour owns those chains, the regions bordered by them only that hold no enemy or have at most one point away from
/// its stones, then empty regions that it alone borders, then every stone of its own that is left.
std::vector<Stone> go_area(std::span<const Stone> stones, int size, bool is_suicide_legal);

/// The colour's stones that live unconditionally, a flag a point.
std::vector<std::uint8_t> unconditional_life(std::span<const Stone> stones, int size, Stone colour,
                                             bool is_suicide_legal);

}  // namespace rootward::net
