// CLOCK_PROCESS_CPUTIME_ID as seconds, and the kernel's load average.
#include "core/machine_time.h"

#include <cstdlib>
#include <ctime>

namespace rootward {

double process_cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double machine_load() {
  double minute = 0;
  return ::getloadavg(&minute, 1) == 1 ? minute : 0;
}

}  // namespace rootward
