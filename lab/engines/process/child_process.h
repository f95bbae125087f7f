// A program that we talk to in lines over its standard streams, and that does not outlive us.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "lab/engines/process/output_tail.h"
#include "lab/engines/process/spawn.h"

namespace rootward {

enum class LineStatus : std::uint8_t {
  line,     ///< a whole line was read
  closed,   ///< the program has ended or closed its output
  timeout,  ///< nothing came in time
  stopped,  ///< the caller's `stop` became true
  too_long  ///< more than ChildProcess::kMaxLineBytes without an end of line
};

struct LineRead {
  LineStatus status = LineStatus::closed;
  std::string line{};  ///< without its end of line; LF and CRLF are taken
};

/// The program and its descendants are killed when this object or this process ends, however it ends: see GuardedGroup.
/// One thread at a time may use it; its standard error is read all the while.
class ChildProcess {
 public:
  static constexpr std::size_t kMaxLineBytes = 1 << 20;
  using Stop = std::function<bool()>;

  /// Throws RunError where it cannot be started. A command that the shell does not find ends with code 127.
  explicit ChildProcess(const ChildOptions& options);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Writes the text and an end of line. False where the program takes nothing for `seconds` or has closed its input.
  bool write_line(std::string_view text, double seconds) const;
  /// Closes its input: it has read all there is.
  void end_input();
  /// The next line of its output, waiting up to `seconds`; `stop` (may be empty) is polled several times a second.
  LineRead read_line(double seconds, const Stop& stop = {});

  /// Closes the program's input and gives it `seconds` to end by itself, then SIGTERM and as long again (at most 2),
  /// then SIGKILL. Reads and drops its output meanwhile, so that a full pipe holds nobody up.
  void shut_down(double seconds);
  void kill();

  [[nodiscard]] pid_t pid() const { return child_.pid; }
  [[nodiscard]] bool has_ended();
  /// Its exit code; nothing while it runs and where a signal ended it.
  [[nodiscard]] std::optional<int> exit_code();
  /// How it ended: "ended with exit code 3", "was killed by signal 11 (Segmentation fault)"; "is running" before.
  [[nodiscard]] std::string end_text();
  /// The last of its standard error.
  [[nodiscard]] std::string error_tail() const { return error_.text(); }
  /// The same once it has ended and everything has been read.
  [[nodiscard]] std::string final_error_tail() const;
  /// CPU seconds that it and its descendants have used so far; never decreases.
  [[nodiscard]] double cpu_seconds();

 private:
  enum class Input : std::uint8_t { more, ended, nothing };
  Input read_some();
  [[nodiscard]] std::optional<std::string> take_line();
  void signal_all(int signal) const;
  bool wait_for_end(double seconds);

  GuardedGroup group_;
  SpawnedChild child_;
  OutputTail error_;
  std::string buffer_;
  std::size_t scanned_ = 0;  // bytes of buffer_ known to hold no end of line
  bool has_ended_ = false;
  int wait_status_ = 0;
  double cpu_seconds_ = 0;
};

}  // namespace rootward
