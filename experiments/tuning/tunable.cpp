// Walks the resolved player and looks every number up in the registries.
#include "experiments/tuning/tunable.h"

#include <algorithm>
#include <utility>

#include "backup/registry.h"
#include "evaluators/registry.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_scalar.h"
#include "search/settings.h"

namespace rootward::tuning {
namespace {

using config::YamlNode;

/// Parameters below one path, and where they are declared.
struct Declarations {
  std::string prefix;  ///< "backup."
  std::vector<ParamSpec> specs;
};

std::vector<ParamSpec> specs_of(const std::vector<Described>& registry, const std::string& name) {
  const auto found = std::ranges::find(registry, name, &Described::name);
  return found == registry.end() ? std::vector<ParamSpec>{} : found->parameters;
}

std::vector<Declarations> declarations_of(const PlayerSpec& player) {
  if (player.kind != "search") return {{"", specs_of(player_kinds(), player.kind)}};
  const SearchSettings& search = player.search;
  std::vector<ParamSpec> backup;
  for (const OperatorEntry& entry : operators())
    if (entry.description.name == search.backup.name) backup = entry.description.parameters;
  return {{"backup.", std::move(backup)},
          {"search.selection.", specs_of(selections(), search.selection.name)},
          {"search.evaluator.", specs_of(evaluators(), search.evaluator.name)},
          {"search.final_move.", specs_of(final_moves(), search.final_move.name)}};
}

std::optional<ParamSpec> declaration(const std::vector<Declarations>& all, const std::string& path) {
  for (const Declarations& one : all) {
    if (!path.starts_with(one.prefix)) continue;
    const auto found = std::ranges::find(one.specs, path.substr(one.prefix.size()), &ParamSpec::key);
    if (found != one.specs.end()) return *found;
  }
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
std::optional<ParamValue> value_of(const YamlNode& node) {
  if (!node.is_sequence()) return config::scalar_value(node);
  std::vector<double> values;
  for (const YamlNode& item : node.items) {
    const ParamValue value = config::scalar_value(item);
    if (!is_number(value)) return std::nullopt;
    const auto* whole = std::get_if<std::int64_t>(&value);
    values.push_back(whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value));
  }
  return values;
}

void collect(const YamlNode& node, const std::vector<Declarations>& declared, std::vector<Tunable>& found) {
  for (const config::YamlEntry& entry : node.entries) collect(entry.value, declared, found);
  if (node.is_map()) return;
  std::optional<ParamSpec> spec = declaration(declared, node.path);
  std::optional<ParamValue> value = value_of(node);
  if (!value || (spec ? !takes_numbers(*spec) : !is_number(*value))) return;
  if (!is_number(*value) && !node.is_sequence()) value = ParamValue{};  // a choice by name, or nothing
  found.push_back({node.path, std::move(*value), std::move(spec)});
}

}  // namespace

std::vector<Tunable> tunables_of(const PlayerSpec& player) {
  YamlNode root = config::resolved_player(player);
  config::assign_paths(root, "");
  std::vector<Tunable> found;
  collect(root, declarations_of(player), found);
  return found;
}

}  // namespace rootward::tuning
