// The configuration that a results folder was played by, to be played again.
#pragma once

#include <string>

namespace rootward::config {

/// The resolved configuration in the folder's manifest. It names books and networks as the file did that it was read
/// from, whose folder is not known: what lies in no such place relative to the results, to the working folder or to
/// configs/ keeps its name, the others get their full paths. Throws UsageError where the folder holds no run.
std::string stored_configuration(const std::string& folder);

}  // namespace rootward::config
