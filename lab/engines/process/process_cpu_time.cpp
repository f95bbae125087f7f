// The kernel's clocks of processes, and /proc for who descends from whom.
#include "lab/engines/process/process_cpu_time.h"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

namespace rootward {
namespace {

double own_seconds(pid_t pid) {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// The fields cutime and cstime (16 and 17) of /proc/PID/stat; the program's name in field 2 may hold anything, so that
/// fields are counted from its closing parenthesis.
double seconds_of_ended_children(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 16; ++field) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return fields ? (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK)) : 0;
}

}  // namespace

double process_tree_cpu_seconds(pid_t pid) {
  double seconds = own_seconds(pid) + seconds_of_ended_children(pid);
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", pid));
  for (pid_t child = 0; children >> child;) seconds += process_tree_cpu_seconds(child);
  return seconds;
}

}  // namespace rootward
