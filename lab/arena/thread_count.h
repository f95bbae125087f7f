// How many threads this process may keep busy, and how busy the machine is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rootward {

/// Cores in the process's affinity mask, cut to its CPU quota (cgroup v2 or v1) rounded up, and to what a batch system
/// gave the job (SLURM_CPUS_PER_TASK, NCPUS, LSB_DJOB_NUMPROC, NSLOTS); at least 1.
std::size_t default_thread_count();

/// "the machine's load is 7.9 on 2 cores": beside an estimate of time, which others on the machine lengthen.
std::string machine_load_text();

/// Cores that a cgroup v2 `cpu.max` text ("200000 100000") allows; nothing for "max" or anything else.
std::optional<double> quota_cores(std::string_view cpu_max);

}  // namespace rootward
