// Names within a results folder.
#pragma once

#include <string>

namespace rootward {

/// Names within a results folder.
std::string manifest_path(const std::string& folder);
std::string games_path(const std::string& folder);

}  // namespace rootward
