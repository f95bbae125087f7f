// Read from /proc/cpuinfo, sysconf and uname; no host name and no user name.
#include "lab/store/host_facts.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>

namespace rootward {

std::optional<double> moment_of(const std::string& utc) {
  std::tm parts{};
  const char* end = ::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return static_cast<double>(::timegm(&parts));
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  utsname system{};
  return ::uname(&system) == 0 ? system.machine : "unknown";
}

std::string host_facts() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int available = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
  const double bytes = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  utsname system{};
  const bool is_known = ::uname(&system) == 0;
  return fmt::format("{} of {} cores, {:.1f} GiB memory, {} {}", available, ::sysconf(_SC_NPROCESSORS_ONLN),
                     bytes / (1 << 30), is_known ? system.sysname : "unknown", is_known ? system.machine : "");
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::optional<double> seconds_between(const std::string& start, const std::string& end) {
  const std::optional<double> first = moment_of(start);
  const std::optional<double> last = moment_of(end);
  if (!first || !last) return std::nullopt;
  return std::max(0.0, *last - *first);
}

}  // namespace rootward
