// A tuning's folder held against its own configuration and games.
#pragma once

#include <string>

#include "lab/store/folder_check.h"

namespace rootward::tuning {

/// Checksums, ranges, the configuration's hash; every evaluation and test recounted from its games.
FolderCheck check_tuning_folder(const std::string& folder);

}  // namespace rootward::tuning
