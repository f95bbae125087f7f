// Lines and bars.
#include "experiments/study/tuning_progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/table/number_text.h"

namespace rootward {
namespace {

constexpr double kBarSeconds = 0.2;
constexpr double kLineSeconds = 10;

}  // namespace

std::string score_text(const EvaluationResult& result) {
  if (result.counts.games() == 0) return "-";
  return fmt::format("{} % {}", percent_text(result.mean), percent_text(result.ci95));
}

TuningProgress::TuningProgress(std::FILE* stream, bool is_quiet)
    : stream_(stream), style_(Progress::style_of(stream, is_quiet)), start_(std::chrono::steady_clock::now()) {}

double TuningProgress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::string TuningProgress::time_left(std::uint64_t done, std::uint64_t wanted) {
  if (!has_first_) first_done_ = done;
  has_first_ = true;
  if (done <= first_done_ || done >= wanted) return "time left unknown";
  const double a_game = seconds() / static_cast<double>(done - first_done_);
  return duration_text(a_game * static_cast<double>(wanted - done)) + " left";
}

void TuningProgress::report(std::uint64_t done, std::uint64_t wanted, const std::string& what) {
  const std::string left = time_left(done, wanted);
  if (style_ == Progress::Style::silent || seconds() < next_report_) return;
  const std::string line = fmt::format("{}/{} games, {}, {}", done, wanted, left, what);
  next_report_ = seconds() + (style_ == Progress::Style::bar ? kBarSeconds : kLineSeconds);
  if (style_ == Progress::Style::bar)
    fmt::print(stream_, "\r{}\x1b[K", line);
  else
    fmt::print(stream_, "{}\n", line);
  std::fflush(stream_);
  has_open_line_ = style_ == Progress::Style::bar;
}

void TuningProgress::say(const std::string& line) {
  if (style_ == Progress::Style::silent) return;
  finish();
  fmt::print(stream_, "{}\n", line);
  std::fflush(stream_);
}

void TuningProgress::finish() {
  if (has_open_line_) fmt::print(stream_, "\n");
  has_open_line_ = false;
}

}  // namespace rootward
