// The polar method over our own logarithm.
#include "core/sampling.h"

#include <cmath>

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

}  // namespace rootward
