// An estimates study's folder held against its own configuration and truths.
#pragma once

#include <string>

#include "lab/store/folder_check.h"

namespace rootward::estimates {

/// Checksums, ranges, ids, the configuration's hash; every position drawn again, every search's seed, and its regrets
/// by the truth of its instance.
FolderCheck check_estimates_folder(const std::string& folder);

}  // namespace rootward::estimates
