// A tuning's results folder: manifest.json, games.jsonl (every game played) and evaluations.jsonl (the journal).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json_fields.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation.h"
#include "lab/store/run_folder.h"

namespace rootward::tuning {

/// False where an external engine or a budget of wall-clock time plays.
bool is_reproducible(const TuningConfig& tuning);

// Schemas of the folder's lines.
inline constexpr const char* kGameSchema = "rootward.evaluation_game/1";
inline constexpr const char* kEvaluationSchema = "rootward.objective/1";
inline constexpr const char* kAskedSchema = "rootward.asked/1";
inline constexpr const char* kTestSchema = "rootward.test/1";

/// A journal's line: a JSON object of this schema. Throws UsageError.
Json parse_journal_line(const std::string& text, std::string_view schema);
/// A game of the evaluation with this key.
using JournalledGame = std::pair<std::string, EvaluationGame>;
/// A line of games.jsonl. Throws UsageError.
JournalledGame parse_evaluation_game(const std::string& text);
/// The line, without its end.
std::string evaluation_game_line(const std::string& key, const EvaluationGame& game);

/// A line of evaluations.jsonl.
struct JournalledEvaluation {
  Json line;
  Point point;
  std::string key;
  std::uint64_t seed = 0;
  EvaluationStatus status = EvaluationStatus::ok;
  std::uint32_t games = 0;
};

/// A line of evaluations.jsonl. Throws UsageError.
JournalledEvaluation parse_evaluation_line(const TuningConfig& tuning, const std::string& text);

extern const RecordFormat<JournalledGame> kJournalGameFormat;
/// Lines as they stand: what they say depends on the tuning, and one evaluation may be told of several times.
extern const RecordFormat<std::string> kJournalEvaluationFormat;

extern const RunKind kTuningKind;
/// What a folder of this tuning's games is of.
RunIdentity identity_of(const TuningConfig& tuning, const InputFiles& inputs);

/// Opened for one process at a time. Makes the folder where it is missing. Throws RunError (in use, disk, corrupt
/// files), UsageError (it holds another configuration).
class TuningJournal {
 public:
  TuningJournal(const std::string& folder, const TuningConfig& tuning, const InputFiles& inputs);
  TuningJournal(const TuningJournal&) = delete;
  TuningJournal& operator=(const TuningJournal&) = delete;
  /// Ends a session that an exception left open, where that can be done: the exception is what is told.
  ~TuningJournal();

  [[nodiscard]] const std::string& path() const { return run_.path(); }
  /// For TuneJournal's lines beside its own.
  [[nodiscard]] RunFolder& run() { return run_; }
  [[nodiscard]] std::string file(std::string_view name) const { return path() + "/" + std::string(name); }
  [[nodiscard]] const std::vector<std::string>& warnings() const { return run_.warnings(); }
  /// In the order in which they ended.
  [[nodiscard]] const std::vector<JournalledEvaluation>& evaluations() const { return evaluations_; }
  /// The last line on the request's id, seed and point; nothing where games are missing or the request is for another
  /// number.
  [[nodiscard]] const JournalledEvaluation* find_whole(const EvaluationRequest& request) const;
  /// The most pairs of an evaluation of this key that was played to its end.
  [[nodiscard]] std::uint32_t judged_pairs(const std::string& key) const;
  /// Whether an evaluation of this point, by whatever seed, has failed.
  [[nodiscard]] bool has_failed(const Point& point) const;
  /// What a line says, counted from its games.
  [[nodiscard]] EvaluationResult result_of(const JournalledEvaluation& evaluation) const;
  /// The games of a key so far; none where it is unknown.
  [[nodiscard]] EvaluationGames games_of(const std::string& key) const;

  /// CPU seconds of a stored game; nothing where there is none.
  [[nodiscard]] std::optional<double> mean_game_seconds() const;

  /// Writes the manifest, with this session, where that has not been done; what follows belongs to this tuning then.
  void begin_session() { run_.begin_session(); }
  void append_game(const std::string& key, const EvaluationGame& game);
  /// Nothing happens where the same evaluation (id, key, games, status) is there already.
  void append_evaluation(const EvaluationRequest& request, const EvaluationResult& result);
  /// Forces everything to the disk and records when and why the session ended, if anything was written in it. Throws
  /// RunError where the disk fails or a file is gone: what was appended may be lost then.
  void end_session(std::string_view reason) { run_.end_session(reason); }

 private:
  const TuningConfig& tuning_;
  RunFolder run_;
  void add_game(const std::string& key, const EvaluationGame& game);

  std::map<std::string, EvaluationGames> games_;
  std::uint64_t game_count_ = 0;
  double game_seconds_ = 0;  // of all of them
  std::vector<JournalledEvaluation> evaluations_;
};

}  // namespace rootward::tuning
