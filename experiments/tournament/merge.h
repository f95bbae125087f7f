// Joining shards and results folders of one tournament into one folder.
#pragma once

#include <string>
#include <vector>

#include "lab/store/folder_merge.h"

namespace rootward::tournament {

/// Writes manifest.json and games.jsonl of `out`, which may be one of the folders; games already there stay. Throws
/// UsageError where the configurations differ, RunError where two folders disagree about a game, hold one of another
/// schedule, or `out` is in use; then nothing is written.
MergeReport merge_results(const std::vector<std::string>& folders, const std::string& out,
                          const MergeSettings& settings = {});

/// Throws UsageError where playing again does not bring the moves of a folder's games back.
void require_repeatable(const std::string& folder);
/// Rewrites the games of a joined folder without their moves and what was thought of each (GameRecord::drop_moves).
/// Tables stay the same.
void drop_stored_moves(const std::string& folder);

}  // namespace rootward::tournament
