// e^x without branches or calls, for one number or for a vector of lanes with the very same bits; exp_exact() is built
// from it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/inline.h"

namespace rootward {

/// 2^(j / 64), j = 0 .. 63, each the nearest double.
inline constexpr std::array<double, 64> kRootsOfTwo = {
    0x1.0000000000000p+0, 0x1.02c9a3e778061p+0, 0x1.059b0d3158574p+0, 0x1.0874518759bc8p+0, 0x1.0b5586cf9890fp+0,
    0x1.0e3ec32d3d1a2p+0, 0x1.11301d0125b51p+0, 0x1.1429aaea92de0p+0, 0x1.172b83c7d517bp+0, 0x1.1a35beb6fcb75p+0,
    0x1.1d4873168b9aap+0, 0x1.2063b88628cd6p+0, 0x1.2387a6e756238p+0, 0x1.26b4565e27cddp+0, 0x1.29e9df51fdee1p+0,
    0x1.2d285a6e4030bp+0, 0x1.306fe0a31b715p+0, 0x1.33c08b26416ffp+0, 0x1.371a7373aa9cbp+0, 0x1.3a7db34e59ff7p+0,
    0x1.3dea64c123422p+0, 0x1.4160a21f72e2ap+0, 0x1.44e086061892dp+0, 0x1.486a2b5c13cd0p+0, 0x1.4bfdad5362a27p+0,
    0x1.4f9b2769d2ca7p+0, 0x1.5342b569d4f82p+0, 0x1.56f4736b527dap+0, 0x1.5ab07dd485429p+0, 0x1.5e76f15ad2148p+0,
    0x1.6247eb03a5585p+0, 0x1.6623882552225p+0, 0x1.6a09e667f3bcdp+0, 0x1.6dfb23c651a2fp+0, 0x1.71f75e8ec5f74p+0,
    0x1.75feb564267c9p+0, 0x1.7a11473eb0187p+0, 0x1.7e2f336cf4e62p+0, 0x1.82589994cce13p+0, 0x1.868d99b4492edp+0,
    0x1.8ace5422aa0dbp+0, 0x1.8f1ae99157736p+0, 0x1.93737b0cdc5e5p+0, 0x1.97d829fde4e50p+0, 0x1.9c49182a3f090p+0,
    0x1.a0c667b5de565p+0, 0x1.a5503b23e255dp+0, 0x1.a9e6b5579fdbfp+0, 0x1.ae89f995ad3adp+0, 0x1.b33a2b84f15fbp+0,
    0x1.b7f76f2fb5e47p+0, 0x1.bcc1e904bc1d2p+0, 0x1.c199bdd85529cp+0, 0x1.c67f12e57d14bp+0, 0x1.cb720dcef9069p+0,
    0x1.d072d4a07897cp+0, 0x1.d5818dcfba487p+0, 0x1.da9e603db3285p+0, 0x1.dfc97337b9b5fp+0, 0x1.e502ee78b3ff6p+0,
    0x1.ea4afa2a490dap+0, 0x1.efa1bee615a27p+0, 0x1.f50765b6e4540p+0, 0x1.fa7c1819e90d8p+0,
};

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
