// Names of record files.
#include "experiments/store/record_file.h"

#include <algorithm>
#include <utility>

#include "core/file_io.h"
#include "experiments/store/folder_layout.h"
#include "experiments/store/packed_file.h"

namespace rootward {

std::string RecordFiles::path(const std::string& folder, const Shard& shard) const {
  return path_in(folder, shard.is_whole() ? std::string(name) : fmt::format("{}{}.jsonl", part_prefix, shard.index));
}

std::vector<std::string> RecordFiles::parts(const std::string& folder) const {
  constexpr std::string_view kPacked = ".jsonl.gz";
  std::vector<std::string> files;
  if (part_prefix.empty()) return files;
  const std::size_t slash = part_prefix.rfind('/');
  const std::string directory =
      slash == std::string_view::npos ? folder : path_in(folder, part_prefix.substr(0, slash));
  const std::string_view start = slash == std::string_view::npos ? part_prefix : part_prefix.substr(slash + 1);
  for (std::string& file : list_folder(directory)) {
    if (!file.substr(file.rfind('/') + 1).starts_with(start)) continue;
    if (file.ends_with(kPacked)) file.resize(file.size() - packed_name("").size());
    if (file.ends_with(".jsonl")) files.push_back(std::move(file));
  }
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<std::string> RecordFiles::all(const std::string& folder) const {
  std::vector<std::string> files = parts(folder);
  files.insert(files.begin(), path(folder, {}));
  return files;
}

}  // namespace rootward
