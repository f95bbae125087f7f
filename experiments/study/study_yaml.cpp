// The resolved study as a tree, its hash and its differences.
#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "core/rng.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/study/study.h"

namespace rootward {
namespace {

using config::YamlNode;

YamlNode scalar(std::string text, bool is_quoted) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = std::move(text);
  node.is_quoted = is_quoted;
  return node;
}
YamlNode text_node(std::string_view text) { return scalar(std::string(text), true); }
YamlNode number_node(double value) { return scalar(param_text(value), false); }
YamlNode count_node(std::uint64_t value) { return scalar(fmt::format("{}", value), false); }

YamlNode map_node() {
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  return node;
}

void add_entry(YamlNode& map, std::string key, YamlNode value) {
  map.entries.push_back({std::move(key), {}, std::move(value)});
}

std::string_view scale_name(Scale scale) {
  constexpr std::array<std::string_view, 3> kNames = {"linear", "log", "integer"};
  return kNames[static_cast<std::size_t>(scale)];
}

YamlNode opponents_node(const StudyConfig& study) {
  YamlNode node = map_node();
  for (const StudyOpponent& opponent : study.opponents) {
    YamlNode player = config::resolved_player(opponent.player);
    add_entry(player, "weight", number_node(opponent.weight));
    add_entry(node, opponent.player.name, std::move(player));
  }
  return node;
}

YamlNode parameters_node(const StudyConfig& study) {
  YamlNode node = map_node();
  for (const TunedParameter& parameter : study.parameters) {
    YamlNode limits = map_node();
    add_entry(limits, "low", number_node(parameter.low));
    add_entry(limits, "high", number_node(parameter.high));
    add_entry(limits, "scale", text_node(scale_name(parameter.scale)));
    add_entry(node, parameter.path, std::move(limits));
  }
  return node;
}

/// What decides evaluations.
YamlNode hashed_tree(const StudyConfig& study) {
  YamlNode node = map_node();
  add_entry(node, "seed", count_node(study.seed));
  add_entry(node, "game", config::resolved_choice(study.game));
  add_entry(node, kCandidateName, config::resolved_player(study.candidate));
  add_entry(node, "opponents", opponents_node(study));
  add_entry(node, "opening", config::resolved_opening(study.opening));
  add_entry(node, "parameters", parameters_node(study));
  config::assign_paths(node, "");
  return node;
}

}  // namespace

std::string resolved_yaml(const StudyConfig& study) {
  YamlNode head = map_node();
  add_entry(head, "name", text_node(study.name));
  if (!study.question.empty()) add_entry(head, "question", text_node(study.question));
  if (!study.hypothesis.empty()) add_entry(head, "hypothesis", text_node(study.hypothesis));
  add_entry(head, "games", count_node(study.games));
  add_entry(head, "test_games", count_node(study.test_games));
  return config::tree_text(head) + config::tree_text(hashed_tree(study));
}

std::string config_hash(const StudyConfig& study) {
  return fmt::format("{:016x}", hash_name(config::tree_text(hashed_tree(study))));
}

std::string describe_difference(const StudyConfig& stored, const StudyConfig& now) {
  return config::tree_difference(hashed_tree(stored), hashed_tree(now));
}

}  // namespace rootward
