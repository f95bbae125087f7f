// Seeds on the command line.
#pragma once

#include <cstdint>
#include <string>

#include "core/number_text.h"

namespace rootward {

/// For checks of options: what is wrong with a text that is no seed, "" where it is one. Libraries turn "" into 0, 010
/// into 8 and -1 into 2^64 - 1, which would play other games than were meant without a word.
inline std::string seed_problem(const std::string& text) {
  const bool is_octal_elsewhere = text.size() > 1 && text.front() == '0';
  if (parse_number<std::uint64_t>(text) && !is_octal_elsewhere) return "";
  return '"' + text + "\" is not allowed; allowed: an integer in [0, 18446744073709551615]";
}

}  // namespace rootward
