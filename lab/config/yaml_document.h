// YAML text to a tree: the only door to the YAML library.
#pragma once

#include <string>
#include <string_view>

#include "lab/config/yaml_node.h"

namespace rootward::config {

inline constexpr int kMaxYamlDepth = 64;               ///< nested maps and lists
inline constexpr std::size_t kMaxYamlBytes = 1 << 20;  ///< of a document
inline constexpr std::size_t kMaxYamlNodes = 100'000;  ///< of a document, aliases written out

/// Parses one document; `source` names it in places. An empty text is a null node. Anchors and aliases are written out.
/// Throws UsageError with line and column for wrong syntax, text that is not UTF-8, duplicate keys (all of them), keys
/// that are no plain text, several documents, tags other than !!str, !!map, !!seq, and documents beyond the limits.
YamlNode parse_yaml(std::string_view text, const std::string& source);

}  // namespace rootward::config
