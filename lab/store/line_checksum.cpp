// A text splice: neither writing nor checking knows what the line says.
#include "lab/store/line_checksum.h"

#include <zlib.h>

#include <array>
#include <cassert>

#include "core/rng.h"

namespace rootward {
namespace {

constexpr std::string_view kChecksumKey = R"(,"crc":")";
constexpr std::string_view kChecksumEnd = "\"}";
constexpr std::size_t kChecksumDigits = 8;
constexpr std::size_t kChecksumLength = kChecksumKey.size() + kChecksumDigits + kChecksumEnd.size();

constexpr std::string_view kDocumentEnd = "\n}\n";
constexpr std::string_view kDocumentKey = ",\n  \"crc\": \"";

using Digits = std::array<char, kChecksumDigits>;

Digits checksum_of(std::string_view object) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto* bytes = reinterpret_cast<const Bytef*>(object.data());
  auto checksum = static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), bytes, object.size()));
  Digits digits{};
  for (std::size_t i = kChecksumDigits; i-- > 0; checksum >>= 4U) digits[i] = kDigits[checksum & 0xfU];
  return digits;
}

std::string_view shown(const Digits& digits) { return {digits.data(), digits.size()}; }

bool ends_with_checksum(std::string_view line) {
  if (line.size() < kChecksumLength || !line.ends_with(kChecksumEnd)) return false;
  return line.substr(line.size() - kChecksumLength).starts_with(kChecksumKey);
}

}  // namespace

void append_with_checksum(std::string& text, std::string_view object) {
  assert(object.size() > 2 && object.back() == '}');
  const Digits digits = checksum_of(object);
  text.append(object.substr(0, object.size() - 1)).append(kChecksumKey);
  text.append(shown(digits)).append(kChecksumEnd);
}

std::string with_checksum(std::string_view object) {
  std::string line;
  line.reserve(object.size() + kChecksumLength);
  append_with_checksum(line, object);
  return line;
}

Checksum take_checksum(std::string& line, std::string* taken) {
  if (taken != nullptr) taken->clear();
  if (line.ends_with('\r')) line.pop_back();
  if (!ends_with_checksum(line)) return Checksum::none;
  const std::size_t start = line.size() - kChecksumLength;
  const std::string_view end = std::string_view(line).substr(start);
  Digits stored{};
  end.copy(stored.data(), stored.size(), kChecksumKey.size());
  if (taken != nullptr) taken->assign(end);
  line.resize(start);
  line += '}';
  return stored == checksum_of(line) ? Checksum::right : Checksum::wrong;
}

bool has_checksums(std::string_view lines) {
  for (std::size_t end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
    std::string_view line = lines.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (ends_with_checksum(line)) return true;
    lines.remove_prefix(end + 1);
  }
  return false;
}

std::string document_with_checksum(std::string_view document) {
  assert(document.ends_with(kDocumentEnd));
  std::string text(document.substr(0, document.size() - kDocumentEnd.size()));
  const Digits digits = checksum_of(document);
  return text.append(kDocumentKey).append(shown(digits)).append("\"").append(kDocumentEnd);
}

Checksum take_document_checksum(std::string& document) {
  const std::size_t length = kDocumentKey.size() + kChecksumDigits + 1 + kDocumentEnd.size();
  if (document.size() < length) return Checksum::none;
  const std::size_t start = document.size() - length;
  const std::string_view end = std::string_view(document).substr(start);
  const bool is_there =
      end.starts_with(kDocumentKey) && end.ends_with(kDocumentEnd) && end[kDocumentKey.size() + kChecksumDigits] == '"';
  if (!is_there) return Checksum::none;
  const std::string stored(end.substr(kDocumentKey.size(), kChecksumDigits));
  document.resize(start);
  document += kDocumentEnd;
  return stored == shown(checksum_of(document)) ? Checksum::right : Checksum::wrong;
}

void LineTally::add(std::string_view object) {
  ++lines;
  sum += hash_name(object);
}

}  // namespace rootward
