// A results folder on disk (contract section 4): manifest.json, games.jsonl, voids.jsonl, shards/.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiments/config.h"
#include "experiments/game_record.h"
#include "experiments/void_record.h"

namespace rootward {

/// One stretch of playing by one program on one machine: a run that was interrupted and continued has several.
struct ManifestSession {
  std::string version, revision, compiler, flags, cpu, host;
  std::string started, ended;  ///< UTC, ISO 8601; `ended` is empty while it runs and after a crash
};

/// What files beside the configuration decide about the games.
struct InputFiles {
  std::string book_hash;                        ///< of the opening book's openings; "" without a book
  std::map<std::string, std::string> networks;  ///< by player: hash of the network's file and way of computing
};

/// manifest.json: what was played, by which program, on what machine (program and machine are the first session's).
struct Manifest {
  std::string kind = "tournament";  ///< what was run: "tournament", "convergence" or "tuning"
  std::string config_hash;
  std::string resolved_config;  ///< YAML, every default written out
  std::string version, revision, compiler, flags, cpu;
  std::string host;             ///< facts: cores available, memory, operating system
  std::string started, ended;   ///< UTC, ISO 8601; `ended` is empty until the run is complete
  bool is_reproducible = true;  ///< false where a budget is wall-clock time
  std::string question_hash;    ///< of question and hypothesis as they were before game one; "" where none was given
  InputFiles inputs;
  std::vector<ManifestSession> sessions;
};

/// How much of each game a reader keeps. `scores`: all but moves, visits and values, a quarter of the memory.
enum class Detail : std::uint8_t { moves, scores };

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
StoredResults read_results(const std::string& folder, Detail detail = Detail::moves);

/// One line of games.jsonl, without the newline, and back. parse throws UsageError saying what is wrong.
std::string to_json_line(const GameRecord& record);
GameRecord parse_game_record(const std::string& line);

}  // namespace rootward
