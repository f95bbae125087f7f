// Measuring: CPU time of this thread.
#pragma once

#include "core/cpu_time.h"
#include "core/statistics/median.h"

namespace rootward::bench {

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
