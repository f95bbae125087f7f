// One process a results folder: an advisory lock that the kernel drops when its holder dies.
#pragma once

#include <string>

#include "core/file_io.h"

namespace rootward {

/// Held for its life. Throws RunError naming the holder's process where another process holds it.
class FolderLock {
 public:
  /// shared: many at once, but none beside an exclusive one.
  enum class Kind { exclusive, shared };
  /// `what` is what is locked, as users know it, for the error.
  FolderLock(const std::string& lock_file, Kind kind, const std::string& what);

 private:
  FileDescriptor fd_;
};

}  // namespace rootward
