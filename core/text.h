// Small work on texts that all rooms share.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rootward {

/// ASCII letters in lower case; all else as it is.
std::string lower_case(std::string_view text);

/// A word as a POSIX shell reads it back: plain where that is safe, else in single quotes.
std::string shell_quoted(std::string_view text);

/// "; did you mean x?" with the known name nearest to `name`, or "" where none is near.
std::string hint_text(std::string_view name, std::span<const std::string> known);

}  // namespace rootward
