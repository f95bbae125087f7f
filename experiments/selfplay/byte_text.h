// Little-endian numbers in strings of bytes: appending, and taking with every length checked.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace rootward::selfplay {

template <class T>
void append_number(std::string& bytes, T number) {
  static_assert(std::is_integral_v<T>);
  auto rest = static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(number));
  for (std::size_t i = 0; i < sizeof(T); ++i, rest >>= 8) bytes += static_cast<char>(rest & 0xFF);
}

/// Takes numbers off the front; std::invalid_argument with the offset where too few bytes are left.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::size_t offset() const { return offset_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - offset_; }
  [[nodiscard]] bool at_end() const { return left() == 0; }

  template <class T>
  T take(const char* what) {
    static_assert(std::is_integral_v<T>);
    const std::string_view part = take_bytes(sizeof(T), what);
    std::uint64_t number = 0;
    for (std::size_t i = sizeof(T); i-- > 0;) number = number << 8 | static_cast<unsigned char>(part[i]);
    return static_cast<T>(number);
  }
  std::string_view take_bytes(std::size_t count, const char* what) {
    if (count > left())
      throw std::invalid_argument(
          fmt::format("offset {}: {} takes {} bytes, and {} are left", offset_, what, count, left()));
    const std::string_view part = bytes_.substr(offset_, count);
    offset_ += count;
    return part;
  }
  [[noreturn]] void refuse(const std::string& problem) const {
    throw std::invalid_argument(fmt::format("offset {}: {}", offset_, problem));
  }

 private:
  std::string_view bytes_;
  std::size_t offset_ = 0;
};

}  // namespace rootward::selfplay
