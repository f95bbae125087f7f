// An interval in which a value is known to lie.
#pragma once

#include "core/types.h"

namespace rootward {

/// A value is known to lie in [low, high]; one player's view, in [-1, 1].
struct Bounds {
  Value low = -1;
  Value high = 1;
  [[nodiscard]] bool is_exact() const { return low == high; }
  /// In the view of a player who sees values with this sign, +1 or -1; a draw is +0 in either view.
  [[nodiscard]] Bounds seen_by(double sign) const {
    return sign > 0 ? Bounds{low + 0.0, high + 0.0} : Bounds{0.0 - high, 0.0 - low};
  }
};

}  // namespace rootward
