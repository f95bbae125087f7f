// A tournament's folder held against its own configuration and the rules.
#pragma once

#include <string>

#include "experiments/store/folder_check.h"

namespace rootward::tournament {

/// Checksums, ranges, ids, the configuration's hash; every game's seed, moves, ending and score.
FolderCheck check_tournament_folder(const std::string& folder);

}  // namespace rootward::tournament
