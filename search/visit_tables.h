// sqrt(ln n) and 1 / sqrt(n) for visit counts: looked up for small n, computed by the same formula beyond.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/math.h"

namespace rootward {

class VisitTables {
 public:
  /// The one copy of the program: searches by the dozen read it side by side.
  static const VisitTables& shared() {
    static const VisitTables tables;
    return tables;
  }
  /// 1 / sqrt(n), n >= 1.
  [[nodiscard]] double inverse_root(std::uint32_t n) const {
    return n < kSize ? inverse_root_[n] : 1.0 / std::sqrt(static_cast<double>(n));
  }
  /// sqrt(ln n), n >= 1.
  [[nodiscard]] double root_log(std::uint32_t n) const {
    return n < kSize ? root_log_[n] : std::sqrt(log_exact(static_cast<double>(n)));
  }

 private:
  static constexpr std::uint32_t kSize = 1U << 15;

  VisitTables() : inverse_root_(kSize), root_log_(kSize) {
    for (std::uint32_t n = 1; n < kSize; ++n) {
      inverse_root_[n] = 1.0 / std::sqrt(static_cast<double>(n));
      root_log_[n] = std::sqrt(log_exact(static_cast<double>(n)));
    }
  }

  std::vector<double> inverse_root_;
  std::vector<double> root_log_;
};

}  // namespace rootward
