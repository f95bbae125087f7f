// One write a note, so that those of several threads do not mingle.
#include "core/note.h"

#include <unistd.h>

#include <cstdio>

#include "core/escape.h"

namespace rootward {

void note(const std::string& text) {
  const char* const over_a_bar = ::isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";
  const std::string line = over_a_bar + terminal_text(text) + '\n';
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace rootward
