// External engines as a user configures them: any GTP program, and programs whose command line is known.
#pragma once

#include <vector>

#include "core/params.h"
#include "lab/play/player.h"

namespace rootward {

/// `gtp` (its parameter `gtp` is the command) and the presets.
const std::vector<Described>& engine_kinds();
bool is_engine(const PlayerSpec& player);

}  // namespace rootward
