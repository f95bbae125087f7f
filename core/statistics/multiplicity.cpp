// Holm's correction.
#include "core/statistics/multiplicity.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace rootward {
namespace {

/// Places of the p values from the smallest to the largest; equal ones in given order.
std::vector<std::size_t> ascending(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [p](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  return order;
}

}  // namespace

std::vector<double> holm(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> result(p.size());
  double running = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    running = std::max(running, static_cast<double>(p.size() - rank) * p[order[rank]]);
    result[order[rank]] = std::min(1.0, running);
  }
  return result;
}

}  // namespace rootward
