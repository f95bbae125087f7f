// Reductions over a block of children in vector lanes with one fixed order of summation: eight running sums (child i
// goes to lane i mod 8), joined pairwise like sum_fixed().
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/exp_inline.h"
#include "core/inline.h"
#include "core/types.h"

namespace rootward {

/// The visited children of a node: visits >= 1 and values in the chooser's view; equal lengths.
struct ChildSpan {
  const std::uint32_t* visits = nullptr;
  const Value* values = nullptr;
  std::size_t count = 0;
};

/// Eight lanes as vectors of the width at hand: four TwoReals, or two FourReals.
template <class Reals>
struct Eight {
  static constexpr std::size_t kLanes = sizeof(Reals) / sizeof(double);
  static constexpr std::size_t kVectors = 8 / kLanes;
  std::array<Reals, kVectors> vectors{};

  /// All eight lanes in one by an operation on vectors and on reals, pairwise: ((0 4) (2 6)) ((1 5) (3 7)).
  template <class Join>
  [[nodiscard]] ROOTWARD_INLINE double joined(Join join) const {
    if constexpr (kVectors == 4) {
      const Reals all = join(join(vectors[0], vectors[2]), join(vectors[1], vectors[3]));
      return join(double{all[0]}, double{all[1]});
    } else {
      const Reals all = join(vectors[0], vectors[1]);
      return join(join(double{all[0]}, double{all[2]}), join(double{all[1]}, double{all[3]}));
    }
  }
  /// The running sums in the order of sum_fixed().
  [[nodiscard]] ROOTWARD_INLINE double sum() const {
    return joined([](const auto& a, const auto& b) ROOTWARD_INLINED { return a + b; });
  }
  [[nodiscard]] ROOTWARD_INLINE double largest() const {
    return joined([](const auto& a, const auto& b) ROOTWARD_INLINED { return a > b ? a : b; });
  }
};

namespace detail {
/// Visit counts written into the low bits of 2^52, so that taking 2^52 off leaves them as reals, exactly (a signed
/// conversion would be wrong from 2^31 on).
inline constexpr std::uint64_t kTwo52 = 0x4330000000000000ULL;

/// The first `left` numbers of a column in the lanes, 0 beyond.
template <class Vector, class Number>
ROOTWARD_INLINE Vector leading(const Number* column, std::size_t left) {
  constexpr std::size_t kLanes = sizeof(Vector) / 8;
  if (left >= kLanes) {
    using Narrow [[gnu::vector_size(sizeof(Number) * kLanes)]] = Number;
    Narrow numbers;
    std::memcpy(&numbers, column, sizeof(numbers));
    return __builtin_convertvector(numbers, Vector);
  }
  if constexpr (kLanes == 4) {
    if (left == 3) return Vector{column[0], column[1], column[2], 0};
    if (left == 2) return Vector{column[0], column[1], 0, 0};
  }
  if (left == 1) return Vector{column[0]};
  return Vector{};
}
}  // namespace detail

/// Calls body(i, visits, values) for vector after vector of children; i is the place among the eight lanes. Children
/// with fewer than `min_visits` (>= 1) and lanes beyond the last child have visits 0.
template <class Reals, class Words, class Body>
ROOTWARD_INLINE void for_each_vector(const ChildSpan& children, std::uint32_t min_visits, Body&& body) {
  const double least = min_visits;
  for (std::size_t first = 0; first < children.count; first += 8) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Eight<Reals>::kVectors; ++i) {
      const std::size_t from = first + i * Eight<Reals>::kLanes;
      if (from >= children.count) break;
      const std::size_t left = children.count - from;
      const Words visits = detail::leading<Words>(children.visits + from, left) | detail::kTwo52;
      const Reals counted = std::bit_cast<Reals>(visits) - 0x1.0p52;
      body(i, counted >= least ? counted : Reals{}, detail::leading<Reals>(children.values + from, left));
    }
  }
}

struct VisitsAndMean {
  double visits = 0;  ///< S
  Value mean = 0;     ///< visit-weighted mean of the values
};

