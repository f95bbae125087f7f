// What a cell at equal CPU time is allowed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rootward::testing {

/// The number of simulations that take as long as `simulations` of the control, where one takes `cost` times as long.
inline std::uint64_t affordable(double simulations, double cost) {
  return static_cast<std::uint64_t>(std::max(1LL, std::llrint(simulations / cost)));
}

}  // namespace rootward::testing
