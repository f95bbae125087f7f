// Whether results stored under one configuration may be continued under another: both as trees, but for listed paths.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/config/yaml_node.h"

namespace rootward {

/// What may become of a path of a configuration while its records stay what they are.
enum class Change : std::uint8_t {
  differ,         ///< anything
  grow,           ///< a number may become larger
  gain,           ///< a key at the top may appear, or its map gain keys anywhere, or its list items
  gain_in_order,  ///< .. where those that were there keep their order
  gain_at_end,    ///< .. behind those that were there
  keep_order      ///< nothing; but the order of its keys matters, too
};

struct AllowedChange {
  std::string path;
  Change change = Change::differ;
};

/// The changes of a product, and any of the names of files in this configuration: what they hold is hashed beside it.
std::vector<AllowedChange> with_file_names(std::vector<AllowedChange> allowed, const config::YamlNode& configuration);

/// A line for each path that forbids to continue, "path: stored X, now Y", and for each map whose keys may not stand in
/// this order; "" where nothing forbids it.
std::string continuation_problem(const config::YamlNode& stored, const config::YamlNode& now,
                                 const std::vector<AllowedChange>& allowed);

}  // namespace rootward
