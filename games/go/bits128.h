// Sets of up to 128 points in two machine words: lowest member, size, and the r-th member.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace rootward {

__extension__ typedef unsigned __int128 Bits128;

constexpr Bits128 bit_at(int index) { return Bits128{1} << index; }
constexpr std::uint64_t low_word(Bits128 bits) { return static_cast<std::uint64_t>(bits); }
constexpr std::uint64_t high_word(Bits128 bits) { return static_cast<std::uint64_t>(bits >> 64); }
constexpr int popcount(Bits128 bits) { return std::popcount(low_word(bits)) + std::popcount(high_word(bits)); }
constexpr bool has_one(Bits128 bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

/// Index of the lowest member; bits must not be empty.
constexpr int lowest(Bits128 bits) {
  const std::uint64_t low = low_word(bits);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high_word(bits));
}

/// Calls visit(index) for every member, ascending.
template <class Visit>
constexpr void for_each_bit(Bits128 bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(lowest(bits));
}

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

#if defined(__x86_64__)
/// The same on a processor with BMI2 (callers make sure of that): deposit one bit at the rank-th place.
inline int select_bit_bmi2(std::uint64_t word, int rank) {
  std::uint64_t deposited = 0;
  asm("pdep %2, %1, %0" : "=r"(deposited) : "r"(std::uint64_t{1} << rank), "r"(word));
  return std::countr_zero(deposited);
}
#endif

/// Index of the rank-th member (from 0); rank < popcount(bits).
template <class SelectBit>
constexpr int select_member(Bits128 bits, int rank, SelectBit select) {
  const int in_low = std::popcount(low_word(bits));
  const bool is_high = rank >= in_low;
  return select(is_high ? high_word(bits) : low_word(bits), is_high ? rank - in_low : rank) + (is_high ? 64 : 0);
}

}  // namespace rootward
