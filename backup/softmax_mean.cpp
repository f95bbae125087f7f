// One source for two and four lanes: eight running sums either way, so that the bits do not depend on the width.
#include "backup/softmax_mean.h"

namespace rootward {
namespace {

/// Up to this beta the weights n e^(beta q), |q| <= 1, and their sums stay within the range of reals.
constexpr double kModerate = 600;

template <class Reals, class Words>
ROOTWARD_INLINE Value softmax_mean_unshifted(const ChildSpan& children, double beta, std::uint32_t min_visits) {
  Eight<Reals> weights, sums;
  const auto add = [&](std::size_t i, const Reals& visits, const Reals& values) ROOTWARD_INLINED {
    const Reals factors = visits * exp_in_range<Reals, Words>(beta * values);
    weights.vectors[i] += factors;
    sums.vectors[i] += factors * values;
  };
  for_each_vector<Reals, Words>(children, min_visits, add);
  const double total = weights.sum();
  return total > 0 ? sums.sum() / total : kNoValue;
}

template <class Reals, class Words>
ROOTWARD_INLINE Value softmax_mean(const ChildSpan& children, double beta, std::uint32_t min_visits) {
  if (beta <= kModerate && children.count > 1) return softmax_mean_unshifted<Reals, Words>(children, beta, min_visits);
  const Value best = largest_value<Reals, Words>(children, min_visits);
  if (best == kNoValue || children.count == 1) return best;
  const Reals none{};
  const Reals least = none - 700.0;  // a weight of e^-700 is nothing beside the best child's
  Eight<Reals> weights, sums;
  const auto add = [&](std::size_t i, const Reals& visits, const Reals& values) ROOTWARD_INLINED {
    const Reals difference = values - best;
    const Reals gaps = difference < none ? difference : none;  // only lanes without visits are above the best
    const Reals exponents = beta * gaps;
    const Reals factors = visits * exp_in_range<Reals, Words>(exponents > least ? exponents : least);
    weights.vectors[i] += factors;
    sums.vectors[i] += factors * gaps;
  };
  for_each_vector<Reals, Words>(children, min_visits, add);
  return best + sums.sum() / weights.sum();
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] Value softmax_mean_avx2(const ChildSpan& children, double beta, std::uint32_t min_visits) {
  return softmax_mean<FourReals, FourWords>(children, beta, min_visits);
}
#endif

}  // namespace

Value softmax_mean_portable(const ChildSpan& children, double beta, std::uint32_t min_visits) {
  return softmax_mean<TwoReals, TwoWords>(children, beta, min_visits);
}

SoftmaxMean softmax_mean_here() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") != 0) return softmax_mean_avx2;
#endif
  return softmax_mean_portable;
}

}  // namespace rootward
