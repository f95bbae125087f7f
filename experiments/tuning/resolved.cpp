// The resolved study as a tree, its hash and its differences.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "core/rng.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_build.h"
#include "experiments/tuning/config.h"

namespace rootward::tuning {
namespace {

using config::add;
using config::count_node;
using config::map_node;
using config::text_node;
using config::value_node;
using config::YamlNode;

YamlNode opponents_node(const TuningConfig& study) {
  YamlNode node = map_node();
  for (const TuningOpponent& opponent : study.opponents) {
    YamlNode player = config::resolved_player(opponent.player);
    add(player, "weight", value_node(opponent.weight));
    add(node, opponent.player.name, std::move(player));
  }
  return node;
}

YamlNode parameters_node(const TuningConfig& study) {
  YamlNode node = map_node();
  for (const TunedParameter& parameter : study.parameters) {
    YamlNode limits = map_node();
    add(limits, "low", value_node(parameter.low));
    add(limits, "high", value_node(parameter.high));
    add(limits, "scale", text_node(scale_name(parameter.scale)));
    add(node, parameter.path, std::move(limits));
  }
  return node;
}

/// What decides evaluations.
YamlNode hashed_tree(const TuningConfig& study) {
  YamlNode node = map_node();
  add(node, "seed", count_node(study.seed));
  add(node, "game", config::resolved_choice(study.game));
  add(node, kCandidateName, config::resolved_player(study.candidate));
  add(node, "opponents", opponents_node(study));
  add(node, "opening", config::resolved_opening(study.opening));
  add(node, "parameters", parameters_node(study));
  config::assign_paths(node, "");
  return node;
}

}  // namespace

YamlNode resolved_tree(const TuningConfig& study) {
  YamlNode node = map_node();
  add(node, "name", text_node(study.name));
  if (!study.question.empty()) add(node, "question", text_node(study.question));
  if (!study.hypothesis.empty()) add(node, "hypothesis", text_node(study.hypothesis));
  add(node, "games", count_node(study.games));
  add(node, "test_games", count_node(study.test_games));
  YamlNode hashed = hashed_tree(study);
  for (config::YamlEntry& entry : hashed.entries) node.entries.push_back(std::move(entry));
  config::assign_paths(node, "");
  return node;
}

std::string resolved_yaml(const TuningConfig& study) { return config::tree_text(resolved_tree(study)); }

std::string config_hash(const TuningConfig& study) {
  return fmt::format("{:016x}", hash_name(config::tree_text(hashed_tree(study))));
}

std::string describe_difference(const TuningConfig& stored, const TuningConfig& now) {
  return config::tree_difference(hashed_tree(stored), hashed_tree(now));
}

}  // namespace rootward::tuning
