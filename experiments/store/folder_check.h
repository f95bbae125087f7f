// What `rootward verify` finds in a folder: each kind of results has its own check over the same lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
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

/// Every line of the file, or of its packed form, in order: its end, its checksum, then `check`. Of an attempt the
/// lines whose schema begins with `schema`; what a killed start left torn is a note.
void check_lines(const std::string& path, std::string_view schema, const LineCheck& check, FolderCheck& found);

/// Where records stand, to tell of those that stand twice.
class RecordPlaces {
 public:
  /// "" for a new id, and for the same content once more. `content`: all but the time that it took.
  std::string problem(const std::string& id, std::string_view content, const std::string& place);

 private:
  std::map<std::string, std::pair<std::string, std::uint64_t>> places_;  // by id: the first place, and its content
};

/// A problem where the hash in the manifest is not that of the configuration beside it.
void check_config_hash(const std::string& path, const Manifest& manifest, const std::string& hash, FolderCheck& found);

}  // namespace rootward
