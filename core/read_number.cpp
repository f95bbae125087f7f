// Exact where a double would not be.
#include "core/read_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace rootward {

std::optional<std::uint64_t> whole_with_exponent(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::size_t e = text.find_first_not_of(kDigits);
  if (e == 0 || e == std::string_view::npos || (text[e] != 'e' && text[e] != 'E')) return std::nullopt;
  std::string_view exponent = text.substr(e + 1);
  if (exponent.starts_with('+')) exponent = exponent.substr(1);
  if (exponent.empty() || exponent.find_first_not_of(kDigits) != std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  std::uint64_t tens = 0;
  if (std::from_chars(text.data(), text.data() + e, number).ec != std::errc()) return std::nullopt;
  if (number == 0) return 0;
  if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), tens).ec != std::errc()) return std::nullopt;
  for (; tens > 0; --tens) {
    if (number > kMost / 10) return std::nullopt;
    number *= 10;
  }
  return number;
}

std::optional<double> number_in_limits(double value, double low, double high, Scale scale) {
  constexpr double kFew = 16 * std::numeric_limits<double>::epsilon();
  const auto is_at = [&](double limit) {
    const double size = scale == Scale::log ? std::abs(limit) : std::max(std::abs(limit), high - low);
    return scale != Scale::integer && std::abs(value - limit) <= kFew * size;
  };
  if (value >= low && value <= high) return value == 0 ? 0.0 : value;
  if (is_at(low)) return low;
  return is_at(high) ? std::optional(high) : std::nullopt;
}

}  // namespace rootward
