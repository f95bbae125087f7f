// Exact tests and intervals of a mean from few scores, whatever their distribution.
#pragma once

#include <cstdint>
#include <span>

#include "core/statistics/binomial.h"

namespace rootward {

/// How many scores were 0, 1 / k, 2 / k, .., 1; k + 1 counts.
using ScoreCounts = std::span<const std::uint64_t>;

/// One-sided p of "the true mean is `mean` or less", mean in [0, 1]: the chance that the mean of the scores and of one
/// more of 0, weighted by spacings of uniform draws, is `mean` or less (Gaffke 2005, Math. Methods Statist. 14,
/// 451-467). It supposes nothing of the scores but that they lie in [0, 1] and are independent. Where pairs are won,
/// even or lost and `mean` is 1/2 it is the exact sign test of the uneven ones: 3 won, 5 even: 1/8. 1 without scores.
double exact_p_of_at_most(ScoreCounts counts, double mean);
/// The same of "`mean` or more".
double exact_p_of_at_least(ScoreCounts counts, double mean);
/// All means of which neither p is below `tail` in (0, 1/2); within [0, 1]. 2 of 2 won, tail 0.025: [0.1581, 1].
Interval exact_interval(ScoreCounts counts, double tail);

}  // namespace rootward
