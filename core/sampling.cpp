// The polar method over our own logarithm.
#include "core/sampling.h"

#include <bit>
#include <cmath>
#include <limits>

#include "core/math.h"

namespace rootward {

double standard_normal(Rng& rng) {
  for (;;) {
    const double x = 2 * rng.uniform() - 1;
    const double y = 2 * rng.uniform() - 1;
    const double square = x * x + y * y;
    if (square >= 1 || square == 0) continue;
    return x * std::sqrt(-2 * log_exact(square) / square);
  }
}

std::int64_t uniform_integer(std::int64_t low, std::int64_t high, Rng& rng) {
  const std::uint64_t last = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  std::uint64_t offset = 0;
  if (last < std::numeric_limits<std::uint32_t>::max()) {
    offset = rng.below(static_cast<std::uint32_t>(last + 1));
  } else {
    const int unused_bits = std::countl_zero(last);
    do offset = rng.next() >> unused_bits;
    while (offset > last);
  }
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
}

}  // namespace rootward
