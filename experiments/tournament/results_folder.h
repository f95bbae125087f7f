// A tournament's results folder: opened for playing, and what such a folder is of.
#pragma once

#include <string>
#include <vector>

#include "experiments/tournament/config.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/stored_results.h"
#include "lab/arena/game_file.h"
#include "lab/store/done_places.h"
#include "lab/store/run_folder.h"

namespace rootward::tournament {

extern const RunKind kTournamentKind;

/// What a folder of this tournament's games is of.
RunIdentity identity_of(const TournamentConfig& config, const InputFiles& inputs);
/// question_hash() of the configuration's texts.
std::string question_hash(const TournamentConfig& config);
/// The configuration in a folder's manifest. Throws RunError where it cannot be read any more.
TournamentConfig stored_config(const std::string& folder, const Manifest& manifest);
/// With the folder's number of pairs where that is larger, and its listed pairings with their players: fewer of either
/// are a part of it, and leave it what it is.
TournamentConfig with_stored_games(TournamentConfig config, const std::string& folder);

/// See RunFolder. What is stored is read once and stays at hand, with what is appended.
class ResultsFolder {
 public:
  ResultsFolder(const std::string& folder, const TournamentConfig& config, const Shard& shard, const InputFiles& inputs,
                Detail detail = Detail::scores);

  /// Every game stored before, by this and other shards; what was appended stands behind them.
  [[nodiscard]] const std::vector<GameRecord>& games() const { return results_.games; }
  /// Of shards alone.
  [[nodiscard]] JoinedGames joined() const { return {done_, results_.config}; }
  /// Whether another start of this shard may be at work.
  [[nodiscard]] bool has_open_sibling() const { return run_.has_open_sibling(); }
  /// Games that other starts of this shard have stored by now.
  [[nodiscard]] std::vector<GameRecord> games_of_siblings() const;
  [[nodiscard]] const std::vector<std::string>& warnings() const { return run_.warnings(); }

  /// See RunFolder.
  template <class Play>
  void session(const SessionSettings& settings, Play play) {
    run_.session(settings, play);
  }
  /// Records that playing begins, by so many threads; to be called before append().
  void begin_session(std::size_t threads = 0) { run_.begin_session(threads); }
  void append(const GameRecord& record);
  void append_void(const VoidRecord& record);
  /// Forces everything to the disk and records when playing ended.
  void end_session(std::string_view reason) { run_.end_session(reason); }
  /// What read_results() would give now. The folder is not to be used any more.
  StoredResults take_results();

 private:
  void keep(GameRecord&& record);

  RunFolder run_;
  Detail detail_;
  DonePlaces done_;
  StoredResults results_;
};

}  // namespace rootward::tournament
