// Two shares from two independent samples: do they differ?
#pragma once

#include <cstdint>

#include "core/statistics/binomial.h"

namespace rootward {

/// `wins` of `n` > 0 games.
struct Share {
  std::uint64_t wins = 0;
  std::uint64_t n = 0;
};

struct ShareDifference {
  double difference = 0;  ///< first share minus second
  double z = 0;           ///< with the pooled standard error; 0 where both shares are 0 or both are 1
  double p = 1;           ///< two-sided, normal
  Interval ci95{};        ///< Newcombe 1998, method 10: from the two Wilson intervals
};

ShareDifference compare_shares(const Share& first, const Share& second);
/// Fisher's exact test, two-sided: the probability of all tables with the same margins that are no likelier than this.
double fisher_exact_p(const Share& first, const Share& second);

}  // namespace rootward
