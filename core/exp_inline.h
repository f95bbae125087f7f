// e^x without branches or calls, for one number or for a vector of lanes with the very same bits; exp_exact() is built
// from it.
#pragma once

#include <bit>
#include <cstdint>

#include "core/exp_table.h"
#include "core/inline.h"

namespace rootward {

/// Lanes in the compilers' vector extension (GCC, clang): operators act on each lane, on any instruction set.
using TwoReals = double __attribute__((vector_size(16)));
using TwoWords = std::uint64_t __attribute__((vector_size(16)));
using FourReals = double __attribute__((vector_size(32)));
using FourWords = std::uint64_t __attribute__((vector_size(32)));

/// 2^(index / 64) in every lane.
ROOTWARD_INLINE void look_up_roots(const std::uint64_t& index, double& roots) { roots = kRootsOfTwo[index]; }
ROOTWARD_INLINE void look_up_roots(const TwoWords& index, TwoReals& roots) {
  roots = TwoReals{kRootsOfTwo[index[0]], kRootsOfTwo[index[1]]};
}
ROOTWARD_INLINE void look_up_roots(const FourWords& index, FourReals& roots) {
  roots = FourReals{kRootsOfTwo[index[0]], kRootsOfTwo[index[1]], kRootsOfTwo[index[2]], kRootsOfTwo[index[3]]};
}

/// e^x for x in [-708, 709]; relative error under 1e-15. x = k ln 2 / 64 + r with k whole and |r| <= ln 2 / 128: e^x =
/// 2^(k / 64) e^r, the first factor from a table, the second by its Taylor series to r^5 / 5! (after Tang 1989,
/// Table-driven implementation of the exponential function). Real is double or a vector, Word the unsigned type of the
/// same width.
template <class Real, class Word>
ROOTWARD_INLINE Real exp_in_range(const Real& x) {
  constexpr double kInverseStep = 0x1.71547652b82fep+6;  // 64 / ln 2
  constexpr double kStepHigh = 0x1.62e42fef8p-7;         // ln 2 / 64 split so that k * kStepHigh is exact
  constexpr double kStepLow = 0x1.1cf79abc9e3b4p-42;
  constexpr double kShift = 0x1.8p52;  // adding it leaves the nearest integer in the low bits
  const Real shifted = x * kInverseStep + kShift;
  const Real k = shifted - kShift;
  const Real r = (x - k * kStepHigh) - k * kStepLow;
  const Real square = r * r;
  const Real growth = r + square * ((0.5 + r * (1.0 / 6)) + square * (1.0 / 24 + r * (1.0 / 120)));
  const Word steps = std::bit_cast<Word>(shifted);  // k in the low bits, two's complement
  Real root;
  look_up_roots(steps & 63, root);
  const Real mantissa = root + root * growth;
  return std::bit_cast<Real>(std::bit_cast<Word>(mantissa) + ((steps >> 6) << 52));
}

}  // namespace rootward
