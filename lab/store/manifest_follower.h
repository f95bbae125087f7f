// A folder's manifest while runs change it, or before there is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "lab/store/line_follower.h"
#include "lab/store/manifest.h"

namespace rootward {

class ManifestFollower {
 public:
  enum class News : std::uint8_t {
    none,
    changed,   ///< or there for the first time
    other_run  ///< what was known of the folder is of another run
  };

  explicit ManifestFollower(std::string folder);
  /// Reads it only where file or attempts are others than at the last look. Throws as read_manifest_of_all().
  News look();
  /// With the sessions of shards; nothing before there is one.
  [[nodiscard]] const std::optional<Manifest>& manifest() const { return manifest_; }

 private:
  std::string folder_;
  std::string seen_;  // what told one state of the files from another
  std::optional<Manifest> manifest_;
};

/// Whether a run's folder has news since the last look. `state` is what was made of it: its ManifestFollower
/// `manifest`, what it takes from that where it changes, take_manifest(), and what is new in its files, read(). It is
/// made anew() where another run lies there, or where what was read may not be so any more.
template <class State>
bool look_on(std::unique_ptr<State>& state) {
  for (;; state = state->anew()) {
    const ManifestFollower::News manifest = state->manifest.look();
    if (manifest == ManifestFollower::News::other_run) continue;
    if (!state->manifest.manifest()) return false;
    if (manifest == ManifestFollower::News::changed) state->take_manifest();
    const LineNews news = state->read();
    if (news.is_shorter) continue;
    return manifest == ManifestFollower::News::changed || news.lines > 0 || !news.damaged.empty();
  }
}

}  // namespace rootward
