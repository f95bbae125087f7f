// An atlas's own manifest: of which configuration its folder is. Studies, tunings and finals have theirs below.
#pragma once

#include <string>

#include "experiments/atlas/config.h"
#include "lab/store/run_folder.h"

namespace rootward::atlas {

extern const RunKind kAtlasKind;

/// The atlas as a tree with paths, every default written out: what is stored, and compared with what is.
config::YamlNode resolved_tree(const AtlasConfig& config);

/// What a folder has to be of to be continued under this configuration. More games of finals, more positions of the
/// studies and operators behind those that were there continue it.
RunIdentity identity_of(const AtlasConfig& config);

/// For whom does not play the whole and so leaves the folder's lock alone: throws UsageError naming the keys where the
/// folder has the manifest of another atlas. A folder without one is nobody's yet.
void check_atlas_folder(const AtlasConfig& config, const std::string& folder);

/// Writes a tuning's file, or finds it there: what was tuned by it stays what it was. Throws UsageError that names each
/// key in which the two differ, RunError where the file was changed.
void keep_tuning_file(const std::string& path, const std::string& text);

}  // namespace rootward::atlas
