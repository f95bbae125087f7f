// Of an even number the mean of the middle two.
#include "core/statistics/median.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace rootward {

double median(std::vector<double> values) {
  assert(!values.empty());
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace rootward
