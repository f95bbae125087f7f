// Reads a game and builds it once, because some combinations of parameters make none.
#include "lab/config/game_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/piped_file.h"
#include "lab/config/plugin_reader.h"
#include "lab/config/shipped_files.h"
#include "lab/config/yaml_document.h"

namespace rootward::config {
namespace {

bool has_parameter(const Described& game, std::string_view key) {
  return std::ranges::find(game.parameters, key, &ParamSpec::key) != game.parameters.end();
}

std::string parameters_text(const Described& game) {
  std::vector<std::string> keys;
  for (const ParamSpec& spec : game.parameters) keys.push_back(spec.key);
  return keys.empty() ? "none" : fmt::format("{}", fmt::join(keys, ", "));
}

/// What stands behind the colon of `go:19` or `connect4:7x6`.
struct GivenSize {
  std::vector<std::string> keys;
  std::vector<std::string> values;
};

constexpr std::string_view kPlugin = "plugin";

/// Of `plugin:./dots.so` a file. One number is a size; two with an x between are width and height, where the game has
/// them.
GivenSize size_of(std::string_view text, const Described* game) {
  if (game != nullptr && game->name == kPlugin) return {{"file"}, {std::string(text)}};
  const std::size_t cross = text.find('x');
  const bool has_two = cross != std::string_view::npos && game != nullptr && has_parameter(*game, "width") &&
                       has_parameter(*game, "height");
  if (!has_two) return {{"size"}, {std::string(text)}};
  return {{"width", "height"}, {std::string(text.substr(0, cross)), std::string(text.substr(cross + 1))}};
}

/// `go:19`, `connect4:7x6` or `plugin:./dots.so`, alone or as a map's name, as a map with the keys of what follows;
/// nullopt after adding why that cannot be.
std::optional<YamlNode> with_size(const YamlNode& node, const YamlNode& name_node, ProblemList& problems) {
  const std::size_t colon = name_node.text.find(':');
  YamlNode name = name_node;
  name.text.resize(colon);
  const auto found = std::ranges::find(games(), name.text, &Described::name);
  const Described* game = found == games().end() ? nullptr : &*found;
  const GivenSize size = size_of(std::string_view(name_node.text).substr(colon + 1), game);
  if (game != nullptr && !has_parameter(*game, size.keys.front())) {
    const bool has_width = has_parameter(*game, "width") && has_parameter(*game, "height");
    problems.add(
        name_node,
        fmt::format("{} has no size, so {} is not allowed; {}its parameters: {}", name.text, written_text(name_node),
                    has_width ? fmt::format("write {}:WIDTHxHEIGHT; ", name.text) : "", parameters_text(*game)));
    return std::nullopt;
  }
  YamlNode map = node;
  map.kind = YamlNode::Kind::map;
  for (std::size_t i = 0; i < size.keys.size(); ++i) {
    if (node.find(size.keys[i]) != nullptr) {
      problems.add(name_node, fmt::format("{} gives a size, and so does the key {}; only one is allowed",
                                          written_text(name_node), size.keys[i]));
      return std::nullopt;
    }
    YamlNode value = name_node;
    value.text = size.values[i];
    value.is_quoted = false;
    value.path = join_path(node.path, size.keys[i]);
    map.entries.push_back({size.keys[i], name_node.place, std::move(value)});
  }
  if (YamlNode* own_name = map.find("name"))
    *own_name = std::move(name);
  else
    map.entries.push_back({"name", node.place, std::move(name)});
  return map;
}

/// The text of a file that a configuration names; nullopt after adding why it cannot be read.
std::optional<std::string> text_of(const YamlNode& node, const std::filesystem::path& file, ProblemList& problems) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMaxYamlBytes + 1, '\0');
  if (stream) stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  std::error_code ignored;
  if (stream.bad() || std::filesystem::is_directory(file, ignored) || !std::filesystem::exists(file, ignored)) {
    problems.add(node, fmt::format("cannot read {}; allowed: a YAML file from this configuration's folder, or "
                                   "shipped:NAME of configs/processes/",
                                   file.string()));
    return std::nullopt;
  }
  return text;
}

/// `file: FILE` of a decision process as the `process` that stands there, with its own places; nullopt after adding
/// what is wrong.
std::optional<YamlNode> with_process(const YamlNode& node, const YamlNode& file, ProblemList& problems) {
  constexpr std::string_view kShipped = "shipped:";
  if (!file.is_scalar() || file.text.empty() || node.find("process") != nullptr) {
    problems.add(file, "one of `file`, the path of a YAML file, and `process` is wanted");
    return std::nullopt;
  }
  const std::string source = file.place.source.starts_with("--") ? "" : file.place.source;
  const std::filesystem::path path =
      file.text.starts_with(kShipped)
          ? data_folder() / "configs" / "processes" / (file.text.substr(kShipped.size()) + ".yaml")
          : std::filesystem::path(configuration_folder(source)) / file.text;
  const std::optional<std::string> text = text_of(file, path, problems);
  if (!text) return std::nullopt;
  YamlNode process = parse_yaml(*text, path.string());
  assign_paths(process, join_path(node.path, "process"));
  YamlNode map = node;
  std::erase_if(map.entries, [](const YamlEntry& entry) { return entry.key == "file"; });
  map.entries.push_back({"process", file.place, std::move(process)});
  return map;
}

void build(const YamlNode& node, ReadGame& read, ProblemList& problems) {
  try {
    read.game = make_game(draw_game(*read.id, 0));
  } catch (const ParamError& error) {
    add_param_error(node, error, problems);
  } catch (const UsageError& error) {
    problems.add(node, error.what());
  }
}

}  // namespace

ReadGame read_game(const YamlNode& node, ProblemList& problems) {
  ReadGame read;
  const YamlNode* name = node.is_map() ? node.find("name") : &node;
  if (name != nullptr && name->is_scalar() && name->text.find(':') != std::string::npos) {
    const std::optional<YamlNode> map = with_size(node, *name, problems);
    return map ? read_game(*map, problems) : std::move(read);
  }
  const YamlNode* file = name != nullptr && name->text == "mdp" ? node.find("file") : nullptr;
  const bool is_resolved = file != nullptr && file->text.empty() && node.find("process") != nullptr;
  if (file != nullptr && !is_resolved) {
    const std::optional<YamlNode> map = with_process(node, *file, problems);
    return map ? read_game(*map, problems) : std::move(read);
  }
  const bool is_plugin = node.is_map() && name != nullptr && name->is_scalar() && name->text == kPlugin;
  read.id = is_plugin ? read_plugin(node, problems) : read_game_choice(node, problems);
  if (read.id) build(node, read, problems);
  return read;
}

}  // namespace rootward::config
