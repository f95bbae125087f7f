// A tournament's results folder as read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tournament/config.h"
#include "experiments/tournament/table/table_games.h"
#include "lab/arena/game_file.h"
#include "lab/arena/game_record.h"
#include "lab/store/manifest.h"

namespace rootward::tournament {

/// A game that stands there twice is dropped; so is a torn last line, with a warning.
struct StoredResults {
  std::string folder;
  Manifest manifest;
  TournamentConfig config;
  std::vector<GameRecord> games;        ///< sorted by pairing, pair and seats; none where `counted` has them
  std::optional<TableGames> counted{};  ///< with Detail::tables
  std::uint64_t duplicate_ids = 0;      ///< lines dropped because their id was there already
  std::vector<VoidRecord> voids;        ///< games that counted for nothing
  std::vector<std::string> warnings;
};

/// Reads manifest and games (games.jsonl and shards/*.jsonl). Throws UsageError where there is no results folder,
/// RunError naming file and line where a line other than a file's last is corrupt, and both places where one game is
/// stored twice with different content.
/// Damaged lines that are left out are told in its warnings.
StoredResults read_results(const std::string& folder, Detail detail = Detail::moves,
                           DamagedLines damaged = DamagedLines::refuse);

/// Takes a game as it is read; each is given once, in no fixed order.
using KeepGame = std::function<void(GameRecord&&)>;
/// Called once, with all but the games, before the first of them.
using BeginGames = std::function<KeepGame(const StoredResults& head)>;
/// read_results() for who keeps the games in a way of their own: the answer has none.
StoredResults read_games(const std::string& folder, DamagedLines damaged, const BeginGames& begin);

/// The first `pairs` pairs of each pairing, as if no more had been played.
StoredResults first_pairs(const StoredResults& results, std::uint32_t pairs);
/// How many games there were to be looked at when the number of pairs was chosen; 0 where it was fixed before game one,
/// or does not matter (a sequential test).
std::uint64_t games_before_plan(const StoredResults& results);

}  // namespace rootward::tournament
