// Texts are read whole or refused: the library would take 010 for 8 and -1 for 2^64 - 1.
#include "cli/option_checks.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "core/errors.h"
#include "core/escape.h"
#include "core/number_text.h"
#include "core/read_number.h"
#include "core/seed_text.h"
#include "lab/config/shipped_files.h"

namespace rootward {
namespace {

std::optional<std::uint64_t> read_whole_number(const std::string& text) {
  const bool is_octal_elsewhere = text.size() > 1 && text.front() == '0';
  if (is_octal_elsewhere) return std::nullopt;
  if (const auto number = parse_number<std::uint64_t>(text)) return number;
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
    const std::optional<double> number = parse_number<double>(text);
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
