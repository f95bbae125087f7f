// e^x without branches or calls, for one number or for a vector of lanes with the very same bits; exp_exact() is built
// from it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace rootward {

/// Eight lanes in the compilers' vector extension (GCC, clang): operators act on each lane, on any instruction set.
/// Passed by reference only, so that no calling convention depends on the instruction set.
using EightReals = double __attribute__((vector_size(64)));
using EightWords = std::uint64_t __attribute__((vector_size(64)));

/// std::bit_cast, but by reference.
template <class From, class To>
inline void copy_bits(const From& from, To& to) {
  static_assert(sizeof(From) == sizeof(To));
  std::memcpy(&to, &from, sizeof to);
}

/// out = (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2: the Taylor series to r^14 / 14!.
template <class Real>
inline void exp_tail(const Real& r, Real& out) {
  out = 1.0 / 87178291200.0 * r + 1.0 / 6227020800.0;
  out = out * r + 1.0 / 479001600;
  out = out * r + 1.0 / 39916800;
  out = out * r + 1.0 / 3628800;
  out = out * r + 1.0 / 362880;
  out = out * r + 1.0 / 40320;
  out = out * r + 1.0 / 5040;
  out = out * r + 1.0 / 720;
  out = out * r + 1.0 / 120;
  out = out * r + 1.0 / 24;
  out = out * r + 1.0 / 6;
  out = out * r + 1.0 / 2;
}

inline constexpr double kLn2High = 6.93147180369123816490e-01;  // ln 2 split so that k * kLn2High is exact
inline constexpr double kLn2Low = 1.90821492927058770002e-10;

/// out = e^x for x in [-746, 709.782]; relative error under 1e-15 where the result is a normal number.
/// Real is double or EightReals, Word the unsigned type of the same width.
template <class Real, class Word>
inline void exp_in_range(const Real& x, Real& out) {
  constexpr double kInvLn2 = 1.44269504088896338700;
  constexpr double kShift = 0x1.8p52;  // adding it leaves the nearest integer in the low bits
  const Real shifted = x * kInvLn2 + kShift;
  const Real k = shifted - kShift;
  const Real high = x - k * kLn2High;
  const Real low = k * kLn2Low;
  const Real r = high - low;
  const Real lost = (high - r) - low;
  Real tail;
  exp_tail(r, tail);
  const Real result = 1.0 + (r + (lost + r * r * tail));
  // 2^k as two factors, each a normal number; offset by 2048 so that halving needs no sign.
  Word offset_k;
  copy_bits(shifted, offset_k);
  offset_k -= std::bit_cast<std::uint64_t>(kShift) - 2048;
  const Word half = offset_k >> 1;
  const Word first_bits = (half - 1) << 52;
  const Word second_bits = (offset_k - half - 1) << 52;
  Real first;
  Real second;
  copy_bits(first_bits, first);
  copy_bits(second_bits, second);
  out = result * first * second;
}

}  // namespace rootward
