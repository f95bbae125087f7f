// Texts as cells of a CSV file.
#pragma once

#include <string>
#include <string_view>

namespace rootward {

/// The text, in quotes where it holds a comma, a quote or a line's end (RFC 4180).
inline std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

}  // namespace rootward
