// The tail of the normal distribution without branches, calls or libm: for one number or for a vector of lanes.
#pragma once

#include <array>
#include <cstddef>

#include "core/inline.h"

namespace rootward {

/// The density of N(0, 1) at 0, 1 / sqrt(2 pi).
inline constexpr double kNormalPeak = 0.39894228040143267794;

namespace detail {
inline constexpr double kMillsScale = 0.79788456080286535588;  // sqrt(2 / pi) = 1 / M(0)

/// (1 + kMillsScale x) M(x) as a polynomial in (x - 5) / (x + 5): a Chebyshev interpolation on [-1, 1], lowest power
/// first; its constant is one bit up, so that half the distribution lies above 0.
inline constexpr std::array<double, 22> kMills = {
    0x1.ec8b6a52493d9p-1,   -0x1.05ec4c41d21a2p-2, 0x1.ef0f9778197a8p-4,   -0x1.57a09fd2aa482p-6,
    -0x1.d3e1a03b003a1p-6,  0x1.30d6c3981405cp-5,  -0x1.a6786d93da445p-6,  0x1.83ef2656a0a15p-7,
    -0x1.a8cb0aa436793p-9,  0x1.5eb0b1efebffap-14, 0x1.5e485a2ed33f3p-12,  -0x1.bfa3d98389132p-14,
    -0x1.13a89be47d9b1p-16, 0x1.25174cc36ed75p-16, -0x1.fcd0aba564d30p-22, -0x1.4cd6e5a98312ap-19,
    0x1.30dbba9f482e9p-22,  0x1.81840264f6e74p-22, -0x1.abbbba4b08a33p-25, -0x1.a51eea00b4942p-25,
    0x1.393f90daf163fp-28,  0x1.29e9b5807a28ep-28};

/// sum_{i < kCount} kMills[kFirst + i] t^i, kCount a power of two, from pairs of halves (Estrin): a short chain.
/// powers[k] = t^(2^k).
template <std::size_t kFirst, std::size_t kCount, std::size_t kLevel, class Real>
ROOTWARD_INLINE Real mills_part(const std::array<Real, 5>& powers) {
  if constexpr (kFirst >= kMills.size()) {
    return Real{};
  } else if constexpr (kCount == 1) {
    return Real{} + kMills[kFirst];
  } else if constexpr (kFirst + kCount / 2 >= kMills.size()) {
    return mills_part<kFirst, kCount / 2, kLevel - 1, Real>(powers);
  } else {
    return mills_part<kFirst, kCount / 2, kLevel - 1, Real>(powers) +
           mills_part<kFirst + kCount / 2, kCount / 2, kLevel - 1, Real>(powers) * powers[kLevel - 1];
  }
}
}  // namespace detail

/// Mills' ratio M(x) = P(X > x) / phi(x) of a standard normal X at x = distance / spread >= 0, spread > 0; relative
/// error under 4e-15. M(0) = sqrt(pi / 2), M(1) = 0.65567954241879847. The variable (x - k) / (x + k) is that of
/// Shepherd & Laframboise 1981, Chebyshev approximation of (1 + 2x) exp(x^2) erfc x.
template <class Real>
ROOTWARD_INLINE Real mills_ratio(const Real& distance, const Real& spread) {
  const Real t = (distance - 5.0 * spread) / (distance + 5.0 * spread);
  const Real t2 = t * t;
  const Real t4 = t2 * t2;
  const Real t8 = t4 * t4;
  const std::array<Real, 5> powers = {t, t2, t4, t8, t8 * t8};
  return detail::mills_part<0, 32, 5, Real>(powers) * (spread / (spread + detail::kMillsScale * distance));
}

}  // namespace rootward
