// An external engine as a child process that is spoken to in lines: whatever does not answer in time is a fault.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <string>
#include <string_view>

#include "lab/engines/engine_options.h"
#include "lab/engines/process/child_process.h"

namespace rootward {

/// The caller's `stop` became true while an answer was awaited; the program is not usable any more.
class EngineStopped : public std::exception {};

/// What a message quotes of an engine's line: its first 80 characters.
std::string quoted_line(std::string_view text);

/// Every failure is a PlayerFault, after which the program must not be asked again.
class EngineLink {
 public:
  using Stop = std::function<bool()>;

  /// Starts the program. Throws RunError.
  explicit EngineLink(EngineOptions options);

  /// Sends `line`, which messages call `command`. Its answer, however many lines it has, has to be read within the
  /// patience from now on. Throws PlayerFault.
  void send(const std::string& line, const std::string& command);
  void send(const std::string& line) { send(line, line); }
  /// The next line of the answer. Throws PlayerFault, EngineStopped.
  std::string read_line(const Stop& stop);
  /// Kills the program and throws PlayerFault: "NAME (`its command`) `what`; the last of its standard error".
  [[noreturn]] void fail(const char* reason, const std::string& what);

  /// Games begin: from now on the patience for moves counts.
  void begin_games() { patience_ = options_.move_timeout_seconds; }
  /// Says quit and gives it time; then signals.
  void quit();
  [[nodiscard]] double cpu_seconds() { return child_.cpu_seconds(); }

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] double seconds_left() const;
  [[noreturn]] void fail_by_time();

  EngineOptions options_;
  ChildProcess child_;
  double patience_;
  std::string command_;  // whose answer is awaited
  Clock::time_point asked_;
};

}  // namespace rootward
