// A study of estimates against the truth as resolved YAML, and whether one continues another.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/rng.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_build.h"
#include "experiments/config/yaml_document.h"
#include "experiments/estimates/config.h"

namespace rootward::estimates {
namespace {

using config::add;
using config::count_node;
using config::map_node;
using config::text_node;
using config::value_node;
using config::YamlEntry;
using config::YamlNode;

/// A search whose budget stands elsewhere.
YamlNode search_without_budget(const SearchSettings& search) {
  YamlNode node = config::resolved_search(search);
  std::erase_if(node.entries, [](const YamlEntry& entry) { return entry.key == "budget"; });
  return node;
}

YamlNode game_node(const EstimatedGame& game) {
  YamlNode node = config::resolved_choice(game.id);
  if (game.is_family) std::erase_if(node.entries, [](const YamlEntry& entry) { return entry.key == "seed"; });
  return node;
}

YamlNode arm_node(const Arm& arm) {
  YamlNode node = map_node();
  add(node, "backup", config::resolved_choice(arm.search.backup));
  add(node, "search", search_without_budget(arm.search));
  if (arm.operators.front() != arm.name) add(node, "driver", text_node(arm.operators.front()));
  if (arm.search.shadows.empty()) return node;
  YamlNode shadows = map_node();
  for (std::size_t i = 0; i < arm.search.shadows.size(); ++i)
    add(shadows, arm.operators[i + 1], config::resolved_choice(arm.search.shadows[i]));
  add(node, "shadows", std::move(shadows));
  return node;
}

YamlNode truth_node(const TruthSettings& truth) {
  YamlNode node = map_node();
  if (truth.kind == TruthSettings::Kind::exact) {
    add(node, "nodes", count_node(truth.nodes));
    return node;
  }
  add(node, "simulations", count_node(truth.reference.budget.simulations));
  add(node, "backup", config::resolved_choice(truth.reference.backup));
  add(node, "search", search_without_budget(truth.reference));
  return node;
}

bool is_count_that_may_grow(const std::string& path) { return path == "instances" || path == "repeats"; }
bool is_left_alone(const std::string& path) { return path == "name" || path == "question" || path == "hypothesis"; }

std::uint64_t count_of(const std::string& text) {
  std::uint64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

}  // namespace

YamlNode resolved_tree(const EstimatesConfig& config) {
  YamlNode games = map_node();
  for (const EstimatedGame& game : config.games) add(games, game.name, game_node(game));
  YamlNode players = map_node();
  for (const Arm& arm : config.arms) add(players, arm.name, arm_node(arm));
  YamlNode node = map_node();
  add(node, "name", text_node(config.name));
  if (!config.question.empty()) add(node, "question", text_node(config.question));
  if (!config.hypothesis.empty()) add(node, "hypothesis", text_node(config.hypothesis));
  add(node, "seed", count_node(config.seed));
  add(node, "games", std::move(games));
  add(node, "instances", count_node(config.instances));
  add(node, "random_plies", count_node(config.random_plies));
  add(node, "skip_ties", value_node(config.skips_ties));
  add(node, "alpha_beta", value_node(config.counts_alpha_beta));
  add(node, "traps", count_node(static_cast<std::uint64_t>(config.trap_plies)));
  add(node, "episodes", value_node(config.plays_episodes));
  add(node, "truth", truth_node(config.truth));
  add(node, "players", std::move(players));
  add(node, "checkpoints", config::count_list(config.checkpoints));
  add(node, "repeats", count_node(config.repeats));
  add(node, "shadow", value_node(config.is_shadow));
  config::assign_paths(node, "");
  return node;
}

std::string resolved_yaml(const EstimatesConfig& config) { return config::tree_text(resolved_tree(config)); }

std::string config_hash(const EstimatesConfig& config) {
  EstimatesConfig hashed = config;
  hashed.name.clear();
  hashed.question.clear();
  hashed.hypothesis.clear();
  hashed.games.clear();
  hashed.arms.clear();
  hashed.instances = hashed.repeats = 0;
  return fmt::format("{:016x}", hash_name(resolved_yaml(hashed)));
}

std::string continuation_problem(const std::string& stored, const EstimatesConfig& now) {
  YamlNode before_tree = config::parse_yaml(stored, "the stored study");
  config::assign_paths(before_tree, "");
  config::Leaves before;
  config::Leaves after;
  std::vector<std::string> paths;
  std::vector<std::string> new_paths;
  config::collect_leaves(before_tree, before, paths);
  config::collect_leaves(resolved_tree(now), after, new_paths);
  std::string problem;
  for (const std::string& path : paths) {
    if (is_left_alone(path)) continue;
    const auto found = after.find(path);
    const std::string is = found == after.end() ? "(nothing)" : found->second;
    if (before[path] == is || (is_count_that_may_grow(path) && count_of(before[path]) <= count_of(is))) continue;
    problem += fmt::format("{}{}: stored {}, now {}", problem.empty() ? "" : "\n", path, before[path], is);
  }
  return problem;
}

}  // namespace rootward::estimates
