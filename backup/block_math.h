// Reductions over a block of children in vector lanes with one fixed order of summation: eight running sums (child i
// goes to lane i mod 8), joined pairwise like sum_fixed().
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
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

/// Eight lanes as four pairs, the width that every instruction set we build for has.
using EightReals = std::array<TwoReals, 4>;

/// Eight running sums, joined pairwise in the order of sum_fixed().
inline double join_lanes(const EightReals& lanes) {
  return ((lanes[0][0] + lanes[2][0]) + (lanes[1][0] + lanes[3][0])) +
         ((lanes[0][1] + lanes[2][1]) + (lanes[1][1] + lanes[3][1]));
}

/// Two visit counts as reals, exactly: written into the low bits of 2^52 (a signed conversion would be wrong from 2^31
/// on). Counts below `min_visits` (>= 1) become 0.
inline TwoReals counted_visits(const std::uint32_t* visits, double min_visits) {
  const TwoWords words = {visits[0] | 0x4330000000000000ULL, visits[1] | 0x4330000000000000ULL};
  const TwoReals all = std::bit_cast<TwoReals>(words) - 0x1.0p52;
  return all >= min_visits ? all : TwoReals{};
}

inline TwoReals two_values(const Value* values) {
  const TwoReals pair = {values[0], values[1]};
  return pair;
}

/// Calls body(pair, visits, values) for children 2 i, 2 i + 1 and pair = i mod 4, in order; children with fewer than
/// `min_visits` (>= 1) and lanes beyond the last child have visits 0.
template <class Body>
inline void for_each_pair(const ChildSpan& children, std::uint32_t min_visits, Body&& body) {
  const double least = min_visits;
  std::size_t first = 0;
  for (; first + 8 <= children.count; first += 8) {
    for (std::size_t pair = 0; pair < 4; ++pair)
      body(pair, counted_visits(children.visits + first + 2 * pair, least),
           two_values(children.values + first + 2 * pair));
  }
  std::array<std::uint32_t, 2> visits{};
  std::array<Value, 2> values{};
  for (std::size_t pair = 0; first < children.count; ++pair, first += 2) {
    const bool is_whole = first + 2 <= children.count;
    visits = {children.visits[first], is_whole ? children.visits[first + 1] : 0};
    values = {children.values[first], is_whole ? children.values[first + 1] : 0};
    body(pair, counted_visits(visits.data(), least), two_values(values.data()));
  }
}

struct VisitsAndMean {
  double visits = 0;  ///< S
  Value mean = 0;     ///< visit-weighted mean of the values
};

/// S and sum n q / S over children with at least `min_visits` (>= 1) visits; both 0 where there is none.
inline VisitsAndMean weighted_mean(const ChildSpan& children, std::uint32_t min_visits = 1) {
  EightReals weights{};
  EightReals sums{};
  for_each_pair(children, min_visits, [&](std::size_t pair, TwoReals visits, TwoReals values) {
    weights[pair] += visits;
    sums[pair] += visits * values;
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

/// What largest_value() answers where no child takes part: below every value.
inline constexpr Value kNoValue = -std::numeric_limits<Value>::infinity();

/// The largest value among children with at least `min_visits` (>= 1) visits.
inline Value largest_value(const ChildSpan& children, std::uint32_t min_visits = 1) {
  constexpr TwoReals kNone = {kNoValue, kNoValue};
  EightReals best = {kNone, kNone, kNone, kNone};
  for_each_pair(children, min_visits, [&](std::size_t pair, TwoReals visits, TwoReals values) {
    const TwoReals candidates = visits > 0.0 ? values : kNone;
    best[pair] = candidates > best[pair] ? candidates : best[pair];
  });
  Value largest = kNoValue;
  for (const TwoReals& pair : best) largest = std::max({largest, pair[0], pair[1]});
  return largest;
}

/// sum w q / sum w, w = n exp(beta q), over children with at least `min_visits` (>= 1) visits, given `best`, the
/// largest of their values (finite). Computed as best + sum w (q - best) / sum w with exponents <= 0: no beta in
/// [0, 1e300] overflows. Worked: visits 6, 3, 1, values 1/2, 2/3, 0, beta = 6 ln 2: 56/97.
inline Value softmax_mean(const ChildSpan& children, double beta, Value best, std::uint32_t min_visits = 1) {
  constexpr TwoReals kLeast = {-746.0, -746.0};
  EightReals weights{};
  EightReals sums{};
  for_each_pair(children, min_visits, [&](std::size_t pair, TwoReals visits, TwoReals values) {
    const TwoReals gaps = values - best;
    const TwoReals exponents = beta * gaps;
    const TwoReals above_least = exponents < kLeast ? kLeast : exponents;
    // Only lanes without visits are above `best`.
    const TwoReals in_range = above_least > 0.0 ? TwoReals{} : above_least;
    const TwoReals factors = visits * exp_in_range<TwoReals, TwoWords>(in_range);
    weights[pair] += factors;
    sums[pair] += factors * gaps;
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
