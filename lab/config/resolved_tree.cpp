// Builds trees in the canonical order of keys, prints and compares them.
#include "lab/config/resolved_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lab/config/search_fields.h"
#include "lab/config/yaml_build.h"
#include "lab/config/yaml_scalar.h"
#include "lab/config/yaml_text.h"
#include "lab/play/engine_kinds.h"

namespace rootward::config {
namespace {

/// Dotted keys become nested maps.
void add_parameter(YamlNode& map, std::string_view key, const ParamValue& value) {
  const std::size_t dot = key.find('.');
  if (dot == std::string_view::npos) {
    add(map, key, value_node(value));
    return;
  }
  const std::string_view group = key.substr(0, dot);
  if (map.find(group) == nullptr) add(map, group, map_node());
  add_parameter(*map.find(group), key.substr(dot + 1), value);
}

/// A key that is a group's name and a choice at once (`blocked: random`) is written as what it is.
bool is_written(const Params& params, const std::string& key) {
  const std::string group = key.substr(0, key.find('.'));
  if (group != key) return !params.has(group);
  const auto next = params.values().upper_bound(key);
  return params.has(key) || next == params.values().end() || !next->first.starts_with(key + '.');
}

void add_parameters(YamlNode& map, const Params& params) {
  for (const auto& [key, value] : params.values()) {
    if (is_written(params, key)) add_parameter(map, key, value);
  }
}

YamlNode choice_node(const NamedParams& choice) {
  YamlNode node = map_node();
  add(node, "name", text_node(choice.name));
  add_parameters(node, choice.params);
  return node;
}

std::string scalar_text(const YamlNode& node) {
  if (node.is_null()) return "null";
  return node.is_quoted || is_plain_text(node.text) ? yaml_text(node.text) : node.text;
}

std::string joined_flow(const YamlNode& node) {
  std::string text;
  for (const YamlNode& item : node.items) text += (text.empty() ? "" : ", ") + flow_text(item);
  for (const YamlEntry& entry : node.entries)
    text += (text.empty() ? "" : ", ") + yaml_text(entry.key) + ": " + flow_text(entry.value);
  return text;
}

/// Players and their searches are written a key a line, all else in one line.
bool is_block(const YamlNode& node, int depth, const std::string& key) {
  return node.is_map() && !node.entries.empty() && (depth == 0 || key == "players" || depth == 2 || key == "search");
}

void write_block(const YamlNode& map, int depth, std::string& out) {
  for (const YamlEntry& entry : map.entries) {
    out.append(std::size_t{2} * static_cast<std::size_t>(depth), ' ');
    out += yaml_text(entry.key) + ":";
    if (is_block(entry.value, depth + 1, entry.key)) {
      out += '\n';
      write_block(entry.value, depth + 1, out);
    } else {
      out += ' ' + flow_text(entry.value) + '\n';
    }
  }
}

}  // namespace

YamlNode resolved_choice(const NamedParams& choice) { return choice_node(choice); }

YamlNode resolved_search(const SearchSettings& search) { return written_map(search_fields(), search); }

YamlNode resolved_player(const PlayerSpec& player) {
  YamlNode node = map_node();
  if (player.kind == "search") {
    add(node, "backup", choice_node(player.search.backup));
    add(node, "search", resolved_search(player.search));
    return node;
  }
  if (!is_protocol(player.kind)) add(node, is_engine(player) ? "preset" : "player", text_node(player.kind));
  add_parameters(node, player.params);
  if (!player.environment.empty()) {
    YamlNode environment = map_node();
    for (const EnvironmentVariable& one : player.environment) add(environment, one.name, text_node(kNotStored));
    add(node, "environment", std::move(environment));
  }
  return node;
}

std::string flow_text(const YamlNode& node) {
  if (node.is_map()) return '{' + joined_flow(node) + '}';
  if (node.is_sequence()) return '[' + joined_flow(node) + ']';
  return scalar_text(node);
}

void collect_leaves(const YamlNode& node, Leaves& leaves, std::vector<std::string>& order) {
  if (!node.is_map() || node.entries.empty()) {
    leaves[node.path] = flow_text(node);
    order.push_back(node.path);
    return;
  }
  for (const YamlEntry& entry : node.entries) collect_leaves(entry.value, leaves, order);
}

std::string tree_text(const YamlNode& tree) {
  std::string out;
  write_block(tree, 0, out);
  return out;
}

}  // namespace rootward::config
