// A configuration as a tree in canonical order, every default written out: what is printed, hashed and compared.
#pragma once

#include <string>

#include "experiments/config.h"
#include "experiments/config/yaml_node.h"

namespace rootward::config {

YamlNode resolved_tree(const TournamentConfig& config);
YamlNode resolved_player(const PlayerSpec& player);
YamlNode resolved_game(const NamedParams& game);
/// The tree as YAML text that reads back to the same tree.
std::string tree_text(const YamlNode& tree);
/// One value on one line, maps as {..} and lists as [..].
std::string flow_text(const YamlNode& node);

}  // namespace rootward::config
