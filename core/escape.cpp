// Byte by byte, with an eye on UTF-8.
#include "core/escape.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/characters.h"
#include "core/number_text.h"

namespace rootward {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Bytes of the UTF-8 character at the front; 0 where there is none, or where it is a control character of Unicode.
std::size_t character_length(std::string_view text) {
  const bool is_c1 = text.size() > 1 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
  return is_c1 ? 0 : utf8_length(text);
}

std::string visible(std::string_view text, bool keeps_lines) {
  std::string result;
  while (!text.empty()) {
    const char c = text.front();
    const bool is_kept = !is_control(c) || (keeps_lines && (c == '\n' || c == '\t'));
    const std::size_t length = is_kept ? character_length(text) : 0;
    if (length == 0)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else if (const std::string code = invisible_code(text); !code.empty())
      result += fmt::format("<{}>", code);
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

bool begins_tag(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '!' || c == '?'; }

bool is_number(std::string_view text) { return parse_number<double>(text.substr(text.starts_with('+'))).has_value(); }

}  // namespace

std::string terminal_text(std::string_view text) { return visible(text, true); }

std::string terminal_token(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return visible(text, false);
  std::size_t cut = longest;
  while (cut > 0 && is_continuation(text[cut])) --cut;
  return fmt::format("{}.. ({} bytes)", visible(text.substr(0, cut), false), text.size());
}

std::string one_line(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = is_control(text.front()) ? 0 : character_length(text);
    result += length == 0 ? " " : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string latex_text(std::string_view text) {
  std::string result;
  for (const char c : one_line(text)) {
    switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '~':
        result += "\\textasciitilde{}";
        break;
      case '^':
        result += "\\textasciicircum{}";
        break;
      case '<':
        result += "\\textless{}";
        break;
      case '>':
        result += "\\textgreater{}";
        break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        result += '\\';
        result += c;
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string markdown_text(std::string_view text) {
  const std::string line = one_line(text);
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char next = i + 1 < line.size() ? line[i + 1] : ' ';
    const bool would_escape = line[i] == '\\' && std::string_view("\\|<]").find(next) != std::string_view::npos;
    if (line[i] == '|' || (line[i] == '<' && begins_tag(next)) || (line[i] == ']' && next == '(') || would_escape)
      result += '\\';
    result += line[i];
  }
  return result;
}

std::string markdown_code(std::string_view text) {
  const std::string line = one_line(text);
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : line) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const bool touches = line.starts_with('`') || line.ends_with('`');
  return fence + (touches ? " " + line + " " : line) + fence;
}

std::string csv_cell(std::string_view text) {
  const bool is_formula =
      text.size() > 1 && std::string_view("=+-@").find(text.front()) != std::string_view::npos && !is_number(text);
  std::string cell = (is_formula ? "'" : "") + std::string(text);
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string result = "\"";
  for (const char c : cell) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += is_control(c) && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return escaped;
}

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + "\"";
}

std::string dot_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += is_control(c) ? ' ' : c;
  }
  return result + "\"";
}

}  // namespace rootward
