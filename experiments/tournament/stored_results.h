// A tournament's results folder as read back.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiments/arena/game_file.h"
#include "experiments/arena/game_record.h"
#include "experiments/arena/void_record.h"
#include "experiments/store/manifest.h"
#include "experiments/tournament/config.h"

namespace rootward::tournament {

/// A results folder as read back. Duplicate ids are dropped (the same game); a torn last line is dropped with a
/// warning.
struct StoredResults {
  std::string folder;
  Manifest manifest;
  TournamentConfig config;
  std::vector<GameRecord> games;    ///< sorted by pairing, pair and seats
  std::uint64_t duplicate_ids = 0;  ///< lines dropped because their id was there already
  std::vector<VoidRecord> voids;    ///< games that counted for nothing
  std::vector<std::string> warnings;
};

/// Reads manifest and games (games.jsonl and shards/*.jsonl). Throws UsageError where there is no results folder,
/// RunError naming file and line where a line other than a file's last is corrupt.
/// Damaged lines that are left out are told in its warnings.
StoredResults read_results(const std::string& folder, Detail detail = Detail::moves,
                           DamagedLines damaged = DamagedLines::refuse);

}  // namespace rootward::tournament
