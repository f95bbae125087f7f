// Bar and lines.
#include "lab/arena/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rootward {
namespace {

constexpr double kBarSeconds = 0.2;
constexpr double kLineSeconds = 10;
constexpr int kBarWidth = 24;

std::string time_left_text(const WorkStatus& status) {
  const std::uint64_t left = status.wanted - std::min(status.done, status.wanted);
  if (left == 0) return "done in " + duration_text(status.seconds);
  if (status.fresh == 0) return "time left unknown";
  return duration_text(status.seconds / static_cast<double>(status.fresh) * static_cast<double>(left)) + " left";
}

std::size_t terminal_width(std::FILE* stream) {
  winsize size{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(0.0, std::ceil(seconds)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string status_text(const WorkStatus& status, const std::string& unit) {
  const std::string what = status.what ? status.what() : "";
  return fmt::format("{}/{} {}, {}{}{}", status.done, status.wanted, unit, time_left_text(status),
                     what.empty() ? "" : ", ", what);
}

Progress::Style Progress::style_of(std::FILE* stream, bool is_quiet) {
  if (is_quiet) return Style::silent;
  return ::isatty(::fileno(stream)) != 0 ? Style::bar : Style::lines;
}

Progress::Progress(std::FILE* stream, Style style, std::string unit)
    : stream_(stream), style_(style), unit_(std::move(unit)) {}

Progress::Progress(Listener listener, bool is_quiet, std::string unit)
    : stream_(stderr),
      style_(listener ? Style::told : style_of(stderr, is_quiet)),
      unit_(std::move(unit)),
      listener_(std::move(listener)) {}

void Progress::report(const WorkStatus& status) {
  last_ = status;
  is_last_shown_ = false;
  if (style_ == Style::silent || status.seconds < next_report_) return;
  if (style_ == Style::bar) {
    next_report_ = status.seconds + kBarSeconds;
    draw_bar();
    return;
  }
  if (style_ == Style::told) {
    next_report_ = status.seconds + kBarSeconds;
    tell();
    return;
  }
  if (status.fresh == 0 && next_report_ == 0) return;
  next_report_ = status.seconds + kLineSeconds;
  write(status_text(status, unit_) + "\n");
  is_last_shown_ = true;
}

void Progress::report(std::uint64_t done, std::uint64_t wanted, std::function<std::string()> what) {
  if (!start_) {
    start_ = Clock::now();
    first_done_ = done;
  }
  report({.done = done,
          .wanted = wanted,
          .fresh = done - std::min(done, first_done_),
          .seconds = std::chrono::duration<double>(Clock::now() - *start_).count(),
          .what = std::move(what)});
}

void Progress::say(const std::string& line) {
  if (style_ == Style::silent) return;
  const char* const over_anothers_bar = style_ == Style::bar ? "\r\x1b[K" : "";
  write((has_open_line_ ? "\n" : over_anothers_bar) + line + "\n");
  has_open_line_ = false;
}

void Progress::finish() {
  if (style_ == Style::silent || !last_) return;
  if (style_ == Style::bar && !is_last_shown_) draw_bar();
  if (style_ == Style::told && !is_last_shown_) tell();
  if (style_ == Style::lines && !is_last_shown_) write(status_text(*last_, unit_) + "\n");
  if (has_open_line_) write("\n");
  has_open_line_ = false;
  is_last_shown_ = true;
}

void Progress::draw_bar() {
  const double share = last_->wanted == 0 ? 1.0 : static_cast<double>(last_->done) / static_cast<double>(last_->wanted);
  const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kBarWidth);
  std::string line =
      "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') + "] " + status_text(*last_, unit_);
  line.resize(std::min(line.size(), terminal_width(stream_) - 1));
  write("\r" + line + "\x1b[K");
  has_open_line_ = true;
}

void Progress::tell() {
  listener_(*last_);
  is_last_shown_ = true;
}

void Progress::write(const std::string& text) {
  const bool is_written = std::fwrite(text.data(), 1, text.size(), stream_) == text.size() && std::fflush(stream_) == 0;
  if (!is_written) style_ = Style::silent;
}

}  // namespace rootward
