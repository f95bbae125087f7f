// UTF-8 and control characters; quoting.
#include "lab/config/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/characters.h"
#include "core/errors.h"
#include "lab/config/yaml_document.h"
#include "lab/config/yaml_scalar.h"

namespace rootward::config {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

bool is_control(unsigned byte) { return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F; }

bool is_plain_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == '+' || c == '/';
}

bool is_plain(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, is_plain_character)) return false;
  const char first = text.front();
  const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  return is_letter && is_plain_text(text);
}

}  // namespace

void check_text(std::string_view text, const std::string& source) {
  const auto fail = [&](int line, int column, std::string message) {
    throw UsageError(std::vector<Problem>{
        {.file = source, .line = line, .column = column, .path = {}, .message = std::move(message)}});
  };
  if (text.size() > kMaxYamlBytes)
    fail(0, 0, fmt::format("{} bytes long; at most {} are allowed", text.size(), kMaxYamlBytes));
  int line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const unsigned byte = byte_at(text, i);
    const std::size_t length = utf8_length(text.substr(i));
    const int column = static_cast<int>(i - line_start) + 1;
    if (length == 0) fail(line, column, fmt::format("byte {:#04x}: the text is not UTF-8", byte));
    if (is_control(byte)) fail(line, column, fmt::format("the control character {:#04x} is not allowed", byte));
    i += length;
    if (byte == '\n') {
      ++line;
      line_start = i;
    }
  }
}

std::string yaml_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      quoted += fmt::format("\\x{:02x}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace rootward::config
