// Sets of up to 128 points in two machine words: lowest member, size, and the r-th member.
#pragma once

#include <bit>
#include <cstdint>

namespace rootward {

__extension__ using Bits128 = unsigned __int128;

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

}  // namespace rootward
