// UTF-8 and control characters; quoting.
#include "experiments/config/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/errors.h"
#include "experiments/config/yaml_document.h"
#include "experiments/config/yaml_scalar.h"

namespace rootward::config {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

/// Length of the well-formed UTF-8 sequence at `i` (RFC 3629: shortest form, no surrogates); 0 where there is none.
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const unsigned first = byte_at(text, i);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(text, i + k) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte_at(text, i + 1);
  const bool is_bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return is_bad ? 0 : length;
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
    const std::size_t length = utf8_length(text, i);
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
