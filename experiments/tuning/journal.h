// A study's results folder: manifest.json, games.jsonl (every game played) and evaluations.jsonl (the journal).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json_fields.h"
#include "experiments/store/run_folder.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation.h"

namespace rootward::tuning {

/// False where an external engine or a budget of wall-clock time plays.
bool is_reproducible(const TuningConfig& study);

// Schemas of the folder's lines.
inline constexpr const char* kEvaluationSchema = "rootward.objective/1";
inline constexpr const char* kAskedSchema = "rootward.asked/1";
inline constexpr const char* kTestSchema = "rootward.test/1";

/// A journal's line: a JSON object of this schema. Throws UsageError.
Json parse_journal_line(const std::string& text, std::string_view schema);
/// A line of games.jsonl, with the key of its evaluation. Throws UsageError.
std::pair<std::string, EvaluationGame> parse_evaluation_game(const std::string& text);

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
JournalledEvaluation parse_evaluation_line(const TuningConfig& study, const std::string& text);

extern const RunKind kTuningKind;
/// What a folder of this study's games is of.
RunIdentity identity_of(const TuningConfig& study, const InputFiles& inputs);

/// Opened for one process at a time. Makes the folder where it is missing. Throws RunError (in use, disk, corrupt
/// files), UsageError (it holds another configuration).
class TuningJournal {
 public:
  TuningJournal(const std::string& folder, const TuningConfig& study, const InputFiles& inputs);
  TuningJournal(const TuningJournal&) = delete;
  TuningJournal& operator=(const TuningJournal&) = delete;
  /// Records when the session ended, if anything was written in it.
  ~TuningJournal();

  [[nodiscard]] const std::string& path() const { return run_.path(); }
  [[nodiscard]] std::string file(std::string_view name) const { return path() + "/" + std::string(name); }
  [[nodiscard]] const std::vector<std::string>& warnings() const { return run_.warnings(); }
  /// In the order in which they ended.
  [[nodiscard]] const std::vector<JournalledEvaluation>& evaluations() const { return evaluations_; }
  /// The games of a key so far; none where it is unknown.
  [[nodiscard]] EvaluationGames games_of(const std::string& key) const;

  /// Writes the manifest, with this session, where that has not been done; what follows belongs to this study then.
  void begin_session() { run_.begin_session(); }
  void append_game(const std::string& key, const EvaluationGame& game);
  /// Nothing happens where the same evaluation (id, key, games, status) is there already.
  void append_evaluation(const EvaluationRequest& request, const EvaluationResult& result);

 private:
  const TuningConfig& study_;
  RunFolder run_;
  std::map<std::string, EvaluationGames> games_;
  std::vector<JournalledEvaluation> evaluations_;
};

}  // namespace rootward::tuning
