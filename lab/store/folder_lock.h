// One process a results folder: an advisory lock that the kernel drops when its holder dies, and a file beside it for
// machines whose kernels do not tell each other of locks.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/file_io.h"

namespace rootward {

/// How long another machine's holder may be silent before it counts as dead, and how often its file is looked at.
struct LockPatience {
  std::chrono::milliseconds silence{150'000};
  std::chrono::milliseconds look{1'000};
};

/// Held for its life. Throws RunError naming the holder's process where another process holds it.
class FolderLock {
 public:
  /// shared: many at once, but none beside an exclusive one of the same machine.
  enum class Kind { exclusive, shared };
  /// `what` is what is locked, as users know it, for the error. An exclusive lock has a file of its own,
  /// LOCK_FILE.owner, with host, process, job and a number that grows every minute: flock() holds within one machine
  /// alone on many network file systems. Left by a process of this machine it is removed; left by another machine's it
  /// is watched, which may take the patience's whole time.
  FolderLock(const std::string& lock_file, Kind kind, const std::string& what, const LockPatience& patience = {});
  FolderLock(FolderLock&&) noexcept;
  ~FolderLock();

 private:
  class Owner;
  FileDescriptor fd_;
  std::unique_ptr<Owner> owner_;
};

/// Behind the name of a lock's file: that of its holder's own.
inline constexpr std::string_view kOwnerEnding = ".owner";
/// Removes the holder's file that a dead process left of this lock: of this machine, or of another one that has shown
/// no life for a day. Without waiting; where somebody holds the lock nothing happens.
void release_dead_lock(const std::string& lock_file);

/// Exclusive locks of those of the folders that exist, for whoever removes them. Nothing, and a note of it, where
/// another process holds one.
std::optional<std::vector<FolderLock>> lock_unless_in_use(const std::vector<std::string>& folders);

}  // namespace rootward
