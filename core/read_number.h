// Numbers that come in as texts or with limits, without rounding that nobody sees.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/params.h"

namespace rootward {

/// The whole number that "12e3" spells: digits, e or E, and an exponent that is not negative. Nothing for another text,
/// and from 2^64 on.
std::optional<std::uint64_t> whole_with_exponent(std::string_view text);

/// A number where these are the limits. One that lies beyond by no more than rounding on its way (a few units in the
/// last place, of a log scale's limit, else of the range) is the limit; whole ones are not rounded. Nothing: it lies
/// outside.
std::optional<double> number_in_limits(double value, double low, double high, Scale scale);

}  // namespace rootward
