// Ids count up; whatever does not answer in form and in time is a fault.
#include "lab/engines/gtp/gtp_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "lab/engines/gtp/gtp_text.h"

namespace rootward {
namespace {

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

GtpClient::GtpClient(EngineOptions options, const Stop& stop) : link_(std::move(options)) { introduce(stop); }

void GtpClient::introduce(const Stop& stop) {
  const GtpReply version = ask("protocol_version", stop);
  if (version.is_success && version.text != "2")
    link_.fail("error",
               fmt::format("speaks version {} of the protocol; only 2 is understood", quoted_line(version.text)));
  engine_name_ = demand("name", stop) + " " + demand("version", stop);
  std::istringstream words(demand("list_commands", stop));
  for (std::string word; words >> word;) commands_.push_back(word);
  for (const char* needed : {"boardsize", "clear_board", "play", "genmove"})
    if (!knows(needed)) link_.fail("error", fmt::format("does not know the command {}", needed));
}

bool GtpClient::knows(std::string_view command) const {
  return std::ranges::find(commands_, command) != commands_.end();
}

GtpReply GtpClient::ask(const std::string& command, const Stop& stop) {
  const std::string id = std::to_string(next_id_++);
  link_.send(id + " " + command, command);
  std::string line;
  do line = link_.read_line(stop);
  while (is_blank(line) || line.starts_with('#'));
  const std::optional<GtpReplyLine> first = parse_gtp_reply(line);
  if (!first)
    link_.fail("garbage", fmt::format("answered `{}` with a line without = or ?: {}", command, quoted_line(line)));
  if (!first->id.empty() && first->id != id)
    link_.fail("wrong_id",
               fmt::format("answered `{}`, number {}, under the number {}", command, id, quoted_line(first->id)));
  GtpReply reply{.is_success = first->is_success, .text = first->text};
  for (line = link_.read_line(stop); !is_blank(line); line = link_.read_line(stop)) {
    if (line.starts_with('#')) continue;
    reply.text += '\n' + line;
    if (reply.text.size() > ChildProcess::kMaxLineBytes)
      link_.fail("garbage", fmt::format("answered `{}` without end", command));
  }
  return reply;
}

std::string GtpClient::demand(const std::string& command, const Stop& stop, const char* reason) {
  GtpReply reply = ask(command, stop);
  if (!reply.is_success) link_.fail(reason, fmt::format("answered `{}` with ? {}", command, quoted_line(reply.text)));
  return std::move(reply.text);
}

}  // namespace rootward
