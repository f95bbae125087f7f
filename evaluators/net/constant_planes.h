// Planes of ones or zeros behind the stones, the same for every game.
#pragma once

#include <cstddef>
#include <span>

#include "core/types.h"
#include "evaluators/net/model.h"

namespace rootward::net {

[[nodiscard]] constexpr bool is_one(ConstantPlane plane, Seat to_move) {
  switch (plane) {
    case ConstantPlane::black_to_move:
      return to_move == Seat::first;
    case ConstantPlane::white_to_move:
      return to_move == Seat::second;
    case ConstantPlane::ones:
      return true;
  }
  return false;
}

/// Writes the ones; `planes` ([point][plane]) hold zeros there.
inline void fill_constants(const Planes& kind, Seat to_move, std::span<float> planes) {
  const auto stride = static_cast<std::size_t>(plane_count(kind));
  for (std::size_t i = 0; i < kind.constants.size(); ++i) {
    if (!is_one(kind.constants[i], to_move)) continue;
    const std::size_t plane = 2 * static_cast<std::size_t>(kind.positions) + i;
    for (std::size_t place = plane; place < planes.size(); place += stride) planes[place] = 1.0F;
  }
}

}  // namespace rootward::net
