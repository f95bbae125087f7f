// Names of record files.
#include "lab/store/record_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/file_io.h"
#include "lab/store/done_places.h"
#include "lab/store/folder_layout.h"
#include "lab/store/packed_file.h"

namespace rootward {

std::string RecordFiles::path(const std::string& folder) const { return path_in(folder, name); }

std::vector<std::string> RecordFiles::parts(const std::string& folder) const {
  std::vector<std::string> files;
  if (!has_shards) return files;
  for (std::string& file : list_shards(folder)) {
    if (!shard_of_attempt(file)) continue;
    file.resize(plain_name(file).size());
    files.push_back(std::move(file));
  }
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<std::string> RecordFiles::all(const std::string& folder) const {
  std::vector<std::string> files = parts(folder);
  files.insert(files.begin(), path(folder));
  return files;
}

std::vector<std::string> RecordFiles::needed(const std::string& folder) const {
  std::vector<std::string> files = all(folder);
  if (const std::optional<Joined> joined = read_joined(folder, *this))
    std::erase_if(files, [&](const std::string& file) {
      return shard_of_attempt(file) && joined->attempts.contains(file.substr(file.rfind('/') + 1));
    });
  return files;
}

}  // namespace rootward
