// Parameter and step sizes of the exponential recency-weighted average under its three ways to begin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "backup/step_table.h"
#include "core/params.h"

namespace rootward::backups {

inline ParamSpec erwa_alpha_spec() {
  return {.key = "alpha",
          .help = "step size: the weight of a return fades by 1 - alpha with every later one",
          .fallback = 0.01,
          .low = 0,
          .high = 1,
          .tune_low = 0.001,
          .tune_high = 0.05,
          .scale = Scale::log,
          .source = "the paper's three values are lost; default and box ours"};
}

/// Why the average never settles (OperatorEntry::no_limit).
inline constexpr const char* kErwaNoLimit =
    "With alpha > 0 a node's value goes on moving with its latest returns: where these have standard deviation s, the "
    "value keeps s sqrt(alpha / (2 - alpha)), 0.071 s at alpha = 0.01, however many there are (variance of a geometric "
    "average). Where exploration and noise fade, so does the error.";

/// Weights that grow by 1 / (1 - alpha) a return: eta_n = alpha / (1 - (1 - alpha)^n), 1/n at alpha = 0.
struct ErwaRatio {
  double alpha = 0;
  double operator()(std::size_t /*n*/) const { return 1 - alpha; }
};
using CorrectedErwa = StepTable<ErwaRatio>;

/// eta_1 = 1, then alpha.
struct FirstReturnErwa {
  double alpha = 0;
  [[nodiscard]] double step(std::uint32_t n) const { return n == 1 ? 1.0 : alpha; }
};

/// eta_n = max(alpha, 1/n).
struct SampleAverageErwa {
  double alpha = 0;
  [[nodiscard]] double step(std::uint32_t n) const { return std::max(alpha, 1.0 / n); }
};

}  // namespace rootward::backups
