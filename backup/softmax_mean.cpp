// One source for two and four lanes: eight running sums either way, so that the bits do not depend on the width.
#include "backup/softmax_mean.h"

#include "core/processor.h"

namespace rootward {
namespace {

/// While beta and every beta q are within this, the weights n e^(beta q) and their sums stay within the range of reals.
constexpr double kModerate = 600;

template <class Reals, class Words>
ROOTWARD_INLINE Reals magnitudes(const Reals& reals) {
  return std::bit_cast<Reals>(std::bit_cast<Words>(reals) & ~(Words{} + (std::uint64_t{1} << 63)));
}

template <class Reals>
ROOTWARD_INLINE bool all_moderate(const Reals& magnitudes) {
  bool all = true;
  for (std::size_t lane = 0; lane < Eight<Reals>::kLanes; ++lane) all &= magnitudes[lane] <= kModerate;
  return all;
}

/// Who hears of the weights as they are made, vector after vector of children: nobody in a search.
struct NoWeights {
  void start() const {}
  template <class Reals>
  ROOTWARD_INLINE void add(const Reals& /*weights*/) const {}
};
struct KeptWeights {
  std::vector<double>* kept;
  void start() const { kept->clear(); }
  template <class Reals>
  void add(const Reals& weights) const {
    for (std::size_t lane = 0; lane < Eight<Reals>::kLanes; ++lane) kept->push_back(weights[lane]);
  }
};

/// In one pass; false, and nothing said, where an exponent is too large (noise takes values beyond [-1, 1]).
template <class Reals, class Words, class Weights>
ROOTWARD_INLINE bool softmax_mean_unshifted(const ChildSpan& children, double beta, std::uint32_t min_visits,
                                            Value& mean, Weights heard) {
  heard.start();
  Eight<Reals> weights, sums;
  Reals farthest{};
  const auto add = [&](std::size_t i, const Reals& visits, const Reals& values) ROOTWARD_INLINED {
    const Reals exponents = beta * values;
    const Reals far = magnitudes<Reals, Words>(exponents);
    farthest = far > farthest ? far : farthest;
    const Reals factors = visits * exp_in_range<Reals, Words>(exponents);
    heard.add(factors);
    weights.vectors[i] += factors;
    sums.vectors[i] += factors * values;
  };
  for_each_vector<Reals, Words>(children, min_visits, add);
  if (!all_moderate(farthest)) return false;
  const double total = weights.sum();
  mean = total > 0 ? sums.sum() / total : kNoValue;
  return true;
}

template <class Reals, class Words, class Weights = NoWeights>
ROOTWARD_INLINE Value softmax_mean(const ChildSpan& children, double beta, std::uint32_t min_visits,
                                   Weights heard = {}) {
  Value mean = 0;
  if (beta <= kModerate && children.count > 1 &&
      softmax_mean_unshifted<Reals, Words>(children, beta, min_visits, mean, heard))
    return mean;
  heard.start();
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
    heard.add(factors);
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

std::vector<double> softmax_shares(const ChildSpan& children, double beta, std::uint32_t min_visits) {
  std::vector<double> weights;
  softmax_mean<TwoReals, TwoWords>(children, beta, min_visits, KeptWeights{&weights});
  if (children.count == 1) return {1.0};
  weights.resize(children.count);
  double total = 0;
  for (const double weight : weights) total += weight;
  for (double& weight : weights) weight /= total;
  return weights;
}

SoftmaxMean softmax_mean_here() {
#if defined(__x86_64__)
  if (processor().avx2) return softmax_mean_avx2;
#endif
  return softmax_mean_portable;
}

}  // namespace rootward
