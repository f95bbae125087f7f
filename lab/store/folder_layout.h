// Names within a results folder.
#pragma once

#include <string>
#include <string_view>

namespace rootward {

/// A heartbeat for onlookers, of who plays a whole run.
inline constexpr std::string_view kHeartbeatFile = "alive.json";

/// folder/name, with one slash between.
std::string path_in(const std::string& folder, std::string_view name);
std::string manifest_path(const std::string& folder);
std::string games_path(const std::string& folder);

}  // namespace rootward
