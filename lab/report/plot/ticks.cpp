// Ticks on multiples of 1, 2 and 5; logarithms by our own log, so that a figure's bytes are the same everywhere.
#include "lab/report/plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "core/math.h"

namespace rootward::plot {
namespace {

constexpr double kLn10 = 2.302585092994046;
constexpr int kLargestExponent = 308;
constexpr double kRoom = 0.04;  // of the axis, left free beyond the data at each end

double log10_of(double x) { return log_exact(x) / kLn10; }

double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
  return exponent < 0 ? 1 / power : power;
}

/// The largest k with 10^k <= x (1 + 1e-12).
int floor_exponent(double x) {
  int exponent = static_cast<int>(std::floor(log10_of(x)));
  if (power_of_ten(exponent + 1) <= x * (1 + 1e-12)) ++exponent;
  return exponent;
}

/// 1, 2 or 5 times a power of ten, the nearest at or above x > 0.
double round_step(double x) {
  const double power = power_of_ten(floor_exponent(x));
  for (const double factor : {1.0, 2.0, 5.0})
    if (x <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

std::string with_thousands(std::string digits) {
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

/// A multiple of `step` with as many decimals as the step needs.
std::string linear_label(double value, double step) {
  const double size = std::max(std::fabs(value), step);
  if (size >= 1e7 || step < 1e-6) return fmt::format("{:.6g}", value);
  const int decimals = std::max(0, -floor_exponent(step));
  std::string text = fmt::format("{:.{}f}", std::fabs(value), decimals);
  const std::size_t point = std::min(text.find('.'), text.size());
  text = with_thousands(text.substr(0, point)) + text.substr(point);
  return value < 0 ? "−" + text : text;
}

std::string superscript(int number) {
  constexpr std::array<const char*, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) text += kDigits[static_cast<std::size_t>(digit - '0')];
  return text;
}

std::string log_label(int factor, int exponent) {
  if (exponent >= -3 && exponent <= 5) {
    const double value = factor * power_of_ten(exponent);
    return linear_label(value, power_of_ten(exponent));
  }
  return factor == 1 ? "10" + superscript(exponent) : fmt::format("{}·10{}", factor, superscript(exponent));
}

std::vector<Tick> linear_ticks(const Interval& range, int wanted) {
  const double width = range.high - range.low;
  if (!std::isfinite(width))
    return {{range.low, fmt::format("{:.6g}", range.low)}, {range.high, fmt::format("{:.6g}", range.high)}};
  const double step = round_step(width / std::max(1, wanted));
  std::vector<Tick> ticks;
  const double slack = 1e-9 * width;
  // Where a step is less than the numbers' own spacing, there is nothing to tell apart; counted, so that it ends.
  const double first = std::ceil((range.low - slack) / step);
  const int count = 4 * std::max(1, wanted);
  for (int i = 0; i < count && std::isfinite(first) && (first + i) * step <= range.high + slack; ++i) {
    const double k = first + i;
    const double at = k == 0 ? 0.0 : k * step;
    if (!ticks.empty() && at <= ticks.back().at) break;
    ticks.push_back({at, linear_label(at, step)});
  }
  return ticks;
}

std::vector<Tick> log_ticks(const Interval& range, int wanted) {
  constexpr double kFewDecades = 2.5;
  const double decades = log10_of(range.high / range.low);
  const bool is_short = decades < kFewDecades;
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, wanted) - 1e-9)));
  std::vector<Tick> ticks;
  int labels = 0;
  for (int exponent = floor_exponent(range.low);
       exponent <= kLargestExponent && power_of_ten(exponent) <= range.high * (1 + 1e-12); ++exponent) {
    for (int factor = 1; factor <= 9; ++factor) {
      const double at = factor * power_of_ten(exponent);
      if (at < range.low * (1 - 1e-12) || at > range.high * (1 + 1e-12)) continue;
      const bool is_labelled = (factor == 1 && exponent % stride == 0) || (is_short && (factor == 2 || factor == 5));
      if (factor != 1 && stride > 1) continue;
      ticks.push_back({at, is_labelled ? log_label(factor, exponent) : ""});
      labels += is_labelled ? 1 : 0;
    }
  }
  // Within a fraction of a decade equal steps say more.
  return labels < 3 && is_short ? linear_ticks(range, wanted) : ticks;
}

Interval data_range(AxisScale scale, std::span<const double> values) {
  const bool is_log = scale == AxisScale::log;
  Interval range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double value : values) {
    if (!std::isfinite(value) || (is_log && value <= 0)) continue;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  if (range.low <= range.high) return range;
  return is_log ? Interval{1, 10} : Interval{0, 1};
}

}  // namespace

Interval axis_range(const Axis& axis, std::span<const double> values) {
  Interval range = data_range(axis.scale, values);
  if (axis.scale == AxisScale::log) {
    const double room = range.low < range.high ? exp_exact(kRoom * log_exact(range.high / range.low)) : 2.0;
    range = {range.low / room, range.high * room};
    if (axis.low && *axis.low > 0) range.low = *axis.low;
    if (axis.high && *axis.high > 0) range.high = *axis.high;
    if (!(range.low < range.high)) range.high = 10 * range.low;
    return range;
  }
  const double alone = range.low == 0 ? 0.5 : 0.1 * std::fabs(range.low);
  const double room = range.low < range.high ? kRoom * (range.high - range.low) : alone;
  range = {axis.low.value_or(range.low - room), axis.high.value_or(range.high + room)};
  if (!(range.low < range.high)) range.high = range.low + 1;
  return range;
}

std::vector<Tick> axis_ticks(AxisScale scale, const Interval& range, int wanted) {
  return scale == AxisScale::log ? log_ticks(range, wanted) : linear_ticks(range, wanted);
}

double axis_position(AxisScale scale, const Interval& range, double x) {
  if (scale == AxisScale::linear) return (x - range.low) / (range.high - range.low);
  return log_exact(x / range.low) / log_exact(range.high / range.low);
}

}  // namespace rootward::plot
