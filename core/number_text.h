// Numbers that a text spells, as C++ writes them: no blanks, no sign +.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace rootward {

/// The number that the whole text spells; nothing for another text, and for one that does not fit. `base` is of
/// integers.
template <class Number>
std::optional<Number> parse_number(std::string_view text, int base = 10) {
  Number number{};
  const char* end = text.data() + text.size();
  std::from_chars_result read{};
  if constexpr (std::integral<Number>)
    read = std::from_chars(text.data(), end, number, base);
  else
    read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

/// The number that the text begins with, which is cut off it; nothing, and the text as it was, where it begins with
/// none that fits.
template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  Number number{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

}  // namespace rootward
