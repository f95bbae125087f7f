// What a study says on stderr while it plays: a bar on a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "experiments/study/evaluation.h"
#include "experiments/tournament/progress.h"

namespace rootward {

/// "54.3 % [49.4, 59.2]".
std::string score_text(const EvaluationResult& result);

class TuningProgress {
 public:
  TuningProgress(std::FILE* stream, bool is_quiet);

  /// `done` of `wanted` games and what else there is to tell; shown when it is due. The time left counts on the speed
  /// since the first call.
  void report(std::uint64_t done, std::uint64_t wanted, const std::string& what);
  /// A line of its own, at once.
  void say(const std::string& line);
  /// Leaves the bar's line.
  void finish();

 private:
  [[nodiscard]] double seconds() const;
  [[nodiscard]] std::string time_left(std::uint64_t done, std::uint64_t wanted);

  std::FILE* stream_;
  Progress::Style style_;
  std::chrono::steady_clock::time_point start_;
  double next_report_ = 0;  // seconds since the start
  std::uint64_t first_done_ = 0;
  bool has_first_ = false;
  bool has_open_line_ = false;
};

}  // namespace rootward
