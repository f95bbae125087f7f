// Results on stdout, written out now.
#pragma once

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace rootward {

/// Writes out what is buffered for stdout. Throws std::system_error where it cannot be written; main tells a full disk
/// from a reader that has gone.
inline void flush_results() {
  errno = 0;
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category(), "standard output");
}

}  // namespace rootward
