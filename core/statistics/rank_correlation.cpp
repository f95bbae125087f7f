// Pearson's correlation of mean ranks, which counts ties right.
#include "core/statistics/rank_correlation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace rootward {

std::vector<double> ranks_of(std::span<const double> numbers) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return numbers[i]; });
  std::vector<double> ranks(numbers.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && numbers[order[last + 1]] == numbers[order[first]]) ++last;
    const double rank = 1 + 0.5 * static_cast<double>(first + last);
    for (std::size_t i = first; i <= last; ++i) ranks[order[i]] = rank;
    first = last + 1;
  }
  return ranks;
}

std::optional<double> spearman(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  const std::vector<double> x = ranks_of(a);
  const std::vector<double> y = ranks_of(b);
  const double middle = 0.5 * (static_cast<double>(x.size()) + 1);
  double products = 0;
  double x_squares = 0;
  double y_squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    products += (x[i] - middle) * (y[i] - middle);
    x_squares += (x[i] - middle) * (x[i] - middle);
    y_squares += (y[i] - middle) * (y[i] - middle);
  }
  if (x_squares == 0 || y_squares == 0) return std::nullopt;
  return products / std::sqrt(x_squares * y_squares);
}

}  // namespace rootward
