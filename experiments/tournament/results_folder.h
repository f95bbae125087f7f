// A results folder opened for playing: locked, checked against the configuration, and appended to.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/arena/game_file.h"
#include "experiments/arena/game_record.h"
#include "experiments/arena/void_file.h"
#include "experiments/store/folder_layout.h"
#include "experiments/store/folder_lock.h"
#include "experiments/store/manifest.h"
#include "experiments/store/shard.h"
#include "experiments/tournament/config.h"

namespace rootward::tournament {

/// question_hash() of the configuration's texts.
std::string question_hash(const TournamentConfig& config);
/// The configuration in a manifest; `path` is the manifest's. Throws RunError where it cannot be read any more.
TournamentConfig stored_config(const Manifest& manifest, const std::string& path);
/// Throws UsageError with the difference where `now` does not continue what was stored.
void check_continues(const std::string& folder, const Manifest& manifest, const TournamentConfig& now,
                     const InputFiles& inputs);
/// Makes the folder where it is missing. One process at a time writes a file: a whole run locks the folder, shards lock
/// a file of their own and keep whole runs out. Throws RunError (in use, disk), UsageError (another configuration).
class ResultsFolder {
 public:
  ResultsFolder(std::string folder, const TournamentConfig& config, const Shard& shard, const InputFiles& inputs);

  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// Hands over every game stored before, by this and other shards, without its moves; duplicates may be among them.
  std::vector<GameRecord> take_stored() { return std::exchange(stored_, {}); }
  /// What a user should know: torn lines that are played again.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// Records that playing begins; to be called before append().
  void begin_session();
  void append(const GameRecord& record);
  void append_void(const VoidRecord& record) { voids_.append(record); }
  /// Forces everything to the disk and records when playing ended.
  void end_session(bool is_complete);

 private:
  void lock();
  void read_games();
  void open_manifest(const TournamentConfig& config, const InputFiles& inputs);
  void write_manifest() const;

  std::string folder_;
  Shard shard_;
  std::vector<FolderLock> locks_;
  Manifest manifest_;
  std::vector<GameRecord> stored_;
  std::vector<std::string> warnings_;
  std::size_t whole_bytes_ = 0;
  std::optional<GameFileWriter> writer_;
  VoidFileWriter voids_;
};

}  // namespace rootward::tournament
