// Reductions over a block of children in vector lanes with one fixed order of summation: eight running sums (child i
// goes to lane i mod 8), joined pairwise like sum_fixed().
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/exp_inline.h"
#include "core/types.h"

namespace rootward {

/// The visited children of a node: visits >= 1 and values in the chooser's view; equal lengths.
struct ChildSpan {
  const std::uint32_t* visits = nullptr;
  const Value* values = nullptr;
  std::size_t count = 0;
};

/// Eight children: visits as reals (exact; 0 for a free lane or a child left out) and values.
struct EightChildren {
  EightReals visits;
  EightReals values;
};

/// Children 8 k .. 8 k + 7; those with fewer than `min_visits` (>= 1), and lanes beyond the last child, have visits 0.
inline void load_eight(const ChildSpan& children, std::size_t first, double min_visits, EightChildren& out) {
  std::array<std::uint32_t, 8> visits{};
  std::array<Value, 8> values{};
  if (first + 8 <= children.count) {
    std::memcpy(visits.data(), children.visits + first, sizeof visits);
    std::memcpy(values.data(), children.values + first, sizeof values);
  } else {
    std::copy(children.visits + first, children.visits + children.count, visits.begin());
    std::copy(children.values + first, children.values + children.count, values.begin());
  }
  // A 32-bit count becomes a real exactly by writing it into the low bits of 2^52 (a signed conversion would not do).
  EightWords words;
  for (std::size_t lane = 0; lane < 8; ++lane) words[lane] = visits[lane];
  words |= 0x4330000000000000ULL;
  EightReals all;
  copy_bits(words, all);
  all -= 0x1.0p52;
  out.visits = all >= min_visits ? all : EightReals{};
  copy_bits(values, out.values);
}

/// Eight running sums, joined pairwise in the order of sum_fixed().
inline double join_lanes(const EightReals& lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

struct VisitsAndMean {
  double visits = 0;  ///< S
  Value mean = 0;     ///< visit-weighted mean of the values
};

/// S and sum n q / S over children with at least `min_visits` (>= 1) visits; both 0 where there is none.
inline VisitsAndMean weighted_mean(const ChildSpan& children, std::uint32_t min_visits = 1) {
  EightReals weights{};
  EightReals sums{};
  EightChildren eight;
  for (std::size_t first = 0; first < children.count; first += 8) {
    load_eight(children, first, min_visits, eight);
    weights += eight.visits;
    sums += eight.visits * eight.values;
  }
  const double total = join_lanes(weights);
  return {total, total > 0 ? join_lanes(sums) / total : 0.0};
}

/// S alone: all visits, exactly (below 2^53).
inline double total_visits(const ChildSpan& children) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < children.count; ++i) total += children.visits[i];
  return static_cast<double>(total);
}

/// What largest_value() answers where no child takes part: below every value.
inline constexpr Value kNoValue = -std::numeric_limits<Value>::infinity();

/// The largest value among children with at least `min_visits` (>= 1) visits.
inline Value largest_value(const ChildSpan& children, std::uint32_t min_visits = 1) {
  EightReals best = EightReals{} + kNoValue;
  EightChildren eight;
  for (std::size_t first = 0; first < children.count; first += 8) {
    load_eight(children, first, min_visits, eight);
    const EightReals candidates = eight.visits > 0.0 ? eight.values : EightReals{} + kNoValue;
    best = candidates > best ? candidates : best;
  }
  Value largest = kNoValue;
  for (std::size_t lane = 0; lane < 8; ++lane) largest = std::max(largest, best[lane]);
  return largest;
}

/// sum w q / sum w, w = n exp(beta q), over children with at least `min_visits` (>= 1) visits, given `best`, the
/// largest of their values (finite). Computed as best + sum w (q - best) / sum w with exponents <= 0: no beta in
/// [0, 1e300] overflows. Worked: visits 6, 3, 1, values 1/2, 2/3, 0, beta = 6 ln 2: 56/97.
inline Value softmax_mean(const ChildSpan& children, double beta, Value best, std::uint32_t min_visits = 1) {
  EightReals weights{};
  EightReals sums{};
  EightChildren eight;
  for (std::size_t first = 0; first < children.count; first += 8) {
    load_eight(children, first, min_visits, eight);
    const EightReals gaps = eight.values - best;
    EightReals exponents = beta * gaps;
    exponents = exponents < -746.0 ? EightReals{} - 746.0 : exponents;
    exponents = exponents > 0.0 ? EightReals{} : exponents;  // only lanes without visits are above `best`
    EightReals factors;
    exp_in_range<EightReals, EightWords>(exponents, factors);
    factors *= eight.visits;
    weights += factors;
    sums += factors * gaps;
  }
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
