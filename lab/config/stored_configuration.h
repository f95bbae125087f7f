// The configuration that a results folder was played by, to be played again.
#pragma once

#include <string>

#include "lab/config/yaml_node.h"

namespace rootward::config {

/// The resolved configuration in the folder's manifest. It names books and networks as the file did that it was read
/// from, whose folder is not known: what lies in no such place relative to the results, to the working folder or to
/// configs/ keeps its name, the others get their full paths. Throws UsageError where the folder holds no run.
std::string stored_configuration(const std::string& folder);

/// While it lives, take_kept_games() looks in this folder, which may be new. One at a time.
class ContinuedRun {
 public:
  explicit ContinuedRun(const std::string& folder);
  ContinuedRun(const ContinuedRun&) = delete;
  ContinuedRun& operator=(const ContinuedRun&) = delete;
  ~ContinuedRun();
};

/// Games that the tree names by files which are not there become what the run that goes on has stored under the same
/// keys: the library's copy, the process, the source. The user is told of each once. Throws UsageError for a damaged
/// manifest.
void take_kept_games(YamlNode& root);

}  // namespace rootward::config
