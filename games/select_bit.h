// The r-th set bit of a word, portable and by BMI2: how playouts draw uniformly from a set of cells.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/processor.h"

namespace rootward {

namespace detail {
/// kSelectInByte[rank][byte] = index of the rank-th set bit of the byte.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_select_in_byte() {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    std::size_t rank = 0;
    for (unsigned bit = 0; bit < 8; ++bit)
      if ((byte >> bit) & 1) table[rank++][byte] = static_cast<std::uint8_t>(bit);
  }
  return table;
}
inline constexpr auto kSelectInByte = make_select_in_byte();
}  // namespace detail

/// Index of the rank-th set bit (from 0); rank < popcount(word). Broadword selection (Vigna 2008).
constexpr int select_bit(std::uint64_t word, int rank) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
  constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
  std::uint64_t sums = word - ((word >> 1) & 0x5555555555555555ULL);
  sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * kOnes;  // byte i: members in bytes 0 .. i
  const std::uint64_t wanted = static_cast<std::uint64_t>(rank) * kOnes;
  const std::uint64_t full = ((wanted | kHigh) - sums) & kHigh;  // bytes whose running sum is <= rank
  const int shift = std::popcount(full) * 8;
  const std::uint64_t before = (sums << 8) >> shift & 0xFF;
  return shift + detail::kSelectInByte[static_cast<std::size_t>(rank) - before][(word >> shift) & 0xFF];
}

/// The r-th set bit as a function object, so that one source serves every processor.
struct PortableSelect {
  /// The bit itself; rank < popcount(word).
  [[gnu::always_inline]] std::uint64_t bit(std::uint64_t word, std::uint32_t rank) const {
    return std::uint64_t{1} << select_bit(word, static_cast<int>(rank));
  }
  /// Its index.
  [[gnu::always_inline]] int operator()(std::uint64_t word, int rank) const { return select_bit(word, rank); }
};

#if defined(__x86_64__)
/// The same for functions that are compiled for BMI2: deposits one bit at the rank-th place.
struct Bmi2Select {
  [[gnu::always_inline]] std::uint64_t bit(std::uint64_t word, std::uint32_t rank) const {
    std::uint64_t deposited = 0;
    asm("pdep %2, %1, %0" : "=r"(deposited) : "r"(std::uint64_t{1} << rank), "r"(word));
    return deposited;
  }
  [[gnu::always_inline]] int operator()(std::uint64_t word, int rank) const {
    return std::countr_zero(bit(word, static_cast<std::uint32_t>(rank)));
  }
};

inline bool has_fast_pdep() { return processor().fast_pdep; }
#endif

}  // namespace rootward
