// The controller's side of GTP: a program is started, asked one thing at a time, and never waited for without end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/engines/engine_link.h"

namespace rootward {

/// A reply: `=` or `?`, and its text.
struct GtpReply {
  bool is_success = false;
  std::string text;
};

/// Every failure of the program to keep to the protocol is a PlayerFault, after which it must not be asked again.
class GtpClient {
 public:
  using Stop = EngineLink::Stop;

  /// Starts the program and makes its acquaintance: protocol version, name, commands. Throws PlayerFault.
  GtpClient(EngineOptions options, const Stop& stop);

  /// "GNU Go 3.8".
  [[nodiscard]] const std::string& engine_name() const { return engine_name_; }
  [[nodiscard]] bool knows(std::string_view command) const;
  [[nodiscard]] double cpu_seconds() { return link_.cpu_seconds(); }

  /// Sends a command and reads its reply. Throws PlayerFault, EngineStopped.
  GtpReply ask(const std::string& command, const Stop& stop);
  /// The reply's text; `?` is a PlayerFault with this reason.
  std::string demand(const std::string& command, const Stop& stop, const char* reason = "error");
  /// Games begin: from now on the shorter patience counts.
  void begin_games() { link_.begin_games(); }
  /// Says quit and gives it time; then signals.
  void quit() { link_.quit(); }

 private:
  void introduce(const Stop& stop);

  EngineLink link_;
  std::uint32_t next_id_ = 1;
  std::string engine_name_;
  std::vector<std::string> commands_;
};

}  // namespace rootward
