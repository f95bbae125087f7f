// Ids count up; whatever does not answer in form and in time is a fault.
#include "lab/engines/gtp/gtp_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <utility>

#include "lab/engines/gtp/gtp_text.h"

namespace rootward {
namespace {

std::string shown(std::string_view text) {
  constexpr std::size_t kShown = 80;
  return text.size() <= kShown ? std::string(text) : std::string(text.substr(0, kShown)) + " ...";
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

GtpClient::GtpClient(EngineOptions options, const Stop& stop)
    : options_(std::move(options)), child_(options_.child), patience_(options_.startup_timeout_seconds) {
  introduce(stop);
}

void GtpClient::introduce(const Stop& stop) {
  const GtpReply version = ask("protocol_version", stop);
  if (version.is_success && version.text != "2")
    fail("error", fmt::format("speaks version {} of the protocol; only 2 is understood", shown(version.text)));
  engine_name_ = demand("name", stop) + " " + demand("version", stop);
  std::istringstream words(demand("list_commands", stop));
  for (std::string word; words >> word;) commands_.push_back(word);
  for (const char* needed : {"boardsize", "clear_board", "play", "genmove"})
    if (!knows(needed)) fail("error", fmt::format("does not know the command {}", needed));
}

bool GtpClient::knows(std::string_view command) const {
  return std::ranges::find(commands_, command) != commands_.end();
}

GtpReply GtpClient::ask(const std::string& command, const Stop& stop) {
  const std::string id = std::to_string(next_id_++);
  if (!child_.write_line(id + " " + command, patience_)) {
    if (!child_.has_ended() && child_.read_line(0).status != LineStatus::closed)
      fail("timeout", fmt::format("did not read `{}` within {} s", command, patience_));
    fail("crash", fmt::format("has gone before `{}`", command));
  }
  std::string line;
  do line = read_line(command, stop).line;
  while (is_blank(line) || line.starts_with('#'));
  const std::optional<GtpReplyLine> first = parse_gtp_reply(line);
  if (!first) fail("garbage", fmt::format("answered `{}` with a line without = or ?: {}", command, shown(line)));
  if (!first->id.empty() && first->id != id)
    fail("wrong_id", fmt::format("answered `{}`, number {}, under the number {}", command, id, shown(first->id)));
  GtpReply reply{.is_success = first->is_success, .text = first->text};
  for (line = read_line(command, stop).line; !is_blank(line); line = read_line(command, stop).line) {
    if (line.starts_with('#')) continue;
    reply.text += '\n' + line;
    if (reply.text.size() > ChildProcess::kMaxLineBytes)
      fail("garbage", fmt::format("answered `{}` without end", command));
  }
  return reply;
}

LineRead GtpClient::read_line(const std::string& command, const Stop& stop) {
  LineRead read = child_.read_line(patience_, stop);
  switch (read.status) {
    case LineStatus::line:
      return read;
    case LineStatus::closed:
      fail("crash", fmt::format("ended without an answer to `{}`", command));
    case LineStatus::timeout:
      fail("timeout", fmt::format("did not answer `{}` within {} s", command, patience_));
    case LineStatus::too_long:
      fail("garbage", fmt::format("answered `{}` with a line without end", command));
    case LineStatus::stopped:
      child_.kill();
      throw GtpStopped();
  }
  return read;
}

std::string GtpClient::demand(const std::string& command, const Stop& stop, const char* reason) {
  GtpReply reply = ask(command, stop);
  if (!reply.is_success) fail(reason, fmt::format("answered `{}` with ? {}", command, shown(reply.text)));
  return std::move(reply.text);
}

void GtpClient::quit() {
  constexpr double kPatience = 0.5;
  child_.write_line("quit", kPatience);
  child_.shut_down(options_.quit_timeout_seconds);
}

void GtpClient::fail(const char* reason, const std::string& what) {
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
