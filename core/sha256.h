// SHA-256 (FIPS 180-4), fed piece by piece.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rootward {

class Sha256 {
 public:
  /// The same either way; `may_use_instructions`: those of the processor, where it has them.
  explicit Sha256(bool may_use_instructions = true) : may_use_instructions_(may_use_instructions) {}
  void add(std::string_view bytes);
  /// 64 hexadecimal digits over all that was added; more may be added afterwards.
  [[nodiscard]] std::string hex() const;

 private:
  static constexpr std::size_t kBlock = 64;

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, kBlock> rest_{};  // bytes that fill no block yet
  std::uint64_t length_ = 0;
  bool may_use_instructions_;
};

}  // namespace rootward
