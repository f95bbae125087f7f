// e^x without branches or calls, so that loops over arrays vectorise; exp_exact() is built from it and shares its bits.
#pragma once

#include <bit>
#include <cstdint>

namespace rootward {

/// (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2: the Taylor series to r^14 / 14!.
constexpr double exp_tail(double r) {
  double sum = 1.0 / 87178291200.0;
  sum = sum * r + 1.0 / 6227020800.0;
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
inline double exp_in_range(double x) {
  constexpr double kInvLn2 = 1.44269504088896338700;
  constexpr double kShift = 0x1.8p52;  // adding it leaves the nearest integer in the low bits
  const double shifted = x * kInvLn2 + kShift;
  const double k = shifted - kShift;
  const double high = x - k * kLn2High;
  const double low = k * kLn2Low;
  const double r = high - low;
  const double lost = (high - r) - low;
  const double result = 1.0 + (r + (lost + r * r * exp_tail(r)));
  // 2^k as two factors, each a normal number; offset by 2048 so that halving needs no sign.
  const std::uint64_t offset_k = std::bit_cast<std::uint64_t>(shifted) - std::bit_cast<std::uint64_t>(kShift) + 2048;
  const std::uint64_t half = offset_k >> 1;
  const auto first = std::bit_cast<double>((half - 1) << 52);
  const auto second = std::bit_cast<double>((offset_k - half - 1) << 52);
  return result * first * second;
}

}  // namespace rootward
