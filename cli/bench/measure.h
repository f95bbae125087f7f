// Measuring: CPU time of this thread, and medians.
#pragma once

#include <vector>

#include "core/cpu_time.h"

namespace rootward::bench {

/// The middle value (mean of the two middle ones); `values` must not be empty.
double median(std::vector<double> values);

/// CPU seconds that `work()` takes on this thread.
template <class Work>
double seconds_of(Work&& work) {
  const double start = thread_cpu_seconds();
  work();
  return thread_cpu_seconds() - start;
}

/// Dependent additions this thread makes a second of CPU time: the processor's clock, as far as the machine grants it.
/// Median of short samples.
double additions_per_second();

}  // namespace rootward::bench
