// Weighted means by the recursion of divided differences.
#include "core/statistics/exact_score.h"

#include <cassert>
#include <cstddef>
#include <vector>

namespace rootward {
namespace {

/// The scores and one of 0, upwards.
std::vector<double> scores_of(ScoreCounts counts) {
  const auto steps = static_cast<double>(counts.size() - 1);
  std::vector<double> scores = {0};
  for (std::size_t i = 0; i < counts.size(); ++i)
    scores.insert(scores.end(), counts[i], static_cast<double>(i) / steps);
  return scores;
}

std::vector<std::uint64_t> mirrored(ScoreCounts counts) { return {counts.rbegin(), counts.rend()}; }

}  // namespace

// P(i, j), the chance among the i scores next below the mean and the j next above, is
// ((b - mean) P(i - 1, j) + (mean - a) P(i, j - 1)) / (b - a) with a the lowest and b the highest of them.
double exact_p_of_at_most(ScoreCounts counts, double mean) {
  assert(mean >= 0 && mean <= 1);
  const std::vector<double> scores = scores_of(counts);
  std::size_t below = 0;
  while (below < scores.size() && scores[below] <= mean) ++below;
  const std::size_t above = scores.size() - below;
  std::vector<double> chance(above + 1);  // by j; one row an i
  chance.front() = 1;
  for (std::size_t i = 1; i <= below; ++i) {
    const double lowest = scores[below - i];
    for (std::size_t j = 1; j <= above; ++j) {
      const double highest = scores[below + j - 1];
      chance[j] = ((highest - mean) * chance[j] + (mean - lowest) * chance[j - 1]) / (highest - lowest);
    }
  }
  return chance[above];
}

double exact_p_of_at_least(ScoreCounts counts, double mean) { return exact_p_of_at_most(mirrored(counts), 1.0 - mean); }

namespace {

double low_end(ScoreCounts counts, double tail) {
  constexpr double kExact = 1e-15;
  if (exact_p_of_at_most(counts, 0) >= tail) return 0;
  double low = 0;
  double high = 1;
  while (high - low > kExact) {
    const double middle = 0.5 * (low + high);
    (exact_p_of_at_most(counts, middle) < tail ? low : high) = middle;
  }
  return low;
}

}  // namespace

Interval exact_interval(ScoreCounts counts, double tail) {
  assert(tail > 0 && tail < 0.5);
  return {low_end(counts, tail), 1.0 - low_end(mirrored(counts), tail)};
}

}  // namespace rootward
