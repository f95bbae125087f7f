// Tunings and scripted optimizers for tests of the built program.
#pragma once

#include <string>

#include "tests/cli/tournament/results.h"

namespace rootward::testing {

/// Average with a tuned c against the average on Connect Four; a game takes some hundredths of a second.
std::string slower_tuning();

/// Writes an optimizer in bash that asks for another c each time, recommends what was told last, and does `on_ask`
/// (shell code with $id) at every ask. Returns the command that starts it.
std::string write_optimizer(const Workplace& place, const std::string& on_ask = "");

}  // namespace rootward::testing
