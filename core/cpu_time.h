// The CPU clock of a thread.
#pragma once

namespace rootward {

/// CPU seconds that the calling thread has used so far. A system call: not for every simulation.
double thread_cpu_seconds();

}  // namespace rootward
