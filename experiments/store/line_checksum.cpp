// A text splice: neither writing nor checking knows what the line says.
#include "experiments/store/line_checksum.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cassert>

namespace rootward {
namespace {

constexpr std::string_view kChecksumKey = R"(,"crc":")";
constexpr std::string_view kChecksumEnd = "\"}";
constexpr std::size_t kChecksumDigits = 8;

std::string checksum_of(std::string_view object) {
  const auto* bytes = reinterpret_cast<const Bytef*>(object.data());
  return fmt::format("{:08x}", crc32_z(crc32_z(0, nullptr, 0), bytes, object.size()));
}

}  // namespace

std::string with_checksum(std::string_view object) {
  assert(object.size() > 2 && object.back() == '}');
  std::string line(object.substr(0, object.size() - 1));
  line.append(kChecksumKey).append(checksum_of(object)).append(kChecksumEnd);
  return line;
}

Checksum take_checksum(std::string& line) {
  constexpr std::size_t kLength = kChecksumKey.size() + kChecksumDigits + kChecksumEnd.size();
  if (line.size() < kLength || !line.ends_with(kChecksumEnd)) return Checksum::none;
  const std::size_t start = line.size() - kLength;
  if (std::string_view(line).substr(start, kChecksumKey.size()) != kChecksumKey) return Checksum::none;
  const std::string stored = line.substr(start + kChecksumKey.size(), kChecksumDigits);
  line.resize(start);
  line += '}';
  return stored == checksum_of(line) ? Checksum::right : Checksum::wrong;
}

}  // namespace rootward
