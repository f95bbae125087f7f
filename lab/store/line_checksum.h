// The checksum that ends every line of a record file: {..,"crc":"0123abcd"}.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace rootward {

/// `object`, one line of JSON "{..}" with at least one key, with a last key "crc": CRC-32 over the bytes of `object`.
std::string with_checksum(std::string_view object);
/// The same behind a text.
void append_with_checksum(std::string& text, std::string_view object);

enum class Checksum : std::uint8_t { right, wrong, none };
/// Takes the checksum out of a line, which then is what with_checksum() was given; `taken`: what stood in place of its
/// last brace. A carriage return at the end of the line goes first. Lines of other programs have none.
Checksum take_checksum(std::string& line, std::string* taken = nullptr);
/// Whether one of the lines ends with a checksum, right or wrong; the last one counts if it has its end.
bool has_checksums(std::string_view lines);

/// Lines of a file: how many, and a sum of them that does not depend on their order.
struct LineTally {
  std::uint64_t lines = 0;
  std::uint64_t sum = 0;
  /// `object`: a line without checksum and end.
  void add(std::string_view object);
  friend bool operator==(const LineTally&, const LineTally&) = default;
};
/// By the names of files in a folder.
using LineTallies = std::map<std::string, LineTally, std::less<>>;

/// A document "{\n ..\n}\n", two blanks a level, with a last key "crc": CRC-32 over its bytes.
std::string document_with_checksum(std::string_view document);
/// Takes it out again.
Checksum take_document_checksum(std::string& document);

}  // namespace rootward
