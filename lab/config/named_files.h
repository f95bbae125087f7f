// The files that a configuration names, each with the place of its name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lab/config/yaml_node.h"

namespace rootward::config {

/// A network, a book of openings or a game's library.
struct NamedFile {
  std::string file;    ///< as written
  std::string folder;  ///< where a relative one counts from; "" = the working folder
  bool is_network = false;
  Place place;
  std::string path;    ///< the key's
  std::string copy{};  ///< of a game whose mark is given: what a run's folder calls its copy
};

/// `plugin:FILE`, where a game is named, becomes the map that it stands for.
void spell_plugins_out(YamlNode& root);

/// Every file that the tree names: of evaluators, of games by the C interface, and of `opening`, whose books count from
/// `config_file`'s folder.
std::vector<NamedFile> named_files_of(const YamlNode& root, const std::string& config_file);

/// Paths of keys that name files, in a tree with paths. What a file holds is hashed beside the configuration, so its
/// name may change while results stay what they are.
std::vector<std::string> paths_of_file_names(const YamlNode& root);

/// Gives every name of a file in the tree its new text.
void rename_files(YamlNode& node, const std::map<std::string, std::string>& names);

/// Where a book or a game lies, or else the copy of the game that a run's folder keeps.
std::string path_of(const NamedFile& named);

/// Throws UsageError with every file that is not there, at its place.
void check_named_files(const std::vector<NamedFile>& files);

}  // namespace rootward::config
