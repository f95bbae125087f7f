// Standard normal draws, by inversion: one uniform number a draw.
#pragma once

#include "core/rng.h"
#include "core/statistics/normal.h"

namespace rootward::optimizer {

inline double draw_normal(Rng& rng) {
  const double open_uniform = (static_cast<double>(rng.next() >> 11) + 0.5) * 0x1.0p-53;
  return normal_quantile(open_uniform);
}

}  // namespace rootward::optimizer
