// Reductions over a block of children, written so that the compiler vectorises them, with one fixed order of summation:
// eight running sums (child i goes to lane i mod 8), joined pairwise like sum_fixed().
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "core/exp_inline.h"
#include "core/types.h"

namespace rootward {

/// The visited children of a node: visits >= 1 and values in the chooser's view; equal lengths.
struct ChildSpan {
  const std::uint32_t* visits = nullptr;
  const Value* values = nullptr;
  std::size_t count = 0;
};

inline constexpr std::size_t kLanes = 8;
using Lanes = std::array<double, kLanes>;

inline double join_lanes(const Lanes& lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

/// A visit count as a double, exactly and without a branch (a signed conversion would be wrong from 2^31 on).
inline double exact_double(std::uint32_t visits) {
  return std::bit_cast<double>(0x4330000000000000ULL | visits) - 0x1.0p52;
}

/// Calls body(visits, values) for every eight children; the last call sees children without visits in the free lanes.
template <class Body>
inline void for_each_eight(const ChildSpan& children, Body&& body) {
  std::size_t i = 0;
  for (; i + kLanes <= children.count; i += kLanes) body(children.visits + i, children.values + i);
  if (i == children.count) return;
  std::array<std::uint32_t, kLanes> visits{};
  Lanes values{};
  for (std::size_t lane = 0; i < children.count; ++i, ++lane) {
    visits[lane] = children.visits[i];
    values[lane] = children.values[i];
  }
  body(visits.data(), values.data());
}

struct VisitsAndMean {
  double visits = 0;  ///< S
  Value mean = 0;     ///< visit-weighted mean of the values
};

/// S and sum n q / S; children with fewer than `min_visits` (>= 1) left out; both 0 where none is left.
inline VisitsAndMean weighted_mean(const ChildSpan& children, std::uint32_t min_visits = 1) {
  Lanes weights{};
  Lanes sums{};
  for_each_eight(children, [&](const std::uint32_t* visits, const Value* values) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double n = visits[lane] >= min_visits ? exact_double(visits[lane]) : 0.0;
      weights[lane] += n;
      sums[lane] += n * values[lane];
    }
  });
  const double total = join_lanes(weights);
  return {total, total > 0 ? join_lanes(sums) / total : 0.0};
}

/// S alone: all visits, exactly (below 2^53).
inline double total_visits(const ChildSpan& children) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < children.count; ++i) total += children.visits[i];
  return static_cast<double>(total);
}

/// The largest value among children with at least `min_visits` (>= 1) visits; -inf where there is none.
inline Value largest_value(const ChildSpan& children, std::uint32_t min_visits = 1) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  Lanes best;
  best.fill(kNone);
  for_each_eight(children, [&](const std::uint32_t* visits, const Value* values) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double candidate = visits[lane] >= min_visits ? values[lane] : kNone;
      best[lane] = candidate > best[lane] ? candidate : best[lane];
    }
  });
  return *std::ranges::max_element(best);
}

/// sum w q / sum w, w = n exp(beta q), over children with at least `min_visits` (>= 1) visits, given `best`, the
/// largest of their values (finite). Computed as best + sum w (q - best) / sum w with exponents <= 0: no beta in
/// [0, 1e300] overflows. Worked: visits 6, 3, 1, values 1/2, 2/3, 0, beta = 6 ln 2: 56/97.
inline Value softmax_mean(const ChildSpan& children, double beta, Value best, std::uint32_t min_visits = 1) {
  Lanes weights{};
  Lanes sums{};
  for_each_eight(children, [&](const std::uint32_t* visits, const Value* values) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double n = visits[lane] >= min_visits ? exact_double(visits[lane]) : 0.0;
      const double gap = values[lane] - best;
      double exponent = beta * gap;
      exponent = exponent < -746.0 ? -746.0 : exponent;
      exponent = exponent > 0.0 ? 0.0 : exponent;  // only children that have no weight are above `best`
      const double weight = n * exp_in_range(exponent);
      weights[lane] += weight;
      sums[lane] += weight * gap;
    }
  });
  return best + join_lanes(sums) / join_lanes(weights);
}

/// The child with most visits among those with at least `min_visits` (>= 1), ties by the larger value; `skip` is left
/// out. Returns children.count where there is none.
inline std::size_t most_visited(const ChildSpan& children, std::uint32_t min_visits, std::size_t skip) {
  std::size_t best = children.count;
  for (std::size_t i = 0; i < children.count; ++i) {
    if (i == skip || children.visits[i] < min_visits) continue;
    if (best == children.count || children.visits[i] > children.visits[best] ||
        (children.visits[i] == children.visits[best] && children.values[i] > children.values[best]))
      best = i;
  }
  return best;
}

/// The child with the largest value among those with at least `min_visits` (>= 1), ties by more visits; children.count
/// where there is none.
inline std::size_t best_valued(const ChildSpan& children, std::uint32_t min_visits) {
  std::size_t best = children.count;
  for (std::size_t i = 0; i < children.count; ++i) {
    if (children.visits[i] < min_visits) continue;
    if (best == children.count || children.values[i] > children.values[best] ||
        (children.values[i] == children.values[best] && children.visits[i] > children.visits[best]))
      best = i;
  }
  return best;
}

}  // namespace rootward
