// A file's own words say whose it is; the lock's protocol says whether a holder is dead.
#include "lab/store/left_overs.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "core/temporary_name.h"
#include "lab/store/folder_layout.h"
#include "lab/store/folder_lock.h"

namespace rootward {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostPid = 0x7FFFFFFF;

void remove_dead_heartbeat(const std::string& file) {
  try {
    const Json sign = parse_json(read_whole_file(file));
    if (!is_left_over(file, text_field(sign, "host"), static_cast<std::int64_t>(count_field(sign, "pid", kMostPid))))
      return;
  } catch (const UsageError&) {  // no program of ours wrote it so
    return;
  } catch (const RunError&) {  // it is gone
    return;
  }
  std::error_code ignored;
  fs::remove(file, ignored);
}

}  // namespace

void remove_left_overs(const std::string& folder) {
  std::vector<std::string> folders = {folder};
  std::vector<std::string> heartbeats;
  std::vector<std::string> locks;
  std::error_code failed;
  for (fs::recursive_directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::string path = entry->path().string();
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) folders.push_back(path);
    if (entry->path().filename() == kHeartbeatFile) heartbeats.push_back(path);
    if (path.ends_with(kOwnerEnding)) locks.push_back(path.substr(0, path.size() - kOwnerEnding.size()));
  }
  for (const std::string& each : folders) remove_stale_temporaries(each);
  for (const std::string& file : heartbeats) remove_dead_heartbeat(file);
  for (const std::string& lock : locks) release_dead_lock(lock);
}

}  // namespace rootward
