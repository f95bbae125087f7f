// The CPU clock of the process, and what else the machine does.
#pragma once

namespace rootward {

/// CPU seconds that all threads of this process have used so far.
double process_cpu_seconds();
/// Tasks of the whole machine that want a core, over the last minute in the mean; 0 where the kernel does not tell.
double machine_load();

}  // namespace rootward
