// A tuning's results folder as read back: by whoever made it (objective, serve, tune), while nobody or somebody plays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "experiments/tuning/tune.h"
#include "lab/store/line_file.h"
#include "lab/store/manifest.h"

namespace rootward::tuning {

/// Everything that is journalled, counted from the games where these are there.
struct StoredTuning {
  Manifest manifest;
  TuningConfig tuning;  ///< as the manifest has it
  /// What the journal knows of the tuning's report: evaluations, tests and, where there is a test, what is recommended.
  /// Without tests the best observed point stands in.
  TuneReport report;
  std::vector<std::string> warnings;
};

/// Whether its manifest says that a tuning lies here; false where there is no manifest.
bool is_tuning_folder(const std::string& folder);
/// Throws UsageError where there is no tuning, RunError naming file and line where it is corrupt. Damaged lines that
/// are left out are told in its warnings.
StoredTuning read_stored_tuning(const std::string& folder, DamagedLines damaged = DamagedLines::refuse);

/// Keeps what read_stored_tuning() would give and reads only what is new. Takes no lock.
class TuningFollower {
 public:
  explicit TuningFollower(const std::string& folder);
  ~TuningFollower();
  TuningFollower(const TuningFollower&) = delete;
  TuningFollower& operator=(const TuningFollower&) = delete;

  /// Whether there is news. Throws RunError, and UsageError where the folder holds something else.
  bool look();
  /// Before the first manifest: empty.
  [[nodiscard]] const StoredTuning& stored() const;
  /// In complete pairs, of all evaluations.
  [[nodiscard]] std::uint64_t games() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What another folder knows of this tuning's points.
struct ImportableEvaluations {
  std::vector<ImportedEvaluation> inside;  ///< of the limits; in the order of that folder
  std::size_t outside = 0;
};
/// Throws UsageError naming the differences where that folder's tuning differs in more than limits, names and numbers
/// of games; else as read_stored_tuning.
ImportableEvaluations importable_evaluations(const TuningConfig& tuning, const std::string& folder);

}  // namespace rootward::tuning
