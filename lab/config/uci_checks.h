// What a UCI player's keys have to agree on, beyond the range of each.
#pragma once

#include "core/params.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"
#include "lab/play/game.h"

namespace rootward::config {

/// Adds what is wrong: a game without UCI notation, a board whose variant has no usual name, no limit of a move's
/// search, one beyond the patience, options that are no plain values. `game` may be null where it could not be read.
void check_uci_player(const YamlNode& player, const Params& params, const Game* game, ProblemList& problems);

}  // namespace rootward::config
