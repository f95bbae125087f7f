// A name or a value may have several words: it goes on to the next of the protocol's own words.
#include "lab/engines/uci/uci_option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "core/number_text.h"
#include "core/text.h"

namespace rootward {
namespace {

constexpr std::array<std::string_view, 6> kOptionWords = {"name", "type", "default", "min", "max", "var"};

void keep_option_part(UciOption& option, const std::string& key, const std::string& text) {
  if (key == "name") option.name = text;
  if (key == "type") option.type = text;
  if (key == "min") option.low = parse_number<long long>(text);
  if (key == "max") option.high = parse_number<long long>(text);
  if (key == "var") option.values.push_back(text);
}

}  // namespace

std::optional<UciOption> parse_uci_option(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::string word;
  if (!(words >> word) || word != "option") return std::nullopt;
  UciOption option;
  std::string key, text;
  while (words >> word) {
    if (std::ranges::find(kOptionWords, word) != kOptionWords.end()) {
      keep_option_part(option, key, text);
      key = word;
      text.clear();
    } else {
      text += (text.empty() ? "" : " ") + word;
    }
  }
  keep_option_part(option, key, text);
  if (option.name.empty() || option.type.empty()) return std::nullopt;
  return option;
}

std::string option_problem(const UciOption& option, std::string_view value) {
  const auto refusal = [&](const std::string& allowed) {
    return fmt::format("{} is not allowed; allowed: {}", value.empty() ? "\"\"" : std::string(value), allowed);
  };
  if (option.type == "check") return value == "true" || value == "false" ? "" : refusal("true or false");
  if (option.type == "combo")
    return std::ranges::find(option.values, value) != option.values.end()
               ? ""
               : refusal(fmt::format("{}", fmt::join(option.values, ", "))) + hint_text(value, option.values);
  if (option.type != "spin") return "";
  const std::optional<long long> number = parse_number<long long>(value);
  const bool is_in_range =
      number && (!option.low || *number >= *option.low) && (!option.high || *number <= *option.high);
  if (is_in_range) return "";
  if (!option.low || !option.high) return refusal("a whole number");
  return refusal(fmt::format("a whole number from {} to {}", *option.low, *option.high));
}

}  // namespace rootward
