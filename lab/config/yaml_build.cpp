// Nodes from values.
#include "lab/config/yaml_build.h"

#include <fmt/format.h>

#include <variant>

namespace rootward::config {
namespace {

YamlNode scalar_node(std::string text, bool is_quoted) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = std::move(text);
  node.is_quoted = is_quoted;
  return node;
}

YamlNode sequence_node() {
  YamlNode node;
  node.kind = YamlNode::Kind::sequence;
  return node;
}

YamlNode node_of(const ParamTree& tree) {
  if (tree.kind == ParamTree::Kind::number) return value_node(tree.number);
  if (tree.kind == ParamTree::Kind::text) return text_node(tree.text);
  YamlNode node = tree.kind == ParamTree::Kind::map ? map_node() : sequence_node();
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    if (node.is_map())
      add(node, tree.keys[i], node_of(tree.items[i]));
    else
      node.items.push_back(node_of(tree.items[i]));
  }
  return node;
}

}  // namespace

YamlNode text_node(std::string_view text) { return scalar_node(std::string(text), true); }

YamlNode count_node(std::uint64_t count) { return scalar_node(fmt::format("{}", count), false); }

YamlNode value_node(const ParamValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return {};
  if (const auto* text = std::get_if<std::string>(&value)) return text_node(*text);
  if (const auto* tree = std::get_if<ParamTree>(&value)) return node_of(*tree);
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    YamlNode node = sequence_node();
    for (const double number : *list) node.items.push_back(value_node(number));
    return node;
  }
  return scalar_node(param_text(value), false);
}

YamlNode text_list(const std::vector<std::string>& texts) {
  YamlNode node = sequence_node();
  for (const std::string& text : texts) node.items.push_back(text_node(text));
  return node;
}

YamlNode count_list(const std::vector<std::uint64_t>& counts) {
  YamlNode node = sequence_node();
  for (const std::uint64_t count : counts) node.items.push_back(count_node(count));
  return node;
}

}  // namespace rootward::config
