// A folder's atlas.json, packed or not.
#include "cli/atlas_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/errors.h"
#include "experiments/atlas/advice.h"
#include "lab/config/shipped_files.h"
#include "lab/store/packed_file.h"

namespace rootward {

std::string atlas_file(const std::string& path) {
  return stored_form(std::filesystem::is_directory(path) ? path + "/atlas.json" : path);
}

std::string usual_atlas() {
  for (const std::string& place : {std::string(kUsualAtlas), (config::data_folder() / kUsualAtlas).string()})
    if (std::string file = atlas_file(place); !file.empty()) return file;
  return "";
}

atlas::AtlasResults read_atlas_file(const std::string& file) {
  try {
    return atlas::parse_atlas_json(unpacked_text(file));
  } catch (const UsageError& error) {
    throw UsageError(
        fmt::format("{}: it is no atlas.json, which `rootward run` of an atlas writes: {}", file, error.what()));
  }
}

}  // namespace rootward
