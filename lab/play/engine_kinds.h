// External engines as a user configures them: any GTP or UCI program, and programs whose command line is known.
#pragma once

#include <string_view>
#include <vector>

#include "core/params.h"
#include "lab/play/player.h"

namespace rootward {

/// `gtp` and `uci` (the parameter of that name is the command) and the presets.
const std::vector<Described>& engine_kinds();
/// Whether a kind of engine is any program of a protocol, and no preset.
bool is_protocol(std::string_view kind);
bool is_engine(const PlayerSpec& player);

}  // namespace rootward
