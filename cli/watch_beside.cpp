// Another process, so that its signals and the run's stay apart.
#include "cli/watch_beside.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "core/errors.h"

namespace rootward {

bool WatchBeside::has_terminal() { return ::isatty(STDERR_FILENO) == 1; }

WatchBeside::WatchBeside(const std::string& folder) {
  std::array<std::string, 6> words = {"rootward", "status", folder, "--watch", "--every", "1"};
  std::array<char*, 7> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);  // standard output has the table alone
  const int error = ::posix_spawn(&pid_, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw RunError(
        fmt::format("--watch: rootward status cannot be started: {}", std::generic_category().message(error)));
}

WatchBeside::~WatchBeside() {
  ::kill(pid_, SIGTERM);
  while (::waitpid(pid_, nullptr, 0) == -1 && errno == EINTR) {
  }
}

}  // namespace rootward
