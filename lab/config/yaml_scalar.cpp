// The core schema's patterns, by hand: no locale, no 1.1 surprises (`no`, `1:30`, `017` are not what they were).
#include "lab/config/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>

#include "core/number_text.h"
#include "core/read_number.h"

namespace rootward::config {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, text) != words.end();
}

constexpr std::array<std::string_view, 5> kNulls = {"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 3> kTrue = {"true", "True", "TRUE"};
constexpr std::array<std::string_view, 3> kFalse = {"false", "False", "FALSE"};
constexpr std::array<std::string_view, 3> kInfinity = {".inf", ".Inf", ".INF"};
constexpr std::array<std::string_view, 3> kNotANumber = {".nan", ".NaN", ".NAN"};

std::string_view without_sign(std::string_view text) {
  return !text.empty() && (text[0] == '-' || text[0] == '+') ? text.substr(1) : text;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

/// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool looks_real(std::string_view text) {
  text = without_sign(text);
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos) {
    if (!is_digits(without_sign(text.substr(exponent + 1)))) return false;
    text = text.substr(0, exponent);
  }
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return is_digits(text);
  const std::string_view before = text.substr(0, point);
  const std::string_view after = text.substr(point + 1);
  if (before.empty()) return is_digits(after);
  return is_digits(before) && (after.empty() || is_digits(after));
}

/// Unsigned integers of any notation.
std::optional<std::uint64_t> read_unsigned(std::string_view text) {
  if (text.starts_with("0x")) return parse_number<std::uint64_t>(text.substr(2), 16);
  if (text.starts_with("0o")) return parse_number<std::uint64_t>(text.substr(2), 8);
  if (text.starts_with('+')) text = text.substr(1);
  return is_digits(text) ? parse_number<std::uint64_t>(text, 10) : std::nullopt;
}

/// What reads as a real in the core schema and is a whole number all the same: "1e4".
std::optional<std::uint64_t> read_exponent(std::string_view text) {
  return whole_with_exponent(text.starts_with('+') ? text.substr(1) : text);
}

std::optional<std::int64_t> read_integer(std::string_view text) {
  if (text.starts_with('-')) return is_digits(text.substr(1)) ? parse_number<std::int64_t>(text, 10) : std::nullopt;
  const std::optional<std::uint64_t> number = read_unsigned(text);
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!number || *number > kMax) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

double read_real(std::string_view text) {
  if (text.starts_with('+')) text = text.substr(1);
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc::result_out_of_range) return std::numeric_limits<double>::infinity();
  return number == 0 ? 0.0 : number;
}

std::optional<double> read_special(std::string_view text) {
  if (is_one_of(text, kNotANumber)) return std::numeric_limits<double>::quiet_NaN();
  if (!is_one_of(without_sign(text), kInfinity)) return std::nullopt;
  const double infinity = std::numeric_limits<double>::infinity();
  return text[0] == '-' ? -infinity : infinity;
}

ParamValue plain_value(std::string_view text) {
  if (is_one_of(text, kNulls)) return std::monostate{};
  if (is_one_of(text, kTrue)) return true;
  if (is_one_of(text, kFalse)) return false;
  if (const std::optional<std::int64_t> integer = read_integer(text)) return *integer;
  if (looks_real(text)) return read_real(text);
  if (const std::optional<double> special = read_special(text)) return *special;
  return std::string(text);
}

}  // namespace

ParamValue scalar_value(const YamlNode& node) {
  if (node.is_null()) return std::monostate{};
  if (node.is_quoted) return node.text;
  return plain_value(node.text);
}

std::optional<std::uint64_t> unsigned_value(const YamlNode& node) {
  if (!node.is_scalar() || node.is_quoted) return std::nullopt;
  if (const std::optional<std::uint64_t> integer = read_unsigned(node.text)) return integer;
  return read_exponent(node.text);
}

ParamValue whole_value(const YamlNode& node) {
  ParamValue value = scalar_value(node);
  if (!std::holds_alternative<double>(value)) return value;
  const bool is_negative = node.text.starts_with('-');
  const std::optional<std::uint64_t> size = read_exponent(std::string_view(node.text).substr(is_negative ? 1 : 0));
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!size || *size > kMost) return node.text;
  return is_negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
}

bool is_plain_text(std::string_view text) { return std::holds_alternative<std::string>(plain_value(text)); }

}  // namespace rootward::config
