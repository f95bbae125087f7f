// Configurations that build on others: `base: FILE`, or a list of files.
#pragma once

#include <string>
#include <string_view>

#include "lab/config/yaml_node.h"

namespace rootward::config {

inline constexpr std::string_view kBaseKey = "base";

/// The document of `file`, read from its text, laid over the documents of its `base`, the later over the earlier. Maps
/// are joined key by key; of anything else what lies above stays, and so does a map that gives another `name` than the
/// one below it. A base counts from the folder of the file that its name is written in. Names of books count from
/// `file`'s folder in the end, wherever they were written. Nodes keep the places where they were written. Throws
/// UsageError for a base that cannot be read, or that builds on itself.
YamlNode with_bases(YamlNode root, const std::string& file);

}  // namespace rootward::config
