// Paths.
#include "lab/store/folder_layout.h"

#include <filesystem>

namespace rootward {

std::string path_in(const std::string& folder, std::string_view name) {
  return (std::filesystem::path(folder) / name).string();
}
std::string manifest_path(const std::string& folder) { return path_in(folder, "manifest.json"); }
std::string games_path(const std::string& folder) { return path_in(folder, "games.jsonl"); }

}  // namespace rootward
