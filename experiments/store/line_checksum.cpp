// A text splice: neither writing nor checking knows what the line says.
#include "experiments/store/line_checksum.h"

#include <zlib.h>

#include <array>
#include <cassert>

namespace rootward {
namespace {

constexpr std::string_view kChecksumKey = R"(,"crc":")";
constexpr std::string_view kChecksumEnd = "\"}";
constexpr std::size_t kChecksumDigits = 8;

using Digits = std::array<char, kChecksumDigits>;

Digits checksum_of(std::string_view object) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto* bytes = reinterpret_cast<const Bytef*>(object.data());
  auto checksum = static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), bytes, object.size()));
  Digits digits{};
  for (std::size_t i = kChecksumDigits; i-- > 0; checksum >>= 4U) digits[i] = kDigits[checksum & 0xfU];
  return digits;
}

}  // namespace

void append_with_checksum(std::string& text, std::string_view object) {
  assert(object.size() > 2 && object.back() == '}');
  const Digits digits = checksum_of(object);
  text.append(object.substr(0, object.size() - 1)).append(kChecksumKey);
  text.append(digits.data(), digits.size()).append(kChecksumEnd);
}

std::string with_checksum(std::string_view object) {
  std::string line;
  line.reserve(object.size() + kChecksumKey.size() + kChecksumDigits + kChecksumEnd.size());
  append_with_checksum(line, object);
  return line;
}

Checksum take_checksum(std::string& line, std::string* taken) {
  constexpr std::size_t kLength = kChecksumKey.size() + kChecksumDigits + kChecksumEnd.size();
  if (taken != nullptr) taken->clear();
  if (line.size() < kLength || !line.ends_with(kChecksumEnd)) return Checksum::none;
  const std::size_t start = line.size() - kLength;
  const std::string_view end = std::string_view(line).substr(start);
  if (!end.starts_with(kChecksumKey)) return Checksum::none;
  Digits stored{};
  end.copy(stored.data(), stored.size(), kChecksumKey.size());
  if (taken != nullptr) taken->assign(end);
  line.resize(start);
  line += '}';
  return stored == checksum_of(line) ? Checksum::right : Checksum::wrong;
}

}  // namespace rootward
