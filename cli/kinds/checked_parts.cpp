// Engines, openings and operators in words.
#include "cli/kinds/checked_parts.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <variant>

#include "core/note.h"
#include "lab/config/yaml_scalar.h"
#include "lab/play/game.h"

namespace rootward {

std::string given_file(const CLI::App& command) { return command.get_option("CONFIG")->as<std::string>(); }

Json json_of_node(const config::YamlNode& node) {
  if (node.is_map()) {
    Json object = Json::object();
    for (const config::YamlEntry& entry : node.entries) object[entry.key] = json_of_node(entry.value);
    return object;
  }
  if (node.is_sequence()) {
    Json list = Json::array();
    for (const config::YamlNode& item : node.items) list.push_back(json_of_node(item));
    return list;
  }
  if (const std::optional<std::uint64_t> count = node.is_quoted ? std::nullopt : config::unsigned_value(node))
    return *count;
  const ParamValue value = config::scalar_value(node);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

std::string rehearsed_text(const std::vector<std::string>& engines) {
  std::string text;
  for (const std::string& engine : engines)
    text += fmt::format("engine {}; {} plies played\n", engine, kRehearsedPlies);
  return text;
}

std::string openings_text(Openings& openings) {
  openings.prepare(1, 1, [] { return false; });
  const std::optional<std::size_t> available = openings.available();
  return fmt::format("openings: {}\n", available ? fmt::format("{} different ones", *available) : "very many");
}

void warn_of(const std::string& player, const NamedParams& backup, const OperatorContext& context) {
  for (const std::string& warning : backup_warnings(backup, context)) note("warning: {}: {}", player, warning);
}

void warn_of(const PlayerSpec& player, const Game& game) {
  if (player.kind == "search") warn_of(player.name, player.search.backup, operator_context(game, player.search));
}

}  // namespace rootward
