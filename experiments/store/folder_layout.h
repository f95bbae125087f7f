// Names within a results folder.
#pragma once

#include <string>
#include <string_view>

namespace rootward {

/// folder/name, with one slash between.
std::string path_in(const std::string& folder, std::string_view name);
std::string manifest_path(const std::string& folder);
std::string games_path(const std::string& folder);

}  // namespace rootward
