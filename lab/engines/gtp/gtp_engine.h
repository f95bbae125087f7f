// A GTP 2 engine: reads commands, answers every one of them, and ends at `quit` or at the end of the input.
#pragma once

#include <cstdio>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lab/engines/gtp/gtp_input.h"
#include "lab/engines/gtp/gtp_session.h"
#include "lab/engines/gtp/gtp_text.h"

namespace rootward {

class GtpEngine;

/// One command the engine knows. `run` returns the reply's text and reports failures as GtpError. A command that
/// streams writes its reply itself, in parts, and returns what remains of it.
struct GtpHandler {
  std::string name;
  std::function<std::string(GtpEngine&, const GtpCommand&)> run;
  bool streams = false;
};

/// The engine's commands, by subject; each file adds its own.
void add_board_commands(std::vector<GtpHandler>& handlers, const GtpSession& session);
void add_play_commands(std::vector<GtpHandler>& handlers, const GtpSession& session);
void add_analysis_commands(std::vector<GtpHandler>& handlers, const GtpSession& session);
void add_rules_commands(std::vector<GtpHandler>& handlers);

class GtpEngine {
 public:
  GtpEngine(GtpSetup setup, int input, std::FILE* output);

  /// Serves until `quit` or the end of the input. Whatever a line holds, it is answered and the next one read.
  void run();
  /// Answers one line; false after `quit`. Nothing is written for a line without a command.
  bool answer(const std::string& line);

  [[nodiscard]] GtpSession& session() { return session_; }
  [[nodiscard]] const GtpInput& input() const { return input_; }
  [[nodiscard]] const std::vector<GtpHandler>& handlers() const { return handlers_; }
  [[nodiscard]] bool knows(std::string_view name) const;
  /// Writes out a part of a streamed reply, now.
  void write(std::string_view text);
  /// Says something on standard error, the first time it is said.
  void warn_once(const std::string& message);
  /// `quit` was read: this reply is the last.
  void finish() { is_finished_ = true; }

 private:
  [[nodiscard]] const GtpHandler* find(std::string_view name) const;

  GtpSession session_;
  GtpInput input_;
  std::FILE* output_;
  std::vector<GtpHandler> handlers_;
  bool is_finished_ = false;
  std::set<std::string> warned_;
};

/// The arguments' access for handlers: `syntax error` where one is missing or is no such thing.
namespace gtp {
const std::string& argument(const GtpCommand& command, std::size_t index);
int int_argument(const GtpCommand& command, std::size_t index);
double double_argument(const GtpCommand& command, std::size_t index);
Seat colour_argument(const GtpCommand& command, std::size_t index);
}  // namespace gtp

}  // namespace rootward
