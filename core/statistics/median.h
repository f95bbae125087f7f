// The middle of some numbers.
#pragma once

#include <vector>

namespace rootward {

/// The middle value, of an even number of them the mean of the two middle ones; `values` must not be empty.
/// 3, 1, 2: 2. 4, 1, 3, 2: 2.5.
double median(std::vector<double> values);

}  // namespace rootward
