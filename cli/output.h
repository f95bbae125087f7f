// Results on stdout, written out now. A reader that goes (`| head`) has what it wanted: what is printed after that is
// dropped, and the command goes on to its own end and exit code.
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/escape.h"

namespace rootward {

/// Whether nobody reads any more: the stream keeps the mark of a failed write, and any other failure is thrown. What
/// does nothing but print, for long or for ever, ends then.
inline bool reader_has_gone() { return std::ferror(stdout) != 0; }

/// Writes out what is buffered for stdout. Throws std::system_error where it cannot be written, as on a full disk.
inline void flush_results() {
  if (reader_has_gone()) return;
  errno = 0;
  if (std::fflush(stdout) != 0 && errno != EPIPE)
    throw std::system_error(errno, std::generic_category(), "standard output");
}

/// Throws as flush_results() does, and at once: what failed to leave a full buffer is dropped, and a later flush
/// succeeds.
inline void write_results(std::string_view bytes) {
  if (reader_has_gone()) return;
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() && errno != EPIPE)
    throw std::system_error(errno, std::generic_category(), "standard output");
}

/// Text for programs, or of our own. Throws as write_results() does.
template <class... Args>
void print_results(fmt::format_string<Args...> format, Args&&... args) {
  write_results(fmt::format(format, std::forward<Args>(args)...));
}

/// Words for a person, in which names from outside may stand: see terminal_text(). Throws as write_results() does.
template <class... Args>
void print_shown(fmt::format_string<Args...> format, Args&&... args) {
  write_results(terminal_text(fmt::format(format, std::forward<Args>(args)...)));
}

}  // namespace rootward
