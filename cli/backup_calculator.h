// The operator calculator: one JSON line in, one JSON line out, by the very operators that the search runs.
#pragma once

#include <string>

namespace rootward {

/// Answers one line of `rootward backup`. A line that cannot be answered gives {"error": ..} and sets `failed`
/// (otherwise untouched).
std::string calculate_line(const std::string& line, bool& failed);

}  // namespace rootward
