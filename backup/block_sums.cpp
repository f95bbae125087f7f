// One source for two and four lanes: eight running sums either way, so that the bits do not depend on the width.
#include "backup/block_sums.h"

#include <bit>
#include <cstring>

#include "backup/block_math.h"
#include "core/elementary_inline.h"
#include "core/processor.h"

namespace rootward {

void ScannedChildren::start(std::size_t most) {
  if (weights_.size() < most + 8) {
    weights_.resize(most + 8);
    values_.resize(most + 8);
  }
}

namespace {

template <class Reals>
ROOTWARD_INLINE Reals load(const double* numbers) {
  Reals reals;
  std::memcpy(&reals, numbers, sizeof(reals));
  return reals;
}

/// body(i, place) for vector after vector; i is the place among the eight lanes.
template <class Reals, class Body>
ROOTWARD_INLINE void for_each(std::size_t count, Body&& body) {
  for (std::size_t first = 0; first < count; first += 8) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Eight<Reals>::kVectors; ++i) body(i, first + i * Eight<Reals>::kLanes);
  }
}

}  // namespace

void ScannedChildren::finish() {
  if (count_ == 0) return;
  for (std::size_t i = count_; i < padded(); ++i) {
    weights_[i] = 0;
    values_[i] = values_[0];
  }
  Eight<TwoReals> total, largest, smallest;
  for (std::size_t i = 0; i < Eight<TwoReals>::kVectors; ++i)
    largest.vectors[i] = smallest.vectors[i] = TwoReals{} + values_[0];
  for_each<TwoReals>(padded(), [&](std::size_t i, std::size_t place) ROOTWARD_INLINED {
    const auto values = load<TwoReals>(values_.data() + place);
    total.vectors[i] += load<TwoReals>(weights_.data() + place);
    largest.vectors[i] = values > largest.vectors[i] ? values : largest.vectors[i];
    smallest.vectors[i] = values < smallest.vectors[i] ? values : smallest.vectors[i];
  });
  total_ = total.sum();
  largest_ = largest.largest();
  smallest_ = smallest.joined([](const auto& a, const auto& b) ROOTWARD_INLINED { return a < b ? a : b; });
}

namespace {

constexpr double kLeastExponent = -700.0;  // e^-700 is nothing beside a weight of 1

template <class Reals, class Words>
ROOTWARD_INLINE TwoSums exponential_sums(const double* weights, const Value* values, std::size_t count, double scale,
                                         Value top) {
  const Reals none{};
  const Reals least = none + kLeastExponent;
  Eight<Reals> total, moments;
  const auto add = [&](std::size_t i, std::size_t place) ROOTWARD_INLINED {
    const Reals difference = load<Reals>(values + place) - top;
    const Reals gaps = difference < none ? difference : none;  // only lanes without weight are above the top
    const Reals exponents = scale * gaps;
    const Reals factors =
        load<Reals>(weights + place) * exp_in_range<Reals, Words>(exponents > least ? exponents : least);
    total.vectors[i] += factors;
    moments.vectors[i] += factors * gaps;
  };
  for_each<Reals>(count, add);
  return {total.sum(), moments.sum()};
}

/// `weigh(visits, place, left)`: the weights of the children from `place` on, of which so many are left.
template <class Reals, class Words, class Weigh>
ROOTWARD_INLINE NodeSums node_sums(const ChildSpan& children, std::uint32_t min_visits, double scale, Value floor,
                                   Weigh weigh) {
  const Value largest = largest_value<Reals, Words>(children, min_visits);
  if (largest == kNoValue) return {};
  const Value top = largest > floor ? largest : floor;
  const double fewest = min_visits;
  const Reals none{};
  const Reals least = none + kLeastExponent;
  Eight<Reals> total, moments, plain;
  for (std::size_t first = 0; first < children.count; first += 8) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Eight<Reals>::kVectors; ++i) {
      const std::size_t place = first + i * Eight<Reals>::kLanes;
      if (place >= children.count) break;
      const std::size_t left = children.count - place;
      const Words counts = detail::leading<Words>(children.visits + place, left) | detail::kTwo52;
      const Reals visits = std::bit_cast<Reals>(counts) - 0x1.0p52;
      const Reals weights = visits >= fewest ? weigh(visits, place, left) : none;
      const Reals difference = detail::leading<Reals>(children.values + place, left) - top;
      const Reals gaps = difference < none ? difference : none;  // only lanes without weight are above the top
      const Reals exponents = scale * gaps;
      const Reals factors = weights * exp_in_range<Reals, Words>(exponents > least ? exponents : least);
      total.vectors[i] += factors;
      moments.vectors[i] += factors * gaps;
      plain.vectors[i] += weights;
    }
  }
  return {top, total.sum(), moments.sum(), plain.sum()};
}

