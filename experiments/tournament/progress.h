// What a running tournament says on stderr: a bar on a terminal, a line now and then elsewhere.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "experiments/tournament/runner.h"

namespace rootward {

/// "1:05:09", "2:31" (minutes and seconds) or "9 s".
std::string duration_text(double seconds);
/// "123/600 games, 2:31 left, lead softmax 61.5 % v average": the state in one line. The time left counts on the speed
/// of this run.
std::string status_text(const RunStatus& status);

class Progress {
 public:
  enum class Style : std::uint8_t { silent, lines, bar };
  /// A bar where `stream` is a terminal, else lines.
  static Style style_of(std::FILE* stream, bool is_quiet);

  Progress(std::FILE* stream, Style style) : stream_(stream), style_(style) {}
  void report(const RunStatus& status);
  /// Leaves the bar's line; to be called before anything else is printed.
  void finish(const RunStatus& status);

 private:
  void draw_bar(const RunStatus& status);

  std::FILE* stream_;
  Style style_;
  double next_report_ = 0;  // seconds of the run
  bool has_open_line_ = false;
};

}  // namespace rootward
