// Text of the Go Text Protocol, version 2 (Farneback 2002): command lines, replies, colours, numbers.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"
#include "core/types.h"

namespace rootward {

/// A command line taken apart.
struct GtpCommand {
  std::string id{};  ///< digits, or "" where none was given
  std::string name{};
  std::vector<std::string> arguments{};
};

/// A failure that the other side is told of: `? what()`.
class GtpError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Control characters and a byte order mark in front are dropped, tabs are blanks, what follows # is a comment
/// (protocol, section 3.1). Nothing for a line without a command.
std::optional<GtpCommand> parse_gtp_command(std::string_view line);

/// "=7 text\n\n" or "?7 text\n\n". Empty lines in the text, which would end the reply early, are dropped.
std::string gtp_reply(const std::string& id, bool is_success, std::string_view text);

/// A line of a reply: what it begins with, the id, and the rest. Nothing where it begins neither with = nor with ?.
struct GtpReplyLine {
  bool is_success = false;
  std::string id;
  std::string text;
};
std::optional<GtpReplyLine> parse_gtp_reply(std::string_view line);

/// "b", "black", "w", "white" in any case.
std::optional<Seat> parse_gtp_colour(std::string_view text);
/// "B" or "W".
std::string gtp_colour_text(Seat seat);

/// A whole number or a number, or nothing where the text is no such thing.
std::optional<int> parse_int(std::string_view text);
std::optional<double> parse_double(std::string_view text);

std::string upper_case(std::string_view text);

/// "B+3.5", "W+0.5", "0": who leads, by how much (Black minus White).
std::string score_text_of(double margin);
/// The same read back, "B+3.5", "W+4", "0" or "draw"; nothing for anything else.
std::optional<double> parse_score(std::string_view text);

}  // namespace rootward
