// Random numbers that are not uniform, the same on every machine.
#pragma once

#include <cstdint>

#include "core/rng.h"

namespace rootward {

/// A draw from N(0, 1): Marsaglia's polar method (Marsaglia & Bray 1964), one of its two numbers. Draws two uniform
/// numbers a try, 4 / pi tries on average.
double standard_normal(Rng& rng);

/// Exactly uniform in low .. high, high >= low.
std::int64_t uniform_integer(std::int64_t low, std::int64_t high, Rng& rng);

}  // namespace rootward
