// Patience counts for a whole answer: a program that talks on and on does not hold anybody up.
#include "lab/engines/engine_link.h"

#include <fmt/format.h>

#include <utility>

#include "lab/play/player.h"

namespace rootward {

std::string quoted_line(std::string_view text) {
  constexpr std::size_t kShown = 80;
  return text.size() <= kShown ? std::string(text) : std::string(text.substr(0, kShown)) + " ...";
}

EngineLink::EngineLink(EngineOptions options)
    : options_(std::move(options)), child_(options_.child), patience_(options_.startup_timeout_seconds) {}

void EngineLink::send(const std::string& line, const std::string& command) {
  command_ = command;
  asked_ = Clock::now();
  if (child_.write_line(line, patience_)) return;
  if (!child_.has_ended() && child_.read_line(0).status != LineStatus::closed)
    fail("timeout", fmt::format("did not read `{}` within {} s", command_, patience_));
  fail("crash", fmt::format("has gone before `{}`", command_));
}

std::string EngineLink::read_line(const Stop& stop) {
  const double left = seconds_left();
  if (left <= 0) fail_by_time();
  LineRead read = child_.read_line(left, stop);
  switch (read.status) {
    case LineStatus::line:
      break;
    case LineStatus::closed:
      fail("crash", fmt::format("ended without an answer to `{}`", command_));
    case LineStatus::timeout:
      fail_by_time();
    case LineStatus::too_long:
      fail("garbage", fmt::format("answered `{}` with a line without end", command_));
    case LineStatus::stopped:
      child_.kill();
      throw EngineStopped();
  }
  return std::move(read.line);
}

double EngineLink::seconds_left() const {
  return patience_ - std::chrono::duration<double>(Clock::now() - asked_).count();
}

void EngineLink::fail_by_time() {
  fail("timeout", fmt::format("did not answer `{}` within {} s", command_, patience_));
}

void EngineLink::quit() {
  constexpr double kPatience = 0.5;
  child_.write_line("quit", kPatience);
  child_.shut_down(options_.quit_timeout_seconds);
}

void EngineLink::fail(const char* reason, const std::string& what) {
  const bool is_gone = std::string_view(reason) == "crash";
  if (is_gone) child_.shut_down(options_.quit_timeout_seconds);
  std::string message = fmt::format("{} (`{}`) {}", options_.name, options_.child.command, what);
  if (is_gone) message += fmt::format("; it {}", child_.end_text());
  child_.kill();
  const std::string tail = child_.final_error_tail();
  message += tail.empty() ? "; its standard error is empty" : "; the last of its standard error:\n" + tail;
  while (message.ends_with('\n')) message.pop_back();
  throw PlayerFault(options_.name, reason, message);
}

}  // namespace rootward
