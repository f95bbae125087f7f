// Paths.
#include "experiments/store/folder_layout.h"

namespace rootward {

std::string manifest_path(const std::string& folder) { return folder + "/manifest.json"; }
std::string games_path(const std::string& folder) { return folder + "/games.jsonl"; }

}  // namespace rootward
