// Where an atlas's results lie, which its plan and `rootward advise` read.
#pragma once

#include <string>

#include "experiments/atlas/results.h"

namespace rootward {

inline constexpr const char* kUsualAtlas = "results/atlas";

/// Of a folder, or the file itself; "" where there is none. A night's is stored as atlas.json.gz.
std::string atlas_file(const std::string& path);
/// That of the working folder, else the program's own; "" where there is neither.
std::string usual_atlas();
/// Throws UsageError where it is none.
atlas::AtlasResults read_atlas_file(const std::string& file);

}  // namespace rootward
