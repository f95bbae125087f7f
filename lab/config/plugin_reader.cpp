// Finds, loads and tries a game's shared library.
#include "lab/config/plugin_reader.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/sha256.h"
#include "games/loading/library.h"
#include "games/loading/trial.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/piped_file.h"

namespace rootward::config {
namespace {

namespace fs = std::filesystem;
using loading::Library;

/// A file's name is enough to know a game by; longer trials are for `check`.
constexpr loading::TrialLimits kFirstUse{.games = 1'000, .seconds = 2};

std::string mark_of(const std::string& bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

/// The bytes of the named file, or of a run's copy of the wanted one: beside the file that names it, or above the
/// folder of self-play's shards. Throws UsageError.
std::string bytes_of(const std::string& file, const std::string& folder, const std::string& wanted) {
  std::error_code unreadable;
  std::string other;
  std::vector<fs::path> places{fs::path(folder) / file};
  if (!wanted.empty())
    for (const char* above : {".", ".."}) places.push_back(fs::path(folder) / above / plugin_copy_name(wanted));
  for (const fs::path& place : places) {
    if (!fs::is_regular_file(place, unreadable)) continue;
    std::string bytes = read_whole_file(place.string());
    const std::string mark = mark_of(bytes);
    if (wanted.empty() || mark == wanted) return bytes;
    other = mark;
  }
  if (other.empty()) throw UsageError(fmt::format("{} is not there: no file {}", file, places.front().string()));
  throw UsageError(fmt::format("{} is another file: its mark is sha256 {}; asked for is {}", file, other, wanted));
}

std::shared_ptr<const Library> loaded(const std::string& file, const std::string& folder, const std::string& wanted) {
  if (auto known = loading::find_library(wanted)) return known;
  const std::string bytes = bytes_of(file, folder, wanted);
  if (auto known = loading::find_library(mark_of(bytes))) return known;
  try {
    loading::try_loading(bytes);
    return loading::load_library(bytes);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", file, error.what()));
  }
}

/// Once a process for the same parameters.
void try_once(const std::shared_ptr<const Library>& library, const NamedParams& id) {
  static std::mutex mutex;
  static std::set<std::string> tried;
  const std::string key = choice_text(id);
  const std::lock_guard lock(mutex);
  if (tried.contains(key)) return;
  try {
    (void)loading::try_game(library, id.params, kFirstUse);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", id.params.text("file"), error.what()));
  }
  tried.insert(key);
}

/// Of the map's `file`, `sha256`: the text, "" where there is none.
std::string text_of(MapReader& map, std::string_view key) {
  for (const ParamSpec& spec : loading::plugin_description().parameters) {
    if (spec.key != key) continue;
    const ParamValue value = map.read(spec);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
  }
  return "";
}

/// The parameters' specs without the prefix, as they are written.
Described written_description(const Library& library) {
  return {.name = "plugin", .help = "", .source = "", .parameters = library.parameters()};
}

NamedParams resolved(const Library& library, const std::string& file, const Params& own) {
  GivenParams given{{"file", file}, {"sha256", library.sha256()}};
  for (const auto& [key, value] : own.values()) given["parameters." + key] = value;
  return {"plugin", resolve_params(loading::parameters_of(library), given)};
}

}  // namespace

std::string short_name(const NamedParams& game) {
  const bool is_plugin = game.name == loading::plugin_description().name;
  return is_plugin ? fmt::format("{}:{}", game.name, game.params.text("file")) : game.name;
}

std::string plugin_copy_name(const std::string& sha256) { return fmt::format("game-{}.so", sha256.substr(0, 16)); }

std::optional<NamedParams> read_plugin(const YamlNode& node, ProblemList& problems) {
  const std::size_t before = problems.size();
  MapReader map(node, problems);
  (void)map.take("name");
  const std::string file = text_of(map, "file");
  const std::string wanted = text_of(map, "sha256");
  const YamlNode* given = map.take("parameters");
  map.finish();
  if (!is_map_or_absent(given, problems) || file.empty() || problems.size() != before) return std::nullopt;
  const YamlNode& file_node = *node.find("file");
  const std::string& source = file_node.place.source;
  YamlNode nothing;
  nothing.place = node.place;
  nothing.path = join_path(node.path, "parameters");
  nothing.kind = YamlNode::Kind::map;
  try {
    const auto library = loaded(file, source.starts_with("--") ? std::string() : configuration_folder(source), wanted);
    const std::optional<Params> own =
        read_params(given == nullptr ? nothing : *given, written_description(*library), {}, problems);
    if (!own) return std::nullopt;
    NamedParams id = resolved(*library, file, *own);
    try_once(library, id);
    return id;
  } catch (const UsageError& error) {
    problems.add(file_node, error.what());
    return std::nullopt;
  }
}

void keep_plugins(const YamlNode& resolved, const std::string& folder) {
  const YamlNode* name = resolved.find("name");
  const YamlNode* mark = resolved.find("sha256");
  if (name != nullptr && name->text == "plugin" && mark != nullptr)
    if (const auto library = loading::find_library(mark->text))
      (void)create_file_atomically((fs::path(folder) / plugin_copy_name(mark->text)).string(), library->bytes());
  for (const YamlEntry& entry : resolved.entries) keep_plugins(entry.value, folder);
  for (const YamlNode& item : resolved.items) keep_plugins(item, folder);
}

}  // namespace rootward::config
