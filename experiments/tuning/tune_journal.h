// What `tune` stores beside the evaluations: asked.jsonl, every point the optimizer gave, and tests.jsonl, fresh tests.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/line_file.h"
#include "experiments/tuning/journal.h"

namespace rootward::tuning {

/// For the process that holds the study's folder. Throws RunError (disk, corrupt files).
class TuneJournal {
 public:
  TuneJournal(const std::string& folder, const TuningConfig& study);

  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
  /// The params given for this id; null where it was not asked for yet.
  [[nodiscard]] const nlohmann::json* asked(std::uint64_t id) const;
  void append_asked(std::uint64_t id, const nlohmann::json& params);

  /// The seed of this point's fresh test: the one it has been tested with, else one in [1e9, 2e9) that follows from its
  /// values, so that an interrupted test goes on; the next one that no evaluation and no other test has used.
  [[nodiscard]] std::uint64_t test_seed(const Point& point, const TuningJournal& folder) const;
  void append_test(const EvaluationRequest& request, const EvaluationResult& result);

 private:
  struct Test {
    Point point;
    std::uint64_t seed = 0;
  };

  const TuningConfig& study_;
  std::map<std::uint64_t, nlohmann::json> asked_;
  std::vector<Test> tests_;
  std::vector<std::string> finished_tests_;
  std::vector<std::string> warnings_;
  std::optional<LineFileWriter> asked_writer_;
  std::optional<LineFileWriter> test_writer_;
};

}  // namespace rootward::tuning
