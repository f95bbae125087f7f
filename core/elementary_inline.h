// Logarithm, inverse tangent and two distribution functions without branches, calls or libm: for one number or for a
// vector of lanes with the very same bits. core/math.h has them as functions of one number.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/exp_inline.h"
#include "core/inline.h"
#include "core/statistics/mills_ratio.h"

namespace rootward {

namespace detail {
inline constexpr double kLn2High = 6.93147180369123816490e-01;  // ln 2 split so that k * kLn2High is exact
inline constexpr double kLn2Low = 1.90821492927058770002e-10;

/// coefficients[0] x^(n - 1) + .. + coefficients[n - 1].
template <class Real, std::size_t kCount>
ROOTWARD_INLINE Real polynomial(const std::array<double, kCount>& coefficients, const Real& x) {
  Real sum = Real{} + coefficients[0];
  for (std::size_t i = 1; i < kCount; ++i) sum = sum * x + coefficients[i];
  return sum;
}
}  // namespace detail

/// ln x for normal numbers x > 0; relative error under 1e-15. x = 2^k m with m in (sqrt(1/2), sqrt(2)], ln m = 2
/// atanh(s), s = (m - 1) / (m + 1), |s| <= 0.1716: the series to s^21.
template <class Real, class Word>
ROOTWARD_INLINE Real log_in_range(const Real& x) {
  constexpr std::uint64_t kHalfRoot = 0x3FE6A09E667F3BCEULL;  // the number after sqrt(1/2)
  constexpr std::uint64_t kBias = 1023ULL << 52;
  const Word bits = std::bit_cast<Word>(x);
  const Word shifted = bits - kHalfRoot + kBias;  // k + 1023 in the exponent's place
  const Word exponent = shifted >> 52;
  const Real k = std::bit_cast<Real>(exponent | 0x4330000000000000ULL) - (0x1.0p52 + 1023);
  const Real f = std::bit_cast<Real>(bits - (exponent << 52) + kBias) - 1.0;
  const Real s = f / (2.0 + f);
  const Real z = s * s;
  Real series{};
  for (int n = 21; n >= 3; n -= 2) series = (series + 1.0 / n) * z;
  const Real half_square = 0.5 * f * f;
  // 2s = f - s f keeps the leading bits of f exact.
  const Real tail = s * (half_square + 2.0 * series) - half_square;
  return k * detail::kLn2High + ((tail + k * detail::kLn2Low) + f);
}

/// atan x for x >= 0; error under 3e-16. Beyond tan(3 pi / 8) it is pi/2 - atan(1/x), beyond 0.66 pi/4 + atan((x - 1) /
/// (x + 1)); the rest is a quotient of polynomials in x^2 (Cephes). One division by the argument's place, one by the
/// quotient's.
template <class Real>
ROOTWARD_INLINE Real atan_of_positive(const Real& x) {
  constexpr std::array<double, 5> kOver = {-8.750608600031904122785e-1, -1.615753718733365076637e1,
                                           -7.500855792314704667340e1, -1.228866684490136173410e2,
                                           -6.485021904942025371773e1};
  constexpr std::array<double, 6> kUnder = {1.0,
                                            2.485846490142306297962e1,
                                            1.650270098316988542046e2,
                                            4.328810604912902668951e2,
                                            4.853903996359136964868e2,
                                            1.945506571482613964425e2};
  constexpr double kSteep = 2.41421356237309504880;
  constexpr double kMiddle = 0.66;
  const Real zero{};
  const Real over = x > zero + kSteep ? zero - 1.0 : (x > zero + kMiddle ? x - 1.0 : x);
  const Real under = x > zero + kSteep ? x : (x > zero + kMiddle ? x + 1.0 : zero + 1.0);
  const Real start =
      x > zero + kSteep ? zero + 1.57079632679489661923 : (x > zero + kMiddle ? zero + 0.78539816339744830962 : zero);
  const Real rest = x > zero + kSteep ? zero + 6.123233995736765886130e-17
                                      : (x > zero + kMiddle ? zero + 3.061616997868382943065e-17 : zero);
  const Real reduced = over / under;
  const Real square = reduced * reduced;
  const Real quotient = square * detail::polynomial(kOver, square) / detail::polynomial(kUnder, square);
  return start + ((reduced * quotient + rest) + reduced);
}

/// P(T <= z) for Student's t with three degrees of freedom: 1/2 + (u / (1 + u^2) + atan u) / pi, u = z / sqrt 3.
/// Absolute error under 4e-16. z = 1: 0.80449889052211457.
template <class Real>
ROOTWARD_INLINE Real t3_cdf_of(const Real& z) {
  const Real zero{};
  const Real away = z < zero ? zero - z : z;
  const Real u = away * 0.57735026918962576451;
  const Real beyond = (u / (1.0 + u * u) + atan_of_positive(u)) * 0.31830988618379067154;
  return 0.5 + (z < zero ? zero - beyond : beyond);
}

/// P(X <= z) for a standard normal X; relative error under 1e-13 where it is above 1e-300, 0 below.
template <class Real, class Word>
ROOTWARD_INLINE Real norm_cdf_of(const Real& z) {
  const Real zero{};
  const Real away = z < zero ? zero - z : z;
  const Real exponent = -0.5 * away * away;
  const Real least = zero - 708.0;
  const Real density = kNormalPeak * exp_in_range<Real, Word>(exponent > least ? exponent : least);
  const Real tail = exponent > least ? density * mills_ratio(away, zero + 1.0) : zero;
  return z < zero ? tail : 1.0 - tail;
}

}  // namespace rootward
