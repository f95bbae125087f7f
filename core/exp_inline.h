// e^x without branches or calls, for one number or for a vector of lanes with the very same bits; exp_exact() is built
// from it.
#pragma once

#include <bit>
#include <cstdint>

namespace rootward {

/// Two lanes in the compilers' vector extension (GCC, clang): operators act on each lane, on any instruction set.
using TwoReals = double __attribute__((vector_size(16)));
using TwoWords = std::uint64_t __attribute__((vector_size(16)));

/// (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2: the Taylor series to r^14 / 14!.
template <class Real>
inline Real exp_tail(Real r) {
  Real sum = 1.0 / 87178291200.0 * r + 1.0 / 6227020800.0;
  sum = sum * r + 1.0 / 479001600;
  sum = sum * r + 1.0 / 39916800;
  sum = sum * r + 1.0 / 3628800;
  sum = sum * r + 1.0 / 362880;
  sum = sum * r + 1.0 / 40320;
  sum = sum * r + 1.0 / 5040;
  sum = sum * r + 1.0 / 720;
  sum = sum * r + 1.0 / 120;
  sum = sum * r + 1.0 / 24;
  sum = sum * r + 1.0 / 6;
  return sum * r + 1.0 / 2;
}

inline constexpr double kLn2High = 6.93147180369123816490e-01;  // ln 2 split so that k * kLn2High is exact
inline constexpr double kLn2Low = 1.90821492927058770002e-10;

/// e^x for x in [-746, 709.782]; relative error under 1e-15 where the result is a normal number.
/// Real is double or TwoReals, Word the unsigned type of the same width.
template <class Real, class Word>
inline Real exp_in_range(Real x) {
  constexpr double kInvLn2 = 1.44269504088896338700;
  constexpr double kShift = 0x1.8p52;  // adding it leaves the nearest integer in the low bits
  const Real shifted = x * kInvLn2 + kShift;
  const Real k = shifted - kShift;
  const Real high = x - k * kLn2High;
  const Real low = k * kLn2Low;
  const Real r = high - low;
  const Real lost = (high - r) - low;
  const Real result = 1.0 + (r + (lost + r * r * exp_tail(r)));
  // 2^k as two factors, each a normal number; offset by 2048 so that halving needs no sign.
  const Word offset_k = std::bit_cast<Word>(shifted) - (std::bit_cast<std::uint64_t>(kShift) - 2048);
  const Word half = offset_k >> 1;
  const Word first = (half - 1) << 52;
  const Word second = (offset_k - half - 1) << 52;
  return result * std::bit_cast<Real>(first) * std::bit_cast<Real>(second);
}

}  // namespace rootward
