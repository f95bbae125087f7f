// CLOCK_THREAD_CPUTIME_ID as seconds.
#include "core/cpu_time.h"

#include <ctime>

namespace rootward {

double thread_cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace rootward
