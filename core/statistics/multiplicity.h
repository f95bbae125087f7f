// p values of several comparisons made at once, corrected.
#pragma once

#include <span>
#include <vector>

namespace rootward {

/// Holm 1979: step-down Bonferroni, controls the chance of one or more false finds. Same order as given; none: none.
std::vector<double> holm(std::span<const double> p);

}  // namespace rootward
