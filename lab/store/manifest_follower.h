// A folder's manifest while runs change it, or before there is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

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

}  // namespace rootward
