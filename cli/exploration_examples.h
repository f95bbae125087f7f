// The searches that `rootward explore --example` shows: configs/explore/, which is part of the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/exploration_record.h"

namespace rootward {

std::vector<std::string> exploration_examples();
/// Throws UsageError for a name that no example has, and for what is wrong in its file.
ExplorationRequest exploration_example(const std::string& name);
/// What an example's file says: title, look_for, game, moves, search, backup, shadows, seed. `source` names it in
/// messages.
ExplorationRequest read_exploration(std::string_view yaml, const std::string& source);

}  // namespace rootward
