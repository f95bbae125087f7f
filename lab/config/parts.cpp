// Reading games, operators, evaluators and players out of command-line arguments.
#include <utility>

#include "core/errors.h"
#include "lab/config/game_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/overrides.h"
#include "lab/config/parts.h"
#include "lab/config/player_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_document.h"

namespace rootward {
namespace {

using config::ProblemList;
using config::YamlNode;

/// Adds a key with an argument's value to a map.
void add_argument(YamlNode& root, const char* key, std::string_view yaml, const std::string& where) {
  root.kind = YamlNode::Kind::map;
  YamlNode value = config::parse_yaml(yaml, where);
  const config::Place place = value.place;
  root.entries.push_back({key, place, std::move(value)});
  config::assign_paths(root, "");
}

using ReadChoice = std::optional<NamedParams>(const YamlNode& node, ProblemList& problems);

NamedParams parse_choice(std::string_view yaml, const std::string& where, ReadChoice& read) {
  ProblemList problems;
  YamlNode node = config::parse_yaml(yaml, where);
  config::assign_paths(node, "");
  const std::optional<NamedParams> choice = read(node, problems);
  problems.throw_if_any();
  return choice.value();
}

config::ReadGame read_game(std::string_view text, const std::vector<Override>& overrides, const std::string& where) {
  YamlNode root;
  add_argument(root, "game", text, where);
  config::apply_overrides(root, overrides, {.prefix = "game", .shown = "game."});
  ProblemList problems;
  config::ReadGame read = config::read_game(*root.find("game"), problems);
  problems.throw_if_any();
  return read;
}

}  // namespace

NamedParams parse_game(std::string_view text, const std::vector<Override>& overrides, const std::string& where) {
  return read_game(text, overrides, where).id.value();
}

std::unique_ptr<Game> built_game(std::string_view text, const std::string& where) {
  return read_game(text, {}, where).game;
}

PlayerSpec parse_search_player(std::string_view search_yaml, std::string_view backup_yaml,
                               const std::vector<Override>& overrides, const NamedParams& game) {
  YamlNode root;
  root.kind = YamlNode::Kind::map;
  if (!search_yaml.empty()) add_argument(root, "search", search_yaml, "--search");
  if (!backup_yaml.empty()) add_argument(root, "backup", backup_yaml, "--backup");
  config::apply_overrides(root, overrides);
  if (root.find("player") != nullptr)
    throw UsageError("--set player: only a searching player can be set here; its keys: backup, search");
  ProblemList problems;
  const std::unique_ptr<Game> built = make_game(game);
  const YamlNode no_defaults;
  config::DefaultsMerger merger(no_defaults);
  const std::optional<PlayerSpec> spec = config::PlayerReader(built.get(), merger, problems).read("", root);
  problems.throw_if_any();
  return spec.value();
}

NamedParams parse_backup(std::string_view yaml, const std::string& where) {
  return parse_choice(yaml, where, config::read_backup);
}

void check_backup(std::string_view yaml, const std::string& where, const OperatorContext& context) {
  config::ProblemList problems;
  config::YamlNode node = config::parse_yaml(yaml, where);
  config::assign_paths(node, "");
  if (const std::optional<NamedParams> backup = config::read_backup(node, problems)) {
    try {
      (void)resolve_backup(*backup, context);
    } catch (const ParamError& error) {
      config::add_param_error(node, error, problems);
    }
  }
  problems.throw_if_any();
}

NamedParams parse_evaluator(std::string_view yaml, const std::string& where) {
  return parse_choice(yaml, where, config::read_evaluator);
}

std::string game_yaml(const NamedParams& game) { return config::flow_text(config::resolved_choice(game)); }

}  // namespace rootward
