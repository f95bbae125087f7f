// A configuration as a tree in canonical order, every default written out: what is printed, hashed and compared.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lab/config/yaml_node.h"
#include "lab/play/player.h"

namespace rootward::config {

YamlNode resolved_player(const PlayerSpec& player);
YamlNode resolved_choice(const NamedParams& choice);
YamlNode resolved_search(const SearchSettings& search);
/// The tree as YAML text that reads back to the same tree.
std::string tree_text(const YamlNode& tree);
/// One value on one line, maps as {..} and lists as [..].
std::string flow_text(const YamlNode& node);

/// What stands at each path that is no map (or an empty one), as flow_text().
using Leaves = std::map<std::string, std::string>;
/// Adds a tree's leaves, and their paths in written order.
void collect_leaves(const YamlNode& node, Leaves& leaves, std::vector<std::string>& order);

}  // namespace rootward::config
