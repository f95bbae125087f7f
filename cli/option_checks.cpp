// Texts are read whole or refused: the library would take 010 for 8 and -1 for 2^64 - 1.
#include "cli/option_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <system_error>

#include "core/errors.h"
#include "core/escape.h"
#include "core/read_number.h"
#include "core/seed_text.h"
#include "lab/config/shipped_files.h"

namespace rootward {
namespace {

template <class Number>
std::optional<Number> whole_text(const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

std::optional<std::uint64_t> read_whole_number(const std::string& text) {
  const bool is_octal_elsewhere = text.size() > 1 && text.front() == '0';
  if (is_octal_elsewhere) return std::nullopt;
  if (const auto number = whole_text<std::uint64_t>(text)) return number;
  return whole_with_exponent(text);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const auto check = [low, high](std::string& text) -> std::string {
    const std::optional<std::uint64_t> number = read_whole_number(text);
    if (!number || *number < low || *number > high)
      return fmt::format("{} is not allowed; allowed: a whole number from {} to {}", terminal_token(text), low, high);
    text = std::to_string(*number);
    return "";
  };
  return {check, fmt::format("{} to {}", low, high)};
}

CLI::Validator number_in(double low, double high) {
  const auto check = [low, high](std::string& text) -> std::string {
    const std::optional<double> number = whole_text<double>(text);
    if (number && *number >= low && *number <= high) return "";
    return fmt::format("{} is not allowed; allowed: a number from {} to {}", terminal_token(text), low, high);
  };
  return {check, fmt::format("{} to {}", low, high)};
}

CLI::Validator seed_number() {
  return {[](std::string& text) { return seed_problem(text); }, "0 to 2^64 - 1"};
}

CLI::Validator configuration_path() {
  return {[](std::string& text) -> std::string {
            try {
              text = config::configuration_file(text);
              return "";
            } catch (const UsageError& error) {
              return error.what();
            }
          },
          ""};
}

}  // namespace rootward
