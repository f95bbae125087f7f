// Letters, quotes and hints.
#include "core/text.h"

#include <algorithm>

#include "core/errors.h"

namespace rootward {

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

std::string shell_quoted(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string hint_text(std::string_view name, std::span<const std::string> known) {
  const std::string near = nearest_name(name, known);
  return near.empty() ? "" : "; did you mean " + near + "?";
}

}  // namespace rootward
