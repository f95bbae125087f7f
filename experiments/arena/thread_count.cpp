// Affinity from the scheduler, quota from the cgroup file system where it can be read.
#include "experiments/arena/thread_count.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string>

namespace rootward {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// This process's folder under /sys/fs/cgroup (version 2), "" where there is none.
std::string cgroup_folder() {
  const std::string line = first_line("/proc/self/cgroup");
  return line.starts_with("0::") ? "/sys/fs/cgroup" + line.substr(3) : "";
}

std::optional<double> readable_quota() {
  std::optional<double> least;
  const std::string v1 = "/sys/fs/cgroup/cpu/cpu.cfs_";
  for (const std::string& text : {first_line(cgroup_folder() + "/cpu.max"), first_line("/sys/fs/cgroup/cpu.max"),
                                  first_line(v1 + "quota_us") + " " + first_line(v1 + "period_us")}) {
    const std::optional<double> cores = quota_cores(text);
    if (cores) least = std::min(*cores, least.value_or(*cores));
  }
  return least;
}

}  // namespace

std::optional<double> quota_cores(std::string_view cpu_max) {
  double quota = 0;
  double period = 0;
  const char* end = cpu_max.data() + cpu_max.size();
  const auto [after_quota, quota_error] = std::from_chars(cpu_max.data(), end, quota);
  if (quota_error != std::errc() || after_quota == end || *after_quota != ' ') return std::nullopt;
  const auto [after_period, period_error] = std::from_chars(after_quota + 1, end, period);
  if (period_error != std::errc() || after_period != end || !(quota > 0) || !(period > 0)) return std::nullopt;
  return quota / period;
}

std::size_t default_thread_count() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::size_t cores = 1;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) cores = static_cast<std::size_t>(CPU_COUNT(&set));
  if (const std::optional<double> quota = readable_quota())
    cores = std::min(cores, static_cast<std::size_t>(std::ceil(*quota)));
  return std::max<std::size_t>(cores, 1);
}

}  // namespace rootward
