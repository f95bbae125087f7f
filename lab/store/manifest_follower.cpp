// Looked at from outside before it is read.
#include "lab/store/manifest_follower.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <utility>

#include "lab/store/attempt_file.h"
#include "lab/store/folder_layout.h"
#include "lab/store/run_folder.h"

namespace rootward {

ManifestFollower::ManifestFollower(std::string folder) : folder_(std::move(folder)) {}

ManifestFollower::News ManifestFollower::look() {
  struct stat there {};
  if (::stat(manifest_path(folder_).c_str(), &there) != 0) return News::none;
  std::string now = fmt::format("{} {} {}.{} {}", there.st_ino, there.st_size, there.st_mtim.tv_sec,
                                there.st_mtim.tv_nsec, list_shards(folder_).size());
  if (now == seen_) return News::none;
  Manifest manifest = read_manifest_of_all(folder_);
  const bool is_other = manifest_ && (manifest_->started != manifest.started || manifest_->kind != manifest.kind);
  manifest_ = std::move(manifest);
  seen_ = std::move(now);
  return is_other ? News::other_run : News::changed;
}

}  // namespace rootward
