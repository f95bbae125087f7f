// Building YAML trees: what resolved configurations are written with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/params.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

inline YamlNode map_node() {
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  return node;
}
/// Quoted, so that it is text whatever it looks like.
YamlNode text_node(std::string_view text);
YamlNode count_node(std::uint64_t count);
/// Lists and trees become sequences and maps; no value becomes a null node.
YamlNode value_node(const ParamValue& value);
YamlNode text_list(const std::vector<std::string>& texts);
YamlNode count_list(const std::vector<std::uint64_t>& counts);

/// Puts an entry behind those of the map.
inline void add(YamlNode& map, std::string_view key, YamlNode value) {
  map.entries.push_back({std::string(key), {}, std::move(value)});
}

}  // namespace rootward::config
