// A game by the C interface in a configuration: `{name: plugin, file: ./dots.so, parameters: {rows: 3}}`.
#pragma once

#include <optional>
#include <string>

#include "core/params.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

/// Loads the file, relative to the configuration's folder, and tries it in a child process unless this process has. The
/// result holds the file's mark (`sha256`); where the node has one, a file of another is refused, and a copy that a run
/// has kept beside its manifest is taken. nullopt after adding all that is wrong.
std::optional<NamedParams> read_plugin(const YamlNode& node, ProblemList& problems);

/// A game as a command line names it: `plugin:./dots.so`, `connect4`.
std::string short_name(const NamedParams& game);

/// What a run calls its copy of the file with this mark.
std::string plugin_copy_name(const std::string& sha256);

/// Puts a copy of every game by the C interface that a resolved configuration names, and that is loaded, into the
/// folder of a run, where read_plugin() finds it. Throws RunError.
void keep_plugins(const YamlNode& resolved, const std::string& folder);

}  // namespace rootward::config
