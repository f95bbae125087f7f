// Looks for named files where configurations lie.
#include "lab/config/stored_configuration.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "core/note.h"
#include "lab/config/named_files.h"
#include "lab/config/piped_file.h"
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

/// The resolved configuration in a manifest, with places there.
YamlNode stored_tree(const std::string& manifest) {
  std::string text;
  try {
    text = text_field(parse_json(read_whole_file(manifest)), "resolved_config");
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", manifest, error.what()));
  }
  return parse_yaml(text, manifest);
}

/// Of the run that goes on; "": none does.
struct KeptGames {
  std::mutex mutex;
  std::string folder;
  std::set<std::string> told;
};

KeptGames& kept_games() {
  static KeptGames kept;
  return kept;
}

std::string manifest_of(const std::string& folder) { return (fs::path(folder) / "manifest.json").string(); }

const YamlNode* node_at(const YamlNode& node, std::string_view path) {
  if (node.path == path) return &node;
  for (const YamlEntry& entry : node.entries)
    if (const YamlNode* found = node_at(entry.value, path)) return found;
  for (const YamlNode& item : node.items)
    if (const YamlNode* found = node_at(item, path)) return found;
  return nullptr;
}

/// The game as the run has stored it, in the words of the configuration where it has some; nullopt where it is of
/// another kind.
std::optional<YamlNode> as_stored(const YamlNode& node, const YamlNode& stored) {
  const std::string& name = node.find("name")->text;
  if (name == "python" && stored.find("source") != nullptr) return stored;
  const YamlNode* stored_name = stored.find("name");
  if (stored_name == nullptr || stored_name->text != name) return std::nullopt;
  const YamlNode* kept = stored.find(name == "mdp" ? "process" : "sha256");
  if (kept == nullptr) return std::nullopt;
  YamlNode game = node;
  if (name == "mdp")
    std::erase_if(game.entries, [](const YamlEntry& entry) { return entry.key == "file"; });
  else
    game.find("file")->place = stored.find("file")->place;  // from which the copy is found
  game.entries.push_back({name == "mdp" ? "process" : "sha256", kept->place, *kept});
  return game;
}

/// Games by files that are not there. What the program ships is no file of a user's.
void collect_missing(YamlNode& node, std::vector<YamlNode*>& missing) {
  const YamlNode* name = node.find("name");
  const YamlNode* file = node.find("file");
  const bool is_by_file = name != nullptr && file != nullptr && file->is_scalar() && !file->text.empty() &&
                          !file->text.starts_with("shipped:") && node.find("sha256") == nullptr &&
                          (name->text == "plugin" || name->text == "mdp" || name->text == "python");
  if (is_by_file) {
    const std::string& source = file->place.source;
    const fs::path folder = source.starts_with("--") ? "" : configuration_folder(source);
    if (std::error_code ignored; !fs::exists(folder / file->text, ignored)) missing.push_back(&node);
    return;
  }
  for (YamlEntry& entry : node.entries) collect_missing(entry.value, missing);
  for (YamlNode& item : node.items) collect_missing(item, missing);
}

}  // namespace

std::string stored_configuration(const std::string& folder) {
  const std::string path = manifest_of(folder);
  std::error_code unreadable;
  if (!fs::exists(path, unreadable))
    throw UsageError(
        fmt::format("{} is no configuration: it is a folder without a manifest.json, which holds that of "
                    "what was played",
                    folder));
  YamlNode root = stored_tree(path);
  std::map<std::string, std::string> names;
  for (const NamedFile& named : named_files_of(root, path))
    for (const fs::path& place : likely_folders(folder))
      if (const fs::path found = place / named.file; !names.contains(named.file) && fs::exists(found, unreadable))
        names[named.file] = fs::absolute(found).lexically_normal().string();
  rename_files(root, names);
  return tree_text(root);
}

ContinuedRun::ContinuedRun(const std::string& folder) {
  const std::lock_guard lock(kept_games().mutex);
  kept_games().folder = folder;
}
ContinuedRun::~ContinuedRun() {
  const std::lock_guard lock(kept_games().mutex);
  kept_games().folder.clear();
}

void take_kept_games(YamlNode& root) {
  KeptGames& run = kept_games();
  const std::lock_guard lock(run.mutex);
  std::error_code ignored;
  if (run.folder.empty() || !fs::exists(manifest_of(run.folder), ignored)) return;
  std::vector<YamlNode*> missing;
  collect_missing(root, missing);
  if (missing.empty()) return;
  YamlNode tree = stored_tree(manifest_of(run.folder));
  assign_paths(tree, "");
  for (YamlNode* node : missing) {
    const std::string file = node->find("file")->text;
    const YamlNode* stored = node_at(tree, node->path);
    std::optional<YamlNode> game = stored == nullptr ? std::nullopt : as_stored(*node, *stored);
    if (!game) continue;
    *node = std::move(*game);
    if (run.told.insert(file).second) note("{} is not there; what {} keeps of it is played", file, run.folder);
  }
}

}  // namespace rootward::config
