// Global pooling (Wu 2019, section 3.2), one order of summation for every implementation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "evaluators/net/plan.h"

namespace rootward::net {

/// The three numbers of each channel from its sum and maximum over the points, at target[channel], [channels +
/// channel], [2 channels + channel]. Sum 81 and maximum 5 over 9x9: 1, -0.5, 5 (pool) and 1, -0.5, 0.15 (pool_value).
inline void finish_pool(StepKind kind, int points, int channels, const float* sums, const float* maxima,
                        float* target) {
  const double offset = std::sqrt(static_cast<double>(points)) - 14.0;
  const auto linear = static_cast<float>(offset / 10.0);
  const auto square = static_cast<float>(offset * offset / 100.0 - 0.1);
  for (int c = 0; c < channels; ++c) {
    const float mean = sums[c] / static_cast<float>(points);
    target[c] = mean;
    target[channels + c] = mean * linear;
    target[2 * channels + c] = kind == StepKind::pool ? maxima[c] : mean * square;
  }
}

}  // namespace rootward::net
