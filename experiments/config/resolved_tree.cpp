// Builds the tree; the order of keys here is the canonical one.
#include "experiments/config/resolved_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments/config/schedule_reader.h"
#include "experiments/config/search_reader.h"
#include "experiments/config/yaml_build.h"
#include "experiments/gtp/engine_kinds.h"

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

YamlNode budget_node(const Budget& budget) {
  YamlNode node = map_node();
  switch (budget.kind) {
    case Budget::Kind::simulations:
      add(node, "simulations", count_node(budget.simulations));
      break;
    case Budget::Kind::seconds:
      add(node, "seconds", value_node(budget.seconds));
      break;
    case Budget::Kind::game_clock:
      add(node, "game_seconds", value_node(budget.game_seconds));
      add(node, "moves", count_node(static_cast<std::uint64_t>(budget.moves)));
      break;
  }
  return node;
}

YamlNode search_node(const SearchSettings& search) {
  YamlNode expansion = map_node();
  add(expansion, "kind", text_node(expansion_name(search.expansion.kind)));
  add(expansion, "after", count_node(search.expansion.after));
  YamlNode node = map_node();
  add(node, "budget", budget_node(search.budget));
  add(node, "selection", choice_node(search.selection));
  add(node, "expansion", std::move(expansion));
  add(node, "max_nodes", count_node(search.max_nodes));
  add(node, "evaluator", choice_node(search.evaluator));
  add(node, "final_move", choice_node(search.final_move));
  add(node, "final_reads", text_node(reads_name(search.final_reads)));
  if (search.temperature.moves > 0) {
    YamlNode temperature = map_node();
    add(temperature, "value", value_node(search.temperature.value));
    add(temperature, "moves", count_node(search.temperature.moves));
    add(node, "temperature", std::move(temperature));
  }
  add(node, "solver", value_node(search.solver));
  add(node, "reuse_tree", value_node(search.reuse_tree));
  return node;
}

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

YamlNode resolved_opening(const OpeningSettings& opening) {
  YamlNode node = map_node();
  if (opening.book.empty())
    add(node, "random_plies", count_node(static_cast<std::uint64_t>(opening.random_plies)));
  else
    add(node, "book", text_node(opening.book));
  if (opening.plies > 0) add(node, "plies", count_node(static_cast<std::uint64_t>(opening.plies)));
  if (opening.balance)
    add(node, "balance", value_node(std::vector<double>(opening.balance->begin(), opening.balance->end())));
  return node;
}

YamlNode resolved_choice(const NamedParams& choice) { return choice_node(choice); }

YamlNode resolved_search(const SearchSettings& search) { return search_node(search); }

YamlNode resolved_player(const PlayerSpec& player) {
  YamlNode node = map_node();
  if (player.kind == "search") {
    add(node, "backup", choice_node(player.search.backup));
    add(node, "search", search_node(player.search));
    return node;
  }
  const bool has_command = player.params.has("gtp");
  if (!has_command) add(node, is_engine(player) ? "preset" : "player", text_node(player.kind));
  add_parameters(node, player.params);
  if (!player.environment.empty()) {
    YamlNode environment = map_node();
    for (const auto& [name, value] : player.environment) add(environment, name, text_node(value));
    add(node, "environment", std::move(environment));
  }
  return node;
}

YamlNode resolved_tree(const TournamentConfig& config) {
  YamlNode players = map_node();
  for (const PlayerSpec& player : config.players) add(players, player.name, resolved_player(player));
  YamlNode node = map_node();
  add(node, "name", text_node(config.name));
  if (!config.question.empty()) add(node, "question", text_node(config.question));
  if (!config.hypothesis.empty()) add(node, "hypothesis", text_node(config.hypothesis));
  add(node, "seed", count_node(config.seed));
  add(node, "game", choice_node(config.game));
  add(node, "players", std::move(players));
  add(node, "schedule", schedule_node(config.schedule));
  if (config.sprt) add(node, "stop", stop_node(*config.sprt));
  if (std::ranges::any_of(config.players, is_engine)) add(node, "scoring", text_node(scoring_name(config.scoring)));
  assign_paths(node, "");
  return node;
}

}  // namespace rootward::config
