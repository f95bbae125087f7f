// Looks for named files where configurations lie.
#include "lab/config/stored_configuration.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <system_error>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "lab/config/named_files.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/shipped_files.h"
#include "lab/config/yaml_document.h"

namespace rootward::config {
namespace {

namespace fs = std::filesystem;

/// Folders from which a configuration may have named its files.
std::vector<fs::path> likely_folders(const std::string& folder) {
  std::vector<fs::path> places = {folder, "."};
  for (const fs::path& configs : {fs::path("configs"), data_folder() / "configs"}) {
    std::error_code unreadable;
    if (!fs::is_directory(configs, unreadable)) continue;
    places.push_back(configs);
    for (const fs::directory_entry& entry : fs::directory_iterator(configs))
      if (entry.is_directory()) places.push_back(entry.path());
  }
  return places;
}

}  // namespace

std::string stored_configuration(const std::string& folder) {
  const std::string path = (fs::path(folder) / "manifest.json").string();
  std::error_code unreadable;
  if (!fs::exists(path, unreadable))
    throw UsageError(
        fmt::format("{} is no configuration: it is a folder without a manifest.json, which holds that of "
                    "what was played",
                    folder));
  std::string text;
  try {
    text = text_field(parse_json(read_whole_file(path)), "resolved_config");
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
  YamlNode root = parse_yaml(text, path);
  std::map<std::string, std::string> names;
  for (const NamedFile& named : named_files_of(root, path))
    for (const fs::path& place : likely_folders(folder))
      if (const fs::path found = place / named.file; !names.contains(named.file) && fs::exists(found, unreadable))
        names[named.file] = fs::absolute(found).lexically_normal().string();
  rename_files(root, names);
  return tree_text(root);
}

}  // namespace rootward::config
