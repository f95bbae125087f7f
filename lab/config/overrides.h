// `--set PATH=VALUE` on the tree, before anything is read.
#pragma once

#include <string>
#include <vector>

#include "lab/config/yaml_node.h"

namespace rootward {

/// One `--set path=value`; value is YAML.
struct Override {
  std::string path;
  std::string value;
  bool adds = false;  ///< `--set +path=value`: a name that is not there yet
};

}  // namespace rootward

namespace rootward::config {

/// How paths of overrides and paths of the tree differ.
struct OverrideScope {
  std::string prefix;             ///< where in the tree the paths count from, "players.a"; "" = the root
  std::string shown;              ///< put before the paths in messages, "game."; "" = nothing
  std::string option = "--set ";  ///< where the values come from, for messages
};

/// Sets each value in order, making maps on the way; a choice given by its name alone (`backup: erwa`) becomes a map.
/// Keys may hold dots (players' names do): the longest key that is there wins. Where keys are the user's own names
/// (players, games, operators, ..) one that is not there is refused, unless the override adds it. Places in the new
/// values are named "--set PATH" (or by the other option). Throws UsageError for names as above, for paths that lead
/// through a value that is no map, or are empty, and for values that are no YAML. Paths of the tree are assigned anew.
void apply_overrides(YamlNode& root, const std::vector<Override>& overrides, const OverrideScope& scope = {});

/// Sets one value as apply_overrides() does, which the program has made: nobody need have written it. Paths of the tree
/// stay as they are.
void set_at(YamlNode& root, const std::string& path, YamlNode value);

}  // namespace rootward::config
