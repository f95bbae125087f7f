// Bar, lines and the running score.
#include "experiments/tournament/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace rootward {
namespace {

constexpr double kBarSeconds = 0.2;
constexpr double kLineSeconds = 10;
constexpr int kBarWidth = 24;

std::string time_left_text(const RunStatus& status) {
  const std::uint64_t left = status.games_wanted - std::min(status.games_done, status.games_wanted);
  if (left == 0) return "done in " + duration_text(status.seconds);
  if (status.games_played == 0) return "time left unknown";
  const double seconds_a_game = status.seconds / static_cast<double>(status.games_played);
  return duration_text(seconds_a_game * static_cast<double>(left)) + " left";
}

/// The pairing whose score lies furthest from one half; "" before the first game.
std::string score_text(const std::vector<PairingState>& pairings) {
  const PairingState* shown = nullptr;
  double furthest = -1;
  double shown_score = 0;
  for (const PairingState& pairing : pairings) {
    if (pairing.games_done() == 0) continue;
    const double score = pairing.points() / static_cast<double>(pairing.games_done());
    if (std::fabs(score - 0.5) <= furthest) continue;
    furthest = std::fabs(score - 0.5);
    shown = &pairing;
    shown_score = score;
  }
  if (shown == nullptr) return "";
  const std::size_t leader = shown_score >= 0.5 ? 0 : 1;
  return fmt::format("{}{} {:.1f} % v {}", pairings.size() > 1 ? "widest: " : "", shown->names()[leader],
                     100 * std::max(shown_score, 1 - shown_score), shown->names()[1 - leader]);
}

std::string decided_text(const std::vector<PairingState>& pairings) {
  const auto decided = std::ranges::count_if(pairings, &PairingState::is_decided);
  return decided == 0 ? "" : fmt::format(", {} of {} matches decided early", decided, pairings.size());
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

std::string status_text(const RunStatus& status) {
  const std::string score = score_text(*status.pairings);
  return fmt::format("{}/{} games, {}{}{}{}", status.games_done, status.games_wanted, time_left_text(status),
                     score.empty() ? "" : ", ", score, decided_text(*status.pairings));
}

Progress::Style Progress::style_of(std::FILE* stream, bool is_quiet) {
  if (is_quiet) return Style::silent;
  return ::isatty(::fileno(stream)) != 0 ? Style::bar : Style::lines;
}

void Progress::report(const RunStatus& status) {
  if (style_ == Style::silent || status.seconds < next_report_) return;
  if (style_ == Style::bar) {
    next_report_ = status.seconds + kBarSeconds;
    draw_bar(status);
    return;
  }
  // The first line comes when there is something to tell.
  if (status.games_played == 0 && next_report_ == 0) return;
  next_report_ = status.seconds + kLineSeconds;
  fmt::print(stream_, "{}\n", status_text(status));
  std::fflush(stream_);
}

void Progress::finish(const RunStatus& status) {
  if (style_ == Style::silent) return;
  if (style_ == Style::bar) draw_bar(status);
  fmt::print(stream_, "{}\n", has_open_line_ ? "" : status_text(status));
  std::fflush(stream_);
  has_open_line_ = false;
}

void Progress::draw_bar(const RunStatus& status) {
  const double share = status.games_wanted == 0
                           ? 1.0
                           : static_cast<double>(status.games_done) / static_cast<double>(status.games_wanted);
  const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kBarWidth);
  std::string line = "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') + "] " + status_text(status);
  line.resize(std::min(line.size(), terminal_width(stream_) - 1));
  fmt::print(stream_, "\r{}\x1b[K", line);
  std::fflush(stream_);
  has_open_line_ = true;
}

}  // namespace rootward
