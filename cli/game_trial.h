// The whole trial of games by the C interface, for `rootward check`.
#pragma once

#include <string>
#include <vector>

#include "core/params.h"

namespace rootward {

/// Plays 1,000 random games of each one that is by the C interface, every promise asked; a line a game which says that
/// all were kept. Throws UsageError where one was not.
std::string trial_text(const std::vector<NamedParams>& games);

}  // namespace rootward
