// Results on stdout, written out now.
#pragma once

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

namespace rootward {

/// Writes out what is buffered for stdout. Throws std::system_error where it cannot be written; main tells a full disk
/// from a reader that has gone.
inline void flush_results() {
  errno = 0;
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category(), "standard output");
}

/// Throws as flush_results() does, and at once: what failed to leave a full buffer is dropped, and a later flush
/// succeeds.
inline void write_results(std::string_view bytes) {
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size())
    throw std::system_error(errno, std::generic_category(), "standard output");
}

}  // namespace rootward