template <class Reals, class Words>
ROOTWARD_INLINE NodeSums sums_by_visits(const ChildSpan& children, std::uint32_t min_visits, double scale) {
  return node_sums<Reals, Words>(children, min_visits, scale, kNoValue,
                                 [](const Reals& visits, std::size_t, std::size_t) ROOTWARD_INLINED { return visits; });
}
template <class Reals, class Words>
ROOTWARD_INLINE NodeSums sums_evenly(const ChildSpan& children, std::uint32_t min_visits, double scale, Value floor) {
  return node_sums<Reals, Words>(children, min_visits, scale, floor,
                                 [](const Reals&, std::size_t, std::size_t) ROOTWARD_INLINED { return Reals{} + 1.0; });
}
template <class Reals, class Words>
ROOTWARD_INLINE NodeSums sums_by_column(const ChildSpan& children, const double* column, std::uint32_t min_visits,
                                        double scale) {
  const auto weigh = [column](const Reals&, std::size_t place, std::size_t left)
                         ROOTWARD_INLINED { return detail::leading<Reals>(column + place, left); };
  return node_sums<Reals, Words>(children, min_visits, scale, kNoValue, weigh);
}

template <class Reals, class Words>
ROOTWARD_INLINE TwoSums power_sums(const double* weights, const double* bases, const Value* values, std::size_t count,
                                   double top, double exponent) {
  const Reals none{};
  const Reals least = none + kLeastExponent;
  const Reals smallest = none + 1e-300;
  const double inverse = 1 / top;
  Eight<Reals> total, moments;
  const auto add = [&](std::size_t i, std::size_t place) ROOTWARD_INLINED {
    const Reals ratios = load<Reals>(bases + place) * inverse;
    const Reals logarithms = log_in_range<Reals, Words>(ratios > smallest ? ratios : smallest);
    const Reals exponents = exponent * (logarithms < none ? logarithms : none);
    const Reals factors =
        load<Reals>(weights + place) * exp_in_range<Reals, Words>(exponents > least ? exponents : least);
    total.vectors[i] += factors;
    moments.vectors[i] += factors * load<Reals>(values + place);
  };
  for_each<Reals>(count, add);
  return {total.sum(), moments.sum()};
}

template <class Reals>
ROOTWARD_INLINE TwoSums quotient_sums(const double* weights, const double* gaps, std::size_t count, double a) {
  Eight<Reals> total, squares;
  const auto add = [&](std::size_t i, std::size_t place) ROOTWARD_INLINED {
    const Reals inverse = 1.0 / (a + load<Reals>(gaps + place));
    const Reals quotient = load<Reals>(weights + place) * inverse;
    total.vectors[i] += quotient;
    squares.vectors[i] += quotient * inverse;
  };
  for_each<Reals>(count, add);
  return {total.sum(), squares.sum()};
}

template <class Reals, class Function>
ROOTWARD_INLINE void replace_each(double* numbers, std::size_t count, Function function) {
  const auto replace = [&](std::size_t, std::size_t place) ROOTWARD_INLINED {
    const Reals replaced = function(load<Reals>(numbers + place));
    std::memcpy(numbers + place, &replaced, sizeof(replaced));
  };
  for_each<Reals>(count, replace);
}

