// Characters of UTF-8: where one ends, and which are not seen.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rootward {

/// U+FEFF, which some editors write at the front of a file.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Bytes of the well-formed character at the front (RFC 3629: shortest form, no surrogates); 0 where there is none.
std::size_t utf8_length(std::string_view text);

/// "U+00A0" where the text begins with a character that shows as a blank or as nothing (no-break and typographic
/// blanks, marks without a width, byte order marks, tags); "" for all others, ASCII's among them.
std::string invisible_code(std::string_view text);

}  // namespace rootward
