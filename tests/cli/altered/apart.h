// Commands of the program in a process of their own, so that a crash, a hang or too much memory is a finding and not
// the test's end.
#pragma once

#include <string>
#include <vector>

namespace rootward::testing {

using Command = std::vector<std::string>;

struct ToldApart {
  std::vector<int> exit_codes;  ///< of the commands that came to an end
  std::string said;             ///< in both streams
  std::string death;            ///< "" where the process ended by itself
};

/// One after the other in the folder `directory`.
ToldApart run_apart(const std::string& directory, const std::vector<Command>& commands);

/// What must never happen, whatever is read: a signal, no end, an error of the program itself, a number that is none.
/// "" where all is well.
std::string trouble_in(const ToldApart& told);

}  // namespace rootward::testing
