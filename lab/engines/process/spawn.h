// Starting programs in a process group of their own, and the guardian that ends a group with its parent.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "core/file_io.h"

namespace rootward {

/// What to start.
struct ChildOptions {
  std::string command{};                                           ///< for /bin/sh -c; "" = `arguments`
  std::vector<std::string> arguments{};                            ///< a program, looked for in PATH, and its words
  std::string directory{};                                         ///< to start in; "" = ours
  std::vector<std::pair<std::string, std::string>> environment{};  ///< added to ours, or in place of it
};

/// The processes that one program becomes: a process group, and whoever left it (`setsid`), known by a variable in the
/// environment that descendants inherit. The group's leader, the guardian, kills all of them and itself when this
/// process ends, however it ends: its standard input is a pipe whose other end only this process holds. Only a process
/// that leaves the group and drops its environment escapes.
class GuardedGroup {
 public:
  /// Throws RunError where no process can be started.
  GuardedGroup();
  GuardedGroup(const GuardedGroup&) = delete;
  GuardedGroup& operator=(const GuardedGroup&) = delete;
  /// Kills whoever is left.
  ~GuardedGroup();

  [[nodiscard]] pid_t id() const { return guardian_; }
  /// The variable and its value.
  [[nodiscard]] const std::pair<std::string, std::string>& mark() const { return mark_; }
  /// To those in the process group.
  void send(int signal) const;

 private:
  std::pair<std::string, std::string> mark_;
  FileDescriptor lifeline_;
  pid_t guardian_ = -1;
};

/// A started program and our ends of its three standard streams; input and output do not block.
struct SpawnedChild {
  pid_t pid = -1;
  FileDescriptor input, output, error;
};

/// Starts the command in the group. Throws RunError where that cannot be done (folder missing, no process left).
SpawnedChild spawn_in_group(const ChildOptions& options, const GuardedGroup& group);

}  // namespace rootward
