// How many threads this process may keep busy.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace rootward {

/// Cores in the process's affinity mask, cut to its CPU quota (cgroup v2 or v1) rounded up, and to what a batch system
/// gave the job (SLURM_CPUS_PER_TASK, NCPUS, LSB_DJOB_NUMPROC, NSLOTS); at least 1.
std::size_t default_thread_count();

/// Cores that a cgroup v2 `cpu.max` text ("200000 100000") allows; nothing for "max" or anything else.
std::optional<double> quota_cores(std::string_view cpu_max);

}  // namespace rootward
