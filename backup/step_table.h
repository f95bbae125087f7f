// Step sizes eta_n of a weighted running mean, n = 1, 2, .., for weights that may span hundreds of orders of magnitude.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

namespace rootward {

/// eta_n = w_n / (w_1 + .. + w_n) through rho_n = 1 + rho_{n-1} w_{n-1} / w_n, eta_n = 1 / rho_n: no sum that could
/// overflow is ever formed. Worked: weights 1, 2, 4 give rho = 1, 3/2, 7/4 and eta = 1, 2/3, 4/7.
///
/// `Ratio`: ratio(n) = w_{n-1} / w_n, asked once each for n = 2, 3, .. in this order. The table grows to the largest n
/// seen, by doubling, so a search that is warm allocates nothing.
template <class Ratio>
class StepTable {
 public:
  explicit StepTable(Ratio ratio) : ratio_(std::move(ratio)) {}

  /// eta_n in (0, 1], n >= 1; eta_1 = 1.
  double step(std::uint32_t n) {
    assert(n >= 1);
    if (n > steps_.size()) grow(n);
    return steps_[n - 1];
  }

 private:
  void grow(std::uint32_t n) {
    while (steps_.size() < n) {
      if (!steps_.empty()) rho_ = 1 + rho_ * ratio_(steps_.size() + 1);
      steps_.push_back(1 / rho_);
    }
  }

  Ratio ratio_;
  double rho_ = 1;  ///< rho of the last step
  std::vector<double> steps_;
};

/// Ratios of a weight law w(n) > 0 with finite values: the law is asked for n = 1, 2, .. once each.
template <class Law>
class LawRatio {
 public:
  explicit LawRatio(Law law) : law_(std::move(law)), last_(law_(1.0)) {}
  double operator()(std::size_t n) {
    const double before = std::exchange(last_, law_(static_cast<double>(n)));
    return before / last_;
  }

 private:
  Law law_;
  double last_;
};

/// A function of n = 1, 2, .. kept as a table that grows to the largest n seen.
template <class Function>
class GrowingTable {
 public:
  explicit GrowingTable(Function function) : function_(std::move(function)) {}
  double at(std::uint32_t n) {
    assert(n >= 1);
    while (values_.size() < n) values_.push_back(function_(static_cast<double>(values_.size() + 1)));
    return values_[n - 1];
  }

 private:
  Function function_;
  std::vector<double> values_;
};

}  // namespace rootward
