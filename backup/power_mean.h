// Power means over the scanned children: of their values, read as win rates, and of their deviations.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "backup/block_sums.h"
#include "backup/child_operator.h"
#include "backup/common_parameters.h"
#include "core/math.h"
#include "core/params.h"

namespace rootward::backups {

inline ParamSpec power_spec() {
  return {.key = "p",
          .help = "exponent of the mean: 1 is the average, 2 the quadratic mean, large ones the maximum",
          .fallback = 2.0,
          .low = 1,
          .high = 1e6,
          .tune_low = 1,
          .tune_high = 32,
          .scale = Scale::log,
          .source = "Dam et al. 2019 (Power-UCT); default and box ours"};
}

/// (sum (w_i / sum w) (x_i / X)^e)^(1/e) X, X = max x_i: numbers >= 0, no exponent of which underflows.
class PowerMean {
 public:
  PowerMean(double p, double rate) : p_(p), growth_(rate) {}

  /// e = min(p N^rate, 1e6).
  double exponent(std::uint32_t visits) { return std::min(p_ * growth_.at(visits), 1e6); }

  /// 2 X (..)^(1/e) - 1 of x_i = max(0, (1 + q_i) / 2). Worked, p = 2, visits 1 and 1, values 1 and -1: sqrt 2 - 1.
  Value of_values(const ScannedChildren& children, double exponent) {
    return 2 * of(children, exponent, [](Value q) { return rate_of(q); }) - 1;
  }
  /// A value as a win rate.
  static double rate_of(Value q) { return std::max(0.0, 0.5 * (1 + q)); }
  /// Of numbers >= 0 in place of the values.
  double of_numbers(const ScannedChildren& children, double exponent) {
    return of(children, exponent, [](double x) { return x; });
  }

 private:
  template <class Base>
  double of(const ScannedChildren& children, double exponent, Base base) {
    if (bases_.size() < children.padded()) bases_.resize(children.padded());
    double top = 0;
    for (std::size_t i = 0; i < children.count(); ++i) {
      bases_[i] = base(children.values()[i]);
      top = std::max(top, bases_[i]);
    }
    if (top == 0) return 0;
    std::fill(bases_.begin() + static_cast<std::ptrdiff_t>(children.count()),
              bases_.begin() + static_cast<std::ptrdiff_t>(children.padded()), 0.0);
    if (exponent == 2) return top * std::sqrt(squares(children, top) / children.total());
    const double sum =
        sums_.power(children.weights(), bases_.data(), children.values(), children.padded(), top, exponent).weights;
    return top * exp_exact(log_exact(sum / children.total()) / exponent);
  }

  [[nodiscard]] double squares(const ScannedChildren& children, double top) const {
    const double inverse = 1 / top;
    double sum = 0;
    for (std::size_t i = 0; i < children.count(); ++i) {
      const double ratio = bases_[i] * inverse;
      sum += children.weights()[i] * (ratio * ratio);
    }
    return sum;
  }

  double p_;
  VisitPower growth_;
  const BlockSums& sums_ = block_sums();
  std::vector<double> bases_;  // scratch
};

}  // namespace rootward::backups
