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

#include "lab/store/manifest.h"
#include "lab/store/record_index.h"

namespace rootward {

/// A file of lines that was looked at.
struct CheckedFile {
  std::string file;  ///< packed or not
  LineTally tally{};
  std::size_t unchecked = 0;            ///< lines without a checksum
  bool is_whole = true;                 ///< no line of it is damaged
  std::vector<std::string> repeated{};  ///< "FILE:LINE repeats line LINE"
};

struct FolderCheck {
  std::size_t lines = 0;                       ///< of record files, looked at
  std::vector<std::string> problems;           ///< "FILE:LINE: what is wrong"
  std::vector<std::string> notes;              ///< nothing wrong, but to be known
  std::map<std::string, CheckedFile> files{};  ///< by plain name; attempts have sums of their own
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
  [[nodiscard]] bool contains(const std::string& id) const { return places_.contains(id); }

 private:
  std::map<std::string, std::pair<std::string, std::uint64_t>> places_;  // by id: the first place, and its content
};

/// After all check_lines(): a problem where a file has other lines than the manifest tells of. True where some are
/// missing; which, the product may say.
bool check_records(const std::string& folder, const Manifest& manifest, FolderCheck& found);
/// Files of lines that the manifest tells of, whatever the lines say.
FolderCheck check_told_files(const std::string& folder);
/// At most ten of the names, and how many there are: "games a, b, c".
void add_missing(const std::string& folder, std::string_view what, const std::vector<std::string>& names,
                 FolderCheck& found);

/// States of optimizers, their points, and what is kept of results that were dropped, of the folder and all below: a
/// problem where one is not what its checksum says; manifests without one.
void check_documents(const std::string& folder, FolderCheck& found);

/// A problem where the hash in the manifest is not that of the configuration beside it.
void check_config_hash(const std::string& path, const Manifest& manifest, const std::string& hash, FolderCheck& found);

}  // namespace rootward
