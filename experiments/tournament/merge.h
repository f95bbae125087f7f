// Joining shards and results folders of one configuration into one folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/store/line_file.h"

namespace rootward::tournament {

struct MergeReport {
  std::uint64_t games = 0;            ///< in the joined folder
  std::uint64_t duplicates = 0;       ///< dropped: the same game from two places
  std::uint64_t missing = 0;          ///< games of the schedule that nobody has played
  std::vector<std::string> examples;  ///< ids of the first missing ones
  std::vector<std::string> warnings;
};

/// Writes manifest.json and games.jsonl of `out`, which may be one of the folders; games already there stay. Throws
/// UsageError where the configurations differ, RunError where two folders disagree about a game (ids named) or `out` is
/// in use; then nothing is written.
MergeReport merge_results(const std::vector<std::string>& folders, const std::string& out,
                          DamagedLines damaged = DamagedLines::refuse);

}  // namespace rootward::tournament
