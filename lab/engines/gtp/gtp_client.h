// The controller's side of GTP: a program is started, asked one thing at a time, and never waited for without end.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/engines/gtp/engine_options.h"
#include "lab/engines/process/child_process.h"

namespace rootward {

/// A reply: `=` or `?`, and its text.
struct GtpReply {
  bool is_success = false;
  std::string text;
};

/// The caller's `stop` became true while an answer was awaited; the program is not usable any more.
class GtpStopped : public std::exception {};

/// Every failure of the program to keep to the protocol is a PlayerFault, after which it must not be asked again.
class GtpClient {
 public:
  using Stop = std::function<bool()>;

  /// Starts the program and makes its acquaintance: protocol version, name, commands. Throws PlayerFault.
  GtpClient(EngineOptions options, const Stop& stop);

  /// "GNU Go 3.8".
  [[nodiscard]] const std::string& engine_name() const { return engine_name_; }
  [[nodiscard]] bool knows(std::string_view command) const;
  [[nodiscard]] double cpu_seconds() { return child_.cpu_seconds(); }

  /// Sends a command and reads its reply. Throws PlayerFault, GtpStopped.
  GtpReply ask(const std::string& command, const Stop& stop);
  /// The reply's text; `?` is a PlayerFault with this reason.
  std::string demand(const std::string& command, const Stop& stop, const char* reason = "error");
  /// Games begin: from now on the shorter patience counts.
  void begin_games() { patience_ = options_.move_timeout_seconds; }
  /// Says quit and gives it time; then signals.
  void quit();
  void kill() { child_.kill(); }

 private:
  [[noreturn]] void fail(const char* reason, const std::string& what);
  LineRead read_line(const std::string& command, const Stop& stop);
  void introduce(const Stop& stop);

  EngineOptions options_;
  ChildProcess child_;
  double patience_;
  std::uint32_t next_id_ = 1;
  std::string engine_name_;
  std::vector<std::string> commands_;
};

}  // namespace rootward
