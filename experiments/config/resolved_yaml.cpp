// Printing the resolved tree as YAML, and its hash.
#include <fmt/format.h>

#include <utility>

#include "core/rng.h"
#include "experiments/config.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_text.h"

namespace rootward {
namespace config {
namespace {

std::string scalar_text(const YamlNode& node) {
  if (node.is_null()) return "null";
  return node.is_quoted ? yaml_text(node.text) : node.text;
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

}  // namespace config

std::string resolved_yaml(const TournamentConfig& config) { return config::tree_text(config::resolved_tree(config)); }

std::string game_yaml(const NamedParams& game) { return config::flow_text(config::resolved_choice(game)); }

std::string config_hash(const TournamentConfig& config) {
  TournamentConfig hashed = config;
  hashed.name.clear();
  hashed.question.clear();
  hashed.hypothesis.clear();
  hashed.schedule.pairs = 0;
  return fmt::format("{:016x}", hash_name(resolved_yaml(hashed)));
}

}  // namespace rootward