TwoSums exponential_portable(const double* weights, const Value* values, std::size_t count, double scale, Value top) {
  return exponential_sums<TwoReals, TwoWords>(weights, values, count, scale, top);
}
NodeSums by_visits_portable(const ChildSpan& children, std::uint32_t min_visits, double scale) {
  return sums_by_visits<TwoReals, TwoWords>(children, min_visits, scale);
}
NodeSums evenly_portable(const ChildSpan& children, std::uint32_t min_visits, double scale, Value floor) {
  return sums_evenly<TwoReals, TwoWords>(children, min_visits, scale, floor);
}
NodeSums by_column_portable(const ChildSpan& children, const double* column, std::uint32_t min_visits, double scale) {
  return sums_by_column<TwoReals, TwoWords>(children, column, min_visits, scale);
}
TwoSums power_portable(const double* weights, const double* bases, const Value* values, std::size_t count, double top,
                       double exponent) {
  return power_sums<TwoReals, TwoWords>(weights, bases, values, count, top, exponent);
}
TwoSums quotients_portable(const double* weights, const double* gaps, std::size_t count, double a) {
  return quotient_sums<TwoReals>(weights, gaps, count, a);
}
void t3_cdf_portable(double* numbers, std::size_t count) {
  replace_each<TwoReals>(numbers, count,
                         [](const TwoReals& reals) ROOTWARD_INLINED { return t3_cdf_of<TwoReals>(reals); });
}
void norm_cdf_portable(double* numbers, std::size_t count) {
  replace_each<TwoReals>(numbers, count,
                         [](const TwoReals& reals) ROOTWARD_INLINED { return norm_cdf_of<TwoReals, TwoWords>(reals); });
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] TwoSums exponential_avx2(const double* weights, const Value* values, std::size_t count,
                                                 double scale, Value top) {
  return exponential_sums<FourReals, FourWords>(weights, values, count, scale, top);
}
[[gnu::target("avx2")]] TwoSums power_avx2(const double* weights, const double* bases, const Value* values,
                                           std::size_t count, double top, double exponent) {
  return power_sums<FourReals, FourWords>(weights, bases, values, count, top, exponent);
}
[[gnu::target("avx2")]] NodeSums by_visits_avx2(const ChildSpan& children, std::uint32_t min_visits, double scale) {
  return sums_by_visits<FourReals, FourWords>(children, min_visits, scale);
}
[[gnu::target("avx2")]] NodeSums evenly_avx2(const ChildSpan& children, std::uint32_t min_visits, double scale,
                                             Value floor) {
  return sums_evenly<FourReals, FourWords>(children, min_visits, scale, floor);
}
[[gnu::target("avx2")]] NodeSums by_column_avx2(const ChildSpan& children, const double* column,
                                                std::uint32_t min_visits, double scale) {
  return sums_by_column<FourReals, FourWords>(children, column, min_visits, scale);
}
[[gnu::target("avx2")]] TwoSums quotients_avx2(const double* weights, const double* gaps, std::size_t count, double a) {
  return quotient_sums<FourReals>(weights, gaps, count, a);
}
[[gnu::target("avx2")]] void t3_cdf_avx2(double* numbers, std::size_t count) {
  replace_each<FourReals>(numbers, count,
                          [](const FourReals& reals) ROOTWARD_INLINED { return t3_cdf_of<FourReals>(reals); });
}
[[gnu::target("avx2")]] void norm_cdf_avx2(double* numbers, std::size_t count) {
  replace_each<FourReals>(
      numbers, count, [](const FourReals& reals) ROOTWARD_INLINED { return norm_cdf_of<FourReals, FourWords>(reals); });
}
#endif

}  // namespace

const BlockSums& block_sums_portable() {
  static constexpr BlockSums kSums = {exponential_portable, by_visits_portable, evenly_portable, by_column_portable,
                                      power_portable,       quotients_portable, t3_cdf_portable, norm_cdf_portable};
  return kSums;
}

const BlockSums& block_sums() {
#if defined(__x86_64__)
  static constexpr BlockSums kWide = {exponential_avx2, by_visits_avx2, evenly_avx2, by_column_avx2,
                                      power_avx2,       quotients_avx2, t3_cdf_avx2, norm_cdf_avx2};
  if (processor().avx2) return kWide;
#endif
  return block_sums_portable();
}

}  // namespace rootward