/// S and sum n q / S over children with at least `min_visits` (>= 1) visits; both 0 where there is none.
inline VisitsAndMean weighted_mean(const ChildSpan& children, std::uint32_t min_visits = 1) {
  Eight<TwoReals> weights, sums;
  const auto add = [&](std::size_t i, const TwoReals& visits, const TwoReals& values) ROOTWARD_INLINED {
    weights.vectors[i] += visits;
    sums.vectors[i] += visits * values;
  };
  for_each_vector<TwoReals, TwoWords>(children, min_visits, add);
  const double total = weights.sum();
  return {total, total > 0 ? sums.sum() / total : 0.0};
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
template <class Reals = TwoReals, class Words = TwoWords>
ROOTWARD_INLINE Value largest_value(const ChildSpan& children, std::uint32_t min_visits = 1) {
  const Reals none = Reals{} + kNoValue;
  Eight<Reals> best;
  for (Reals& vector : best.vectors) vector = none;
  const auto compare = [&](std::size_t i, const Reals& visits, const Reals& values) ROOTWARD_INLINED {
    const Reals candidates = visits > 0.0 ? values : none;
    best.vectors[i] = candidates > best.vectors[i] ? candidates : best.vectors[i];
  };
  for_each_vector<Reals, Words>(children, min_visits, compare);
  return best.largest();
}

/// What an operator asks about one child; no visits where none takes part.
struct Chosen {
  double visits = 0;
  Value value = kNoValue;
};

/// The most visits that a child with at least `min_visits` (>= 1) has; 0 where there is none.
inline double most_visits(const ChildSpan& children, std::uint32_t min_visits) {
  Eight<TwoReals> most;
  const auto compare = [&](std::size_t i, const TwoReals& visits, const TwoReals&)
                           ROOTWARD_INLINED { most.vectors[i] = visits > most.vectors[i] ? visits : most.vectors[i]; };
  for_each_vector<TwoReals, TwoWords>(children, min_visits, compare);
  return most.largest();
}

/// The child with most visits among those with at least `min_visits` (>= 1), ties by the larger value.
inline Chosen most_visited(const ChildSpan& children, std::uint32_t min_visits) {
  const double visits = most_visits(children, min_visits);
  return visits == 0 ? Chosen{} : Chosen{visits, largest_value(children, static_cast<std::uint32_t>(visits))};
}

/// The child with the largest value among those with at least `min_visits` (>= 1), ties by more visits.
inline Chosen best_valued(const ChildSpan& children, std::uint32_t min_visits) {
  const Value value = largest_value(children, min_visits);
  Eight<TwoReals> most;
  const auto compare = [&](std::size_t i, const TwoReals& visits, const TwoReals& values) ROOTWARD_INLINED {
    const TwoReals candidates = values == value ? visits : TwoReals{};
    most.vectors[i] = candidates > most.vectors[i] ? candidates : most.vectors[i];
  };
  for_each_vector<TwoReals, TwoWords>(children, min_visits, compare);
  return {most.largest(), value};
}

/// The child of best_valued() and that of most_visited().
struct BestAndMost {
  Chosen best;
  Chosen most;
};

/// Both in two scans.
inline BestAndMost best_and_most(const ChildSpan& children, std::uint32_t min_visits) {
  const TwoReals none = TwoReals{} + kNoValue;
  Eight<TwoReals> best, most;
  for (TwoReals& vector : best.vectors) vector = none;
  const auto compare = [&](std::size_t i, const TwoReals& visits, const TwoReals& values) ROOTWARD_INLINED {
    const TwoReals candidates = visits > 0.0 ? values : none;
    best.vectors[i] = candidates > best.vectors[i] ? candidates : best.vectors[i];
    most.vectors[i] = visits > most.vectors[i] ? visits : most.vectors[i];
  };
  for_each_vector<TwoReals, TwoWords>(children, min_visits, compare);
  const double most_visits = most.largest();
  if (most_visits == 0) return {};
  const Value best_value = best.largest();
  Eight<TwoReals> visits_of_best, value_of_most;
  for (TwoReals& vector : value_of_most.vectors) vector = none;
  const auto choose = [&](std::size_t i, const TwoReals& visits, const TwoReals& values) ROOTWARD_INLINED {
    const TwoReals of_best = values == best_value ? visits : TwoReals{};
    const TwoReals of_most = visits == most_visits ? values : none;
    TwoReals& largest = value_of_most.vectors[i];
    visits_of_best.vectors[i] = of_best > visits_of_best.vectors[i] ? of_best : visits_of_best.vectors[i];
    largest = of_most > largest ? of_most : largest;
  };
  for_each_vector<TwoReals, TwoWords>(children, min_visits, choose);
  return {.best = {visits_of_best.largest(), best_value}, .most = {most_visits, value_of_most.largest()}};
}

/// Whether more than one child has at least `min_visits`.
inline bool has_several(const ChildSpan& children, std::uint32_t min_visits) {
  if (min_visits <= 1) return children.count > 1;
  std::size_t found = 0;
  for (std::size_t i = 0; i < children.count && found < 2; ++i) found += children.visits[i] >= min_visits ? 1 : 0;
  return found == 2;
}

}  // namespace rootward
