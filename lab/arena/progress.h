// What long work says on stderr: a bar on a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

namespace rootward {

/// "1:05:09", "2:31" (minutes and seconds) or "9 s".
std::string duration_text(double seconds);

/// Where long work stands.
struct WorkStatus {
  std::uint64_t done = 0;    ///< in this run and before it
  std::uint64_t wanted = 0;  ///< in all
  std::uint64_t fresh = 0;   ///< of `done`, in this run: the time left counts on their speed
  double seconds = 0;        ///< wall clock of this run
  /// Makes what else there is to tell, such as the running score, where it is shown; null: nothing.
  std::function<std::string()> what{};
};
/// "123/600 games, 2:31 left, softmax 61.5 %".
std::string status_text(const WorkStatus& status, const std::string& unit);

/// Progress is a courtesy: where the stream cannot be written it falls silent, and the work goes on.
class Progress {
 public:
  /// Who shows it in a way of their own; told as often as a bar is drawn.
  using Listener = std::function<void(const WorkStatus&)>;
  enum class Style : std::uint8_t { silent, lines, bar, told };
  /// A bar where `stream` is a terminal, else lines.
  static Style style_of(std::FILE* stream, bool is_quiet);

  /// `unit`: what is counted, "games".
  Progress(std::FILE* stream, Style style, std::string unit);
  /// For the listener where there is one, else for stderr. Lines of say() go to stderr.
  Progress(Listener listener, bool is_quiet, std::string unit);
  /// Shown when it is due: five times a second as a bar; as a line every ten seconds, once something has been done.
  void report(const WorkStatus& status);
  /// The same by a clock of its own, which starts with the first call.
  void report(std::uint64_t done, std::uint64_t wanted, std::function<std::string()> what = {});
  /// A line of its own, at once.
  void say(const std::string& line);
  /// Shows the last status for good.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void write(const std::string& text);
  void draw_bar();
  void tell();

  std::FILE* stream_;
  Style style_;
  std::string unit_;
  Listener listener_;  // of Style::told
  std::optional<WorkStatus> last_;
  bool is_last_shown_ = false;
  bool has_open_line_ = false;
  double next_report_ = 0;  // seconds of the run
  std::optional<Clock::time_point> start_;
  std::uint64_t first_done_ = 0;
};

}  // namespace rootward
