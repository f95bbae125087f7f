// Least squares on axes from -1 to 1, and a search over a grid of points.
#include "core/statistics/response_surface.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "core/math.h"
#include "core/statistics/normal.h"

namespace rootward {
namespace {

using Limits = std::vector<std::array<double, 2>>;

constexpr int kSteps = 100;  // of an axis, in which the peak is looked for

Limits limits_of(std::span<const SurfaceCell> cells) {
  Limits limits;
  for (std::size_t axis = 0; !cells.empty() && axis < cells.front().at.size(); ++axis) {
    std::set<double> numbers;
    for (const SurfaceCell& cell : cells) numbers.insert(cell.at[axis]);
    if (numbers.size() < 3) throw std::domain_error("each axis needs three numbers");
    limits.push_back({*numbers.begin(), *numbers.rbegin()});
  }
  if (limits.empty()) throw std::domain_error("there are no cells");
  return limits;
}

/// 1, the numbers, their squares and products.
std::vector<double> quadratic_terms(std::span<const double> at, const Limits& limits) {
  std::vector<double> terms = {1};
  for (std::size_t i = 0; i < at.size(); ++i)
    terms.push_back((2 * at[i] - limits[i][0] - limits[i][1]) / (limits[i][1] - limits[i][0]));
  for (std::size_t i = 1; i <= at.size(); ++i)
    for (std::size_t k = i; k <= at.size(); ++k) terms.push_back(terms[i] * terms[k]);
  return terms;
}

double log_odds_of(double score) { return log_exact(score / (1 - score)); }
double score_of(double log_odds) { return 1 / (1 + exp_exact(-log_odds)); }
double weight_of(const SurfaceCell& cell) {
  const double root = cell.score * (1 - cell.score) / cell.error;
  return root * root;
}

Cholesky normal_matrix(std::span<const SurfaceCell> cells, const Limits& limits) {
  const std::size_t size = quadratic_terms(cells.front().at, limits).size();
  if (cells.size() < size) throw std::domain_error("there are fewer cells than terms");
  SquareMatrix matrix(size);
  for (const SurfaceCell& cell : cells) {
    const std::vector<double> terms = quadratic_terms(cell.at, limits);
    for (std::size_t row = 0; row < size; ++row)
      for (std::size_t column = 0; column <= row; ++column)
        matrix.at(row, column) += weight_of(cell) * terms[row] * terms[column];
  }
  return Cholesky(matrix);
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::vector<double> on_axis(const std::array<double, 2>& limits) {
  if (limits[0] == limits[1]) return {limits[0]};
  std::vector<double> numbers;
  for (int i = 0; i < kSteps; ++i) numbers.push_back(limits[0] + (limits[1] - limits[0]) * i / kSteps);
  numbers.push_back(limits[1]);  // itself, not what rounding makes of it: a peak there is on the edge
  return numbers;
}

std::vector<std::vector<double>> points_within(const Limits& limits) {
  std::vector<std::vector<double>> points = {{}};
  for (const std::array<double, 2>& axis : limits) {
    std::vector<std::vector<double>> longer;
    for (const std::vector<double>& point : points)
      for (const double number : on_axis(axis)) {
        longer.push_back(point);
        longer.back().push_back(number);
      }
    points = std::move(longer);
  }
  return points;
}

}  // namespace

ResponseSurface::ResponseSurface(std::span<const SurfaceCell> cells)
    : limits_(limits_of(cells)), normal_(normal_matrix(cells, limits_)) {
  std::vector<double> right(terms(cells.front().at).size(), 0.0);
  for (const SurfaceCell& cell : cells) {
    const std::vector<double> own = terms(cell.at);
    for (std::size_t i = 0; i < own.size(); ++i) right[i] += weight_of(cell) * own[i] * log_odds_of(cell.score);
  }
  coefficients_ = normal_.solve(right);
  for (const SurfaceCell& cell : cells) {
    const double off = log_odds_of(cell.score) - log_odds(terms(cell.at));
    chi2_ += weight_of(cell) * off * off;
  }
  freedom_ = cells.size() - right.size();
}

std::vector<double> ResponseSurface::terms(std::span<const double> at) const {
  assert(at.size() == limits_.size());
  return quadratic_terms(at, limits_);
}

double ResponseSurface::log_odds(std::span<const double> terms) const { return dot(coefficients_, terms); }

/// The standard error of sum of coefficient times term: sqrt(t' C t).
double ResponseSurface::deviation(const std::vector<double>& terms) const {
  return std::sqrt(std::max(0.0, dot(terms, normal_.solve(terms))));
}

double ResponseSurface::score(std::span<const double> at) const { return score_of(log_odds(terms(at))); }

double ResponseSurface::error(std::span<const double> at) const {
  const double fitted = score(at);
  return fitted * (1 - fitted) * deviation(terms(at));
}

bool ResponseSurface::is_as_good(std::span<const double> at, const SurfacePeak& peak) const {
  std::vector<double> less = terms(peak.at);
  const std::vector<double> own = terms(at);
  for (std::size_t i = 0; i < less.size(); ++i) less[i] -= own[i];
  return log_odds(less) <= kZ95 * deviation(less);
}

SurfacePeak ResponseSurface::peak() const {
  SurfacePeak peak = peak_within(limits_);
  peak.is_inside = true;
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    if (peak.at[i] == limits_[i][0] || peak.at[i] == limits_[i][1]) peak.is_inside = false;
    peak.region.push_back({peak.at[i], peak.at[i]});
  }
  for (const std::vector<double>& point : points_within(limits_)) {
    if (!is_as_good(point, peak)) continue;
    for (std::size_t i = 0; i < point.size(); ++i)
      peak.region[i] = {std::min(peak.region[i][0], point[i]), std::max(peak.region[i][1], point[i])};
  }
  return peak;
}

SurfacePeak ResponseSurface::peak_at(double first) const {
  std::vector<std::array<double, 2>> limits = limits_;
  limits.front() = {first, first};
  return peak_within(limits);
}

SurfacePeak ResponseSurface::peak_within(const std::vector<std::array<double, 2>>& limits) const {
  SurfacePeak peak;
  double best = -std::numeric_limits<double>::infinity();
  for (std::vector<double>& point : points_within(limits)) {
    const double value = log_odds(terms(point));
    if (value <= best) continue;
    best = value;
    peak.at = std::move(point);
  }
  peak.score = score_of(best);
  peak.error = error(peak.at);
  return peak;
}

}  // namespace rootward
