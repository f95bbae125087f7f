// The loop, the commands about the engine itself, and the reading of arguments.
#include "lab/engines/gtp/gtp_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <system_error>

#include "core/build_info.h"
#include "core/escape.h"
#include "core/machine_time.h"

namespace rootward {
namespace {

std::string list_of_commands(const GtpEngine& engine) {
  std::string text;
  for (const GtpHandler& handler : engine.handlers()) text += handler.name + '\n';
  return text;
}

void add_own_commands(std::vector<GtpHandler>& handlers) {
  const auto add = [&](const char* name, auto run) { handlers.push_back({name, run}); };
  add("protocol_version", [](GtpEngine&, const GtpCommand&) { return std::string("2"); });
  add("name", [](GtpEngine&, const GtpCommand&) { return std::string("rootward"); });
  add("version", [](GtpEngine&, const GtpCommand&) { return std::string(version()); });
  add("known_command", [](GtpEngine& engine, const GtpCommand& command) {
    return std::string(engine.knows(gtp::argument(command, 0)) ? "true" : "false");
  });
  add("list_commands", [](GtpEngine& engine, const GtpCommand&) { return list_of_commands(engine); });
  add("cputime", [](GtpEngine&, const GtpCommand&) { return fmt::format("{:.3f}", process_cpu_seconds()); });
  add("quit", [](GtpEngine& engine, const GtpCommand&) {
    engine.finish();
    return std::string();
  });
}

}  // namespace

GtpEngine::GtpEngine(GtpSetup setup, int input, std::FILE* output)
    : session_(std::move(setup)), input_(input), output_(output) {
  add_own_commands(handlers_);
  add_board_commands(handlers_, session_);
  add_play_commands(handlers_, session_);
  add_analysis_commands(handlers_, session_);
  add_rules_commands(handlers_);
}

void GtpEngine::run() {
  std::string line;
  while (!is_finished_ && input_.next_line(line)) answer(line);
}

bool GtpEngine::answer(const std::string& line) {
  const std::optional<GtpCommand> command = parse_gtp_command(line);
  if (!command) return true;
  const GtpHandler* handler = find(command->name);
  if (handler == nullptr) {
    write(gtp_reply(command->id, false, "unknown command"));
    return true;
  }
  try {
    const std::string text = handler->run(*this, *command);
    write(handler->streams ? text : gtp_reply(command->id, true, text));
  } catch (const std::system_error&) {
    throw;  // the output is gone
  } catch (const std::exception& error) {
    write(gtp_reply(command->id, false, terminal_text(error.what())));
  }
  return !is_finished_;
}

bool GtpEngine::knows(std::string_view name) const { return find(name) != nullptr; }

const GtpHandler* GtpEngine::find(std::string_view name) const {
  const auto found = std::ranges::find(handlers_, name, &GtpHandler::name);
  return found == handlers_.end() ? nullptr : &*found;
}

void GtpEngine::write(std::string_view text) {
  errno = 0;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), output_) == text.size();
  if (!is_written || std::fflush(output_) != 0)
    throw std::system_error(errno, std::generic_category(), "standard output");
}

void GtpEngine::warn_once(const std::string& message) {
  if (warned_.insert(message).second) std::fputs(("rootward: " + message + "\n").c_str(), stderr);
}

namespace gtp {

const std::string& argument(const GtpCommand& command, std::size_t index) {
  if (index >= command.arguments.size())
    throw GtpError(fmt::format("syntax error: {} takes {} argument{}", command.name, index + 1, index > 0 ? "s" : ""));
  return command.arguments[index];
}

int int_argument(const GtpCommand& command, std::size_t index) {
  const std::optional<int> number = parse_int(argument(command, index));
  if (!number) throw GtpError("syntax error: " + command.arguments[index] + " is not an integer");
  return *number;
}

double double_argument(const GtpCommand& command, std::size_t index) {
  const std::optional<double> number = parse_double(argument(command, index));
  if (!number) throw GtpError("syntax error: " + command.arguments[index] + " is not a number");
  return *number;
}

Seat colour_argument(const GtpCommand& command, std::size_t index) {
  const std::optional<Seat> colour = parse_gtp_colour(argument(command, index));
  if (!colour) throw GtpError("syntax error: " + command.arguments[index] + " is no colour (black, white)");
  return *colour;
}

}  // namespace gtp
}  // namespace rootward
