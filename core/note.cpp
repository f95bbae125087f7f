// One write a note, so that those of several threads do not mingle.
#include "core/note.h"

#include <cstdio>

namespace rootward {

void note(const std::string& text) {
  const std::string line = text + '\n';
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace rootward
