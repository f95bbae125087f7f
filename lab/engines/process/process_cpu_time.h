// CPU time of another process and its descendants.
#pragma once

#include <sys/types.h>

namespace rootward {

/// CPU seconds (user and system) used so far by the process, by its descendants, and by children of these that have
/// ended and were waited for. Running processes are counted to the nanosecond, ended ones in clock ticks (10 ms). What
/// cannot be read counts as nothing.
double process_tree_cpu_seconds(pid_t pid);

}  // namespace rootward
