// The softmax mean over a block of children, for the vector width of the processor at hand.
#pragma once

#include <cstdint>
#include <vector>

#include "backup/block_math.h"

namespace rootward {

/// sum w q / sum w, w = n exp(beta q), over children with at least `min_visits` (>= 1) visits; kNoValue where there is
/// none. As it stands while beta and every |beta q| are at most 600, beyond as best + sum w (q - best) / sum w with
/// exponents <= 0, best being the largest value: no beta in [0, 1e300] overflows. Worked: visits 6, 3, 1, values 1/2,
/// 2/3, 0, beta = 6 ln 2: 56/97.
using SoftmaxMean = Value (*)(const ChildSpan& children, double beta, std::uint32_t min_visits);

/// How much each child counts there, w / sum w, by the very weights of that scan; 0 for those left out. At least one
/// child takes part.
std::vector<double> softmax_shares(const ChildSpan& children, double beta, std::uint32_t min_visits);

/// Two lanes at a time, on any processor.
Value softmax_mean_portable(const ChildSpan& children, double beta, std::uint32_t min_visits);
/// The fastest for the processor at hand; every one gives the same bits.
SoftmaxMean softmax_mean_here();

}  // namespace rootward
