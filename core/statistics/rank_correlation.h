// How alike two orders of the same things are.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace rootward {

/// Ranks from 1, the smallest first; equal numbers share their mean rank. (3, 1, 3): (2.5, 1, 2.5).
std::vector<double> ranks_of(std::span<const double> numbers);

/// Spearman's rho: the correlation of the ranks. Nothing where the lists have fewer than two numbers, or one of them
/// has equal numbers alone. Both as long. (1, 2, 3, 4) and (1, 3, 2, 4): 0.8.
std::optional<double> spearman(std::span<const double> a, std::span<const double> b);

}  // namespace rootward
