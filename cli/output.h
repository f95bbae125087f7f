// Results on stdout, written out now.
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/escape.h"

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

/// Words for a person, in which names from outside may stand: see terminal_text(). Throws as write_results() does.
template <class... Args>
void print_shown(fmt::format_string<Args...> format, Args&&... args) {
  write_results(terminal_text(fmt::format(format, std::forward<Args>(args)...)));
}

}  // namespace rootward
