// A game of a host language as a resolved configuration names it: `{name: take, source: sha256-.., seats: 2, ..}`.
#pragma once

#include <optional>
#include <string>

#include "core/params.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

/// Needs neither the host nor the game. A copy of its file that a run has kept beside its manifest, or above the folder
/// of a part, is noted for whoever asks the game for a position. nullopt after adding all that is wrong.
std::optional<NamedParams> read_guest_game(const YamlNode& node, const std::string& name, ProblemList& problems);

/// Puts a copy of the file of every such game that a resolved configuration names, and that came from a file, into the
/// folder of a run. Throws RunError.
void keep_guest_games(const YamlNode& resolved, const std::string& folder);

}  // namespace rootward::config
