// Sums over sorts.
#include "experiments/cluster/cost.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rootward::cluster {
namespace {

double mean_of(const std::vector<double>& seconds) {
  if (seconds.empty()) return 0;
  return std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
}

double variance_of(const std::vector<double>& seconds) {
  const double mean = mean_of(seconds);
  if (seconds.size() < 2) return mean * mean / 4;
  double sum = 0;
  for (const double value : seconds) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(seconds.size() - 1);
}

}  // namespace

double Cost::seconds() const {
  double sum = 0;
  for (const CostSort& sort : sorts) sum += static_cast<double>(sort.units) * mean_of(sort.seconds);
  return sum;
}

double Cost::bytes() const {
  double sum = 0;
  for (const CostSort& sort : sorts)
    if (sort.has_records) sum += static_cast<double>(sort.units) * record_bytes;
  return sum;
}

double Cost::margin() const {
  constexpr double kQuantile = 1.96;
  double sum = 0;
  for (const CostSort& sort : sorts) {
    if (sort.seconds.empty()) continue;
    const auto units = static_cast<double>(sort.units);
    sum += units * units * variance_of(sort.seconds) / static_cast<double>(sort.seconds.size());
  }
  return kQuantile * std::sqrt(sum);
}

std::uint32_t minutes_for(double task_seconds, double longest_record) {
  constexpr double kLeast = 15;
  const double minutes = std::max({3 * task_seconds / 60 + 5, 10 * longest_record / 60, kLeast});
  return static_cast<std::uint32_t>(std::ceil(minutes / 5)) * 5;
}

}  // namespace rootward::cluster
