// Affinity from the kernel, quota from the cgroup file system where it can be read, a batch job's share from its
// environment.
#include "lab/arena/thread_count.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "core/machine_time.h"
#include "core/number_text.h"

namespace rootward {
namespace {

constexpr std::string_view kCgroups = "/sys/fs/cgroup";

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// This process's folder under /sys/fs/cgroup (version 2), "" where there is none.
std::string cgroup_folder() {
  const std::string line = first_line("/proc/self/cgroup");
  return line.starts_with("0::/") ? std::string(kCgroups) + line.substr(3) : "";
}

std::optional<double> readable_quota() {
  std::optional<double> least;
  const auto take = [&least](const std::string& text) {
    if (const std::optional<double> cores = quota_cores(text)) least = std::min(*cores, least.value_or(*cores));
  };
  // A group is held to the quotas of all that it lies in.
  for (std::string folder = cgroup_folder(); folder.size() > kCgroups.size(); folder.resize(folder.rfind('/')))
    take(first_line(folder + "/cpu.max"));
  take(first_line(std::string(kCgroups) + "/cpu.max"));
  const std::string v1 = std::string(kCgroups) + "/cpu/cpu.cfs_";
  take(first_line(v1 + "quota_us") + " " + first_line(v1 + "period_us"));
  return least;
}

/// By the affinity mask. A set has to hold all processors that the kernel could have.
std::size_t allowed_cores() {
  constexpr std::size_t kMost = 1U << 20U;
  for (std::size_t processors = CPU_SETSIZE; processors <= kMost; processors *= 2) {
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(CPU_ALLOC(processors),
                                                               [](cpu_set_t* all) { CPU_FREE(all); });
    const std::size_t size = CPU_ALLOC_SIZE(processors);
    if (set == nullptr) break;
    if (::sched_getaffinity(0, size, set.get()) == 0) return static_cast<std::size_t>(CPU_COUNT_S(size, set.get()));
    if (errno != EINVAL) break;
  }
  return 1;
}

/// What the job of a batch system was given: Slurm, PBS, LSF, Grid Engine. Where nothing binds the job to its cores,
/// the affinity mask is that of the whole node.
std::optional<std::size_t> scheduler_cores() {
  std::optional<std::size_t> least;
  for (const char* name : {"SLURM_CPUS_PER_TASK", "NCPUS", "LSB_DJOB_NUMPROC", "NSLOTS"}) {
    const char* value = std::getenv(name);
    const std::optional<std::size_t> cores = parse_number<std::size_t>(value != nullptr ? value : "");
    if (!cores || *cores == 0) continue;
    least = std::min(*cores, least.value_or(*cores));
  }
  return least;
}

}  // namespace

std::optional<double> quota_cores(std::string_view cpu_max) {
  const std::size_t blank = std::min(cpu_max.find(' '), cpu_max.size() - 1);
  const std::optional<double> quota = parse_number<double>(cpu_max.substr(0, blank));
  const std::optional<double> period = parse_number<double>(cpu_max.substr(blank + 1));
  if (!quota || !period || !(*quota > 0) || !(*period > 0)) return std::nullopt;
  return *quota / *period;
}

std::size_t default_thread_count() {
  std::size_t cores = allowed_cores();
  if (const std::optional<double> quota = readable_quota())
    cores = std::min(cores, static_cast<std::size_t>(std::ceil(*quota)));
  if (const std::optional<std::size_t> given = scheduler_cores()) cores = std::min(cores, *given);
  return std::max<std::size_t>(cores, 1);
}

std::string machine_load_text() {
  return fmt::format("the machine's load is {:.1f} on {} cores", machine_load(), std::thread::hardware_concurrency());
}

}  // namespace rootward
