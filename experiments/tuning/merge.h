// Several folders of one tuning joined into one.
#pragma once

#include <string>
#include <vector>

#include "lab/store/folder_merge.h"

namespace rootward::tuning {

/// Games by evaluation, pair and game, evaluations by point, seed, status and number of games; attempts of tasks go
/// along. What optimizers were asked stays with its folder. Throws as FolderMerge, and RunError where the same game or
/// evaluation stands in two places with different content.
MergeReport merge_tunings(const std::vector<std::string>& folders, const std::string& out,
                          const MergeSettings& settings = {});

}  // namespace rootward::tuning
