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

namespace {

/// Those whose names are as wanted, packed ones by their plain name.
template <class IsWanted>
void add_files(std::vector<std::string> found, IsWanted is_wanted, std::vector<std::string>& files) {
  for (std::string& file : found) {
    if (!is_wanted(file.substr(file.rfind('/') + 1))) continue;
    file.resize(plain_name(file).size());
    if (file.ends_with(".jsonl")) files.push_back(std::move(file));
  }
}

}  // namespace

std::string RecordFiles::path(const std::string& folder) const { return path_in(folder, name); }

std::vector<std::string> RecordFiles::parts(const std::string& folder) const {
  std::vector<std::string> files;
  if (part_prefix.empty()) return files;
  const std::size_t slash = part_prefix.rfind('/');
  const std::string directory =
      slash == std::string_view::npos ? folder : path_in(folder, part_prefix.substr(0, slash));
  const std::string_view start = slash == std::string_view::npos ? part_prefix : part_prefix.substr(slash + 1);
  const auto is_old = [start](const std::string& file) { return file.starts_with(start) && !shard_of_attempt(file); };
  add_files(list_folder(directory), is_old, files);
  add_files(
      list_shards(folder), [](const std::string& file) { return shard_of_attempt(file).has_value(); }, files);
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
