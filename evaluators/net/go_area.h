// Who owns what on a Go board by Benson's unconditional life, as KataGo's inputs define it under area scoring.
#pragma once

#include <span>
#include <vector>

#include "games/go/stone.h"

namespace rootward::net {

/// The owner of each point, empty = nobody. A colour owns the chains that live unconditionally (go_life.h), the regions
/// bordered by them only that hold no enemy or have at most one point away from its stones, then empty regions that it
/// alone borders, then every stone of its own that is left.
std::vector<Stone> go_area(std::span<const Stone> stones, int size, bool is_suicide_legal);

}  // namespace rootward::net
