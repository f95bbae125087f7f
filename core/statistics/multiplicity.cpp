// Holm, Benjamini-Hochberg and Bonferroni.
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

std::vector<double> benjamini_hochberg(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> result(p.size());
  double running = 1;
  for (std::size_t rank = order.size(); rank-- > 0;) {
    running = std::min(running, static_cast<double>(p.size()) / static_cast<double>(rank + 1) * p[order[rank]]);
    result[order[rank]] = running;
  }
  return result;
}

std::vector<double> bonferroni(std::span<const double> p) {
  std::vector<double> result(p.begin(), p.end());
  for (double& value : result) value = std::min(1.0, value * static_cast<double>(p.size()));
  return result;
}

}  // namespace rootward
