// A tournament as a tree in canonical order, its text and its hash.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/rng.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_build.h"
#include "experiments/play/engine_kinds.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/schedule_reader.h"

namespace rootward::tournament {

using namespace config;
namespace {

YamlNode schedule_node(const Schedule& schedule) {
  YamlNode node = map_node();
  add(node, "type", text_node(schedule_name(schedule.type)));
  if (schedule.references.size() == 1) add(node, "reference", text_node(schedule.references.front()));
  if (schedule.references.size() > 1) add(node, "reference", text_list(schedule.references));
  YamlNode left_out = text_list({});
  for (const auto& [a, b] : schedule.leave_out) left_out.items.push_back(text_list({a, b}));
  if (!left_out.items.empty()) add(node, "leave_out", std::move(left_out));
  add(node, "pairs", count_node(schedule.pairs));
  add(node, "opening", resolved_opening(schedule.opening));
  return node;
}

YamlNode stop_node(const SprtSettings& sprt) {
  YamlNode rule = map_node();
  add(rule, "elo0", value_node(sprt.elo0));
  add(rule, "elo1", value_node(sprt.elo1));
  add(rule, "alpha", value_node(sprt.alpha));
  add(rule, "beta", value_node(sprt.beta));
  YamlNode node = map_node();
  add(node, "sprt", std::move(rule));
  return node;
}

}  // namespace

YamlNode resolved_tree(const TournamentConfig& config) {
  YamlNode players = map_node();
  for (const PlayerSpec& player : config.players) add(players, player.name, resolved_player(player));
  YamlNode node = map_node();
  add(node, "name", text_node(config.name));
  if (!config.question.empty()) add(node, "question", text_node(config.question));
  if (!config.hypothesis.empty()) add(node, "hypothesis", text_node(config.hypothesis));
  add(node, "seed", count_node(config.seed));
  add(node, "game", resolved_choice(config.game));
  add(node, "players", std::move(players));
  add(node, "schedule", schedule_node(config.schedule));
  if (config.sprt) add(node, "stop", stop_node(*config.sprt));
  if (std::ranges::any_of(config.players, is_engine)) add(node, "scoring", text_node(scoring_name(config.scoring)));
  assign_paths(node, "");
  return node;
}

std::string resolved_yaml(const TournamentConfig& config) { return tree_text(resolved_tree(config)); }

std::string config_hash(const TournamentConfig& config) {
  TournamentConfig hashed = config;
  hashed.name.clear();
  hashed.question.clear();
  hashed.hypothesis.clear();
  hashed.schedule.pairs = 0;
  return fmt::format("{:016x}", hash_name(resolved_yaml(hashed)));
}

}  // namespace rootward::tournament
