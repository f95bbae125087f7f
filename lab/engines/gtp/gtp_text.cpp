// Bytes to words and back.
#include "lab/engines/gtp/gtp_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/characters.h"
#include "core/number_text.h"

namespace rootward {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string cleaned(std::string_view line) {
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  std::string text;
  for (const char c : line) {
    if (c == '#') break;
    if (c == '\t') text += ' ';
    if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') text += c;
  }
  return text;
}

template <class Number>
std::optional<Number> signed_number(std::string_view text) {
  return parse_number<Number>(text.substr(text.starts_with('+')));
}

}  // namespace

std::optional<GtpCommand> parse_gtp_command(std::string_view line) {
  std::istringstream words(cleaned(line));
  GtpCommand command;
  std::string word;
  if (!(words >> word)) return std::nullopt;
  if (std::ranges::all_of(word, is_digit)) {
    command.id = word;
    word.clear();
    words >> word;
  }
  command.name = word;
  while (words >> word) command.arguments.push_back(word);
  return command;
}

std::string gtp_reply(const std::string& id, bool is_success, std::string_view text) {
  std::string reply = (is_success ? "=" : "?") + id;
  bool is_line_empty = false;
  for (const char c : text) {
    if (c == '\n') {
      if (!is_line_empty) reply += '\n';
      is_line_empty = true;
      continue;
    }
    if (reply.size() == 1 + id.size()) reply += ' ';
    reply += c;
    is_line_empty = false;
  }
  while (reply.ends_with('\n')) reply.pop_back();
  return reply + "\n\n";
}

std::optional<GtpReplyLine> parse_gtp_reply(std::string_view line) {
  if (line.empty() || (line.front() != '=' && line.front() != '?')) return std::nullopt;
  GtpReplyLine reply;
  reply.is_success = line.front() == '=';
  std::size_t at = 1;
  while (at < line.size() && is_digit(line[at])) reply.id += line[at++];
  const std::size_t begin = line.find_first_not_of(" \t", at);
  if (begin != std::string_view::npos) reply.text = line.substr(begin);
  while (!reply.text.empty() && (reply.text.back() == ' ' || reply.text.back() == '\t' || reply.text.back() == '\r'))
    reply.text.pop_back();
  return reply;
}

std::optional<Seat> parse_gtp_colour(std::string_view text) {
  const std::string colour = lower_case(text);
  if (colour == "b" || colour == "black") return Seat::first;
  if (colour == "w" || colour == "white") return Seat::second;
  return std::nullopt;
}

std::string gtp_colour_text(Seat seat) { return seat == Seat::first ? "B" : "W"; }

std::optional<int> parse_int(std::string_view text) { return signed_number<int>(text); }

std::optional<double> parse_double(std::string_view text) {
  const std::optional<double> number = signed_number<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return result;
}

std::string score_text_of(double margin) {
  if (margin == 0) return "0";
  return fmt::format("{}+{:.1f}", margin > 0 ? "B" : "W", std::fabs(margin));
}

std::optional<double> parse_score(std::string_view text) {
  const std::string score = lower_case(text.substr(0, text.find_first_of(" \t\n")));
  if (score == "0" || score == "draw" || score == "jigo") return 0.0;
  if (score.size() < 3 || score[1] != '+' || (score[0] != 'b' && score[0] != 'w')) return std::nullopt;
  const std::optional<double> margin = parse_double(std::string_view(score).substr(2));
  if (!margin || *margin < 0) return std::nullopt;
  return score[0] == 'b' ? *margin : -*margin;
}

}  // namespace rootward
