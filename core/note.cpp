// One write a note, so that those of several threads do not mingle.
#include "core/note.h"

#include <cstdio>

#include "core/escape.h"

namespace rootward {

void note(const std::string& text) {
  const std::string line = terminal_text(text) + '\n';
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace rootward
