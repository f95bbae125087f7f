// Paths into players, and their one-line summary.
#include "lab/config/player_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "backup/registry.h"
#include "evaluators/registry.h"
#include "lab/config/named_choice.h"
#include "lab/config/parts.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/search_fields.h"
#include "lab/config/yaml_scalar.h"
#include "lab/play/engine_kinds.h"

namespace rootward {
namespace config {
namespace {

constexpr std::string_view kBackupPrefix = "backup.";
constexpr std::string_view kSearchPrefix = "search.";

const std::vector<Described>& kinds_with(const PlayerSpec& player) {
  return is_engine(player) ? engine_kinds() : player_kinds();
}

std::optional<ParamSpec> declaration(const PlayerSpec& player, std::string_view path) {
  if (player.kind != "search") return declared_parameter(kinds_with(player), {player.kind, player.params}, path);
  if (path.starts_with(kBackupPrefix))
    return declared_parameter(backup_choices().known, player.search.backup, path.substr(kBackupPrefix.size()));
  if (path.starts_with(kSearchPrefix))
    return declared_at(search_fields(), player.search, path.substr(kSearchPrefix.size()));
  return std::nullopt;
}

bool takes_numbers(const ParamSpec& spec) {
  return spec.type == ParamType::integer || spec.type == ParamType::real || spec.type == ParamType::real_list ||
         spec.or_number;
}

bool is_number(const ParamValue& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

/// The value of a leaf that is a number, a list of numbers or nothing.
std::optional<ParamValue> value_of_leaf(const YamlNode& node) {
  if (!node.is_sequence()) return scalar_value(node);
  std::vector<double> values;
  for (const YamlNode& item : node.items) {
    const ParamValue value = scalar_value(item);
    if (!is_number(value)) return std::nullopt;
    const auto* whole = std::get_if<std::int64_t>(&value);
    values.push_back(whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value));
  }
  return values;
}

void collect_numbers(const YamlNode& node, const PlayerSpec& player, std::vector<PlayerNumber>& found) {
  std::optional<ParamSpec> spec = declaration(player, node.path);
  if (node.is_map()) {
    if (spec && takes_numbers(*spec)) {  // a number that is declared in its place, {value, low, high, ..}
      found.push_back({node.path, spec->fallback, std::move(spec)});
      return;
    }
    for (const YamlEntry& entry : node.entries) collect_numbers(entry.value, player, found);
    return;
  }
  std::optional<ParamValue> value = value_of_leaf(node);
  if (!value || (spec ? !takes_numbers(*spec) : !is_number(*value))) return;
  if (!is_number(*value) && !node.is_sequence()) value = ParamValue{};  // a choice by name, or nothing
  found.push_back({node.path, std::move(*value), std::move(spec)});
}

/// Throws the same with `prefix` before every key.
template <class Action>
void with_prefix(std::string_view prefix, Action action) {
  try {
    action();
  } catch (const ParamError& error) {
    std::vector<ParamError> all = {ParamError(std::string(prefix) + error.key(), error.what())};
    for (const ParamError& other : error.others()) all.emplace_back(std::string(prefix) + other.key(), other.what());
    throw ParamError(std::move(all));
  }
}

}  // namespace

std::vector<PlayerNumber> numbers_of(const PlayerSpec& player) {
  YamlNode root = resolved_player(player);
  assign_paths(root, "");
  std::vector<PlayerNumber> found;
  collect_numbers(root, player, found);
  return found;
}

void set_number(PlayerSpec& player, std::string_view path, const ParamValue& value) {
  if (player.kind != "search") {
    NamedParams choice{player.kind, player.params};
    set_parameter(kinds_with(player), choice, path, value);
    player.params = std::move(choice.params);
  } else if (path.starts_with(kBackupPrefix)) {
    set_parameter(backup_choices().known, player.search.backup, path.substr(kBackupPrefix.size()), value);
  } else if (path.starts_with(kSearchPrefix)) {
    set_at(search_fields(), player.search, path.substr(kSearchPrefix.size()), value);
  } else {
    throw ParamError(std::string(path), "is no value that can be set");
  }
}

void fit_to_game(PlayerSpec& player, const Game& game) {
  if (player.kind != "search") {
    for (const Described& kind : player_kinds()) {
      if (kind.name != player.kind) continue;
      for (const ParamSpec& spec : kind.parameters)
        if (spec.type == ParamType::tree) (void)game.slots(nested_evaluator(player.params, spec.key));
    }
    return;
  }
  with_prefix(kBackupPrefix, [&] {
    player.search.backup = resolve_backup(player.search.backup, operator_context(game, player.search));
  });
  with_prefix("search.evaluator.", [&] { (void)game.slots(player.search.evaluator); });
}

}  // namespace config

std::string player_summary(const PlayerSpec& player) {
  if (player.kind == "search")
    return config::choice_text(player.search.backup) + "; " +
           config::summary_of(config::search_fields(), player.search);
  std::string text = config::choice_text({player.kind, player.params});
  for (const EnvironmentVariable& one : player.environment) text += fmt::format("; {}={}", one.name, kNotStored);
  return text;
}

}  // namespace rootward
