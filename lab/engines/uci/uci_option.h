// The options that a UCI program announces, and what may be set.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rootward {

struct UciOption {
  std::string name;
  std::string type;  ///< check, spin, combo, button, string
  std::optional<long long> low{}, high{};
  std::vector<std::string> values{};  ///< of a combo
};

/// "option name Skill Level type spin default 20 min -20 max 20"; nothing for a line that announces none.
std::optional<UciOption> parse_uci_option(std::string_view line);

/// "" where the program takes the value; else "99 is not allowed; allowed: a whole number from 1 to 8".
std::string option_problem(const UciOption& option, std::string_view value);

}  // namespace rootward
