// The checksum that ends every line of a record file: {..,"crc":"0123abcd"}.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rootward {

/// `object`, one line of JSON "{..}" with at least one key, with a last key "crc": CRC-32 over the bytes of `object`.
std::string with_checksum(std::string_view object);
/// The same behind a text.
void append_with_checksum(std::string& text, std::string_view object);

enum class Checksum : std::uint8_t { right, wrong, none };
/// Takes the checksum out of a line, which then is what with_checksum() was given; `taken`: what stood in place of its
/// last brace. Lines of earlier versions have none.
Checksum take_checksum(std::string& line, std::string* taken = nullptr);

}  // namespace rootward
