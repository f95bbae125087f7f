// A quadratic through the scores of measured settings: where the best one lies, and how sure that is.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/statistics/cholesky.h"

namespace rootward {

/// A setting's score in (0, 1) against one opponent, with its standard error > 0. `at`: the setting's numbers, as many
/// in every cell, one or two.
struct SurfaceCell {
  std::vector<double> at{};
  double score = 0.5;
  double error = 0;
};

/// The largest fitted value inside the cells' limits, which may lie on an edge.
struct SurfacePeak {
  std::vector<double> at{};
  bool is_inside = false;  ///< on none of the edges
  double score = 0.5;      ///< fitted, in (0, 1)
  double error = 0;        ///< of it, standard
  /// An axis: between which numbers the points lie that are not shown to be worse than the peak (p >= 0.05).
  std::vector<std::array<double, 2>> region{};
};

/// The fit of log odds L = ln(s / (1 - s)) by 1, x, x^2 on every axis and their product: weighted least squares, each
/// cell with weight 1 / error(L)^2, error(L) = error / (s (1 - s)) (Box and Wilson 1951). Worked: cells at 0, 1, 2, 3
/// with L = 0.4 - (x - 1)^2 / 2 have their peak at 1 and the score 0.5987 there.
class ResponseSurface {
 public:
  /// Throws std::domain_error where the cells do not fix all terms: each axis needs three numbers.
  explicit ResponseSurface(std::span<const SurfaceCell> cells);

  [[nodiscard]] double score(std::span<const double> at) const;
  [[nodiscard]] double error(std::span<const double> at) const;  ///< of the fitted score, standard
  /// To a hundredth of the limits' width.
  [[nodiscard]] SurfacePeak peak() const;
  /// As peak(), the first number held.
  [[nodiscard]] SurfacePeak peak_at(double first) const;
  /// Whether the peak is not shown to be better than this point.
  [[nodiscard]] bool is_as_good(std::span<const double> at, const SurfacePeak& peak) const;

  [[nodiscard]] double chi2() const { return chi2_; }             ///< of the cells about the fit
  [[nodiscard]] std::size_t freedom() const { return freedom_; }  ///< cells less terms
  [[nodiscard]] const std::vector<std::array<double, 2>>& limits() const { return limits_; }

 private:
  [[nodiscard]] std::vector<double> terms(std::span<const double> at) const;
  [[nodiscard]] double log_odds(std::span<const double> terms) const;
  [[nodiscard]] double deviation(const std::vector<double>& terms) const;
  [[nodiscard]] SurfacePeak peak_within(const std::vector<std::array<double, 2>>& limits) const;

  std::vector<std::array<double, 2>> limits_;
  Cholesky normal_;
  std::vector<double> coefficients_;
  double chi2_ = 0;
  std::size_t freedom_ = 0;
};

}  // namespace rootward
