// A whole tournament's tree to its configuration.
#pragma once

#include "experiments/tournament/config.h"
#include "lab/config/yaml_node.h"

namespace rootward::tournament {

/// Reads and checks everything; names of files count from that of `file`. Throws UsageError with all that is wrong.
TournamentConfig read_tournament_tree(const config::YamlNode& root, const std::string& file);

/// The one player called `name`; of the rest only `defaults` is read. Throws as above.
PlayerSpec read_player_of(const config::YamlNode& root, const std::string& name, const NamedParams& game);

/// A tournament in canonical order of keys, every default written out.
config::YamlNode resolved_tree(const TournamentConfig& config);

}  // namespace rootward::tournament
