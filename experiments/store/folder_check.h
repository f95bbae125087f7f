// What `rootward verify` finds in a folder: each kind of results has its own check over the same lines.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "experiments/store/manifest.h"

namespace rootward {

struct FolderCheck {
  std::size_t lines = 0;              ///< of record files, looked at
  std::vector<std::string> problems;  ///< "FILE:LINE: what is wrong"
  std::vector<std::string> notes;     ///< nothing wrong, but to be known
};

/// What is wrong with one line, without newline and checksum; "" where nothing is. `place` is "FILE:LINE". It may throw
/// UsageError or RunError instead.
using LineCheck = std::function<std::string(const std::string& line, const std::string& place)>;

/// Every line of the file, or of its packed form, in order: its end, its checksum, then `check`.
void check_lines(const std::string& path, const LineCheck& check, FolderCheck& found);

/// A problem where the hash in the manifest is not that of the configuration beside it.
void check_config_hash(const std::string& path, const Manifest& manifest, const std::string& hash, FolderCheck& found);

}  // namespace rootward
