// Reads a game and builds it once, because some combinations of parameters make none.
#include "experiments/config/game_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/map_reader.h"
#include "experiments/config/named_choice.h"

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

/// `go:19`, alone or as a map's name, as `{name: go, size: 19}`; nullopt after adding why that cannot be.
std::optional<YamlNode> with_size(const YamlNode& node, const YamlNode& name_node, ProblemList& problems) {
  const std::size_t colon = name_node.text.find(':');
  YamlNode name = name_node;
  name.text.resize(colon);
  YamlNode size = name_node;
  size.text.erase(0, colon + 1);
  size.is_quoted = false;
  size.path = join_path(node.path, "size");
  const auto game = std::ranges::find(games(), name.text, &Described::name);
  if (game != games().end() && !has_parameter(*game, "size")) {
    problems.add(name_node, fmt::format("{} has no size, so {} is not allowed; its parameters: {}", name.text,
                                        written_text(name_node), parameters_text(*game)));
    return std::nullopt;
  }
  if (node.find("size") != nullptr) {
    problems.add(name_node, fmt::format("{} gives a size, and so does the key size; only one is allowed",
                                        written_text(name_node)));
    return std::nullopt;
  }
  YamlNode map = node;
  map.kind = YamlNode::Kind::map;
  if (YamlNode* own_name = map.find("name"))
    *own_name = std::move(name);
  else
    map.entries.push_back({"name", node.place, std::move(name)});
  map.entries.push_back({"size", name_node.place, std::move(size)});
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
  read.id = read_choice(node, game_choices(), problems);
  if (read.id) build(node, read, problems);
  return read;
}

}  // namespace rootward::config
