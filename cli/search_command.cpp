// `rootward search`: one search of one position, its root table, shadows and traces.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <memory>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/player_arguments.h"
#include "cli/position_arguments.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/seed_text.h"
#include "experiments/config/parts.h"
#include "experiments/play/player.h"

namespace rootward {
namespace {

struct SearchOptions {
  std::string game;
  std::string moves;
  std::string player;
  std::string search;
  std::string backup;
  std::uint64_t seed = 1;
  std::vector<std::string> shadows;
  std::string trace;
  bool is_json = false;
};

PlayerSpec player_of(const SearchOptions& options, const std::vector<Override>& overrides, const NamedParams& game) {
  PlayerSpec spec =
      player_spec({.player = options.player, .search = options.search, .backup = options.backup}, overrides, game);
  if (spec.kind != "search")
    throw UsageError("--player: " + spec.name + " does not search (it is a " + spec.kind + " player)");
  return spec;
}

/// Every value in the game's own units; visits and priors stay.
SearchResult in_own_units(SearchResult result, const ReturnRange& returns) {
  const auto map = [&](Value& value) { value = returns.to_own(value); };
  map(result.value);
  map(result.mean);
  for (Value& value : result.shadow_values) map(value);
  for (RootChild& child : result.children) {
    if (child.visits == 0) continue;
    map(child.value);
    map(child.mean);
    for (Value& value : child.shadows) map(value);
  }
  return result;
}

void print_json(const SearchResult& result, const Position& position, const std::vector<NamedParams>& shadows) {
  const auto named = [&](const std::vector<Value>& values) {
    Json object = Json::object();
    for (std::size_t i = 0; i < shadows.size(); ++i) object[shadows[i].name] = values[i];
    return object;
  };
  Json document = {{"schema", "rootward.search/1"},
                   {"move", result.move == kNoAction ? Json(nullptr) : Json(position.action_text(result.move))},
                   {"value", result.value},
                   {"mean", result.mean},
                   {"simulations", result.simulations},
                   {"reused_visits", result.reused_visits},
                   {"seconds", result.seconds},
                   {"bytes_per_child", result.bytes_per_child}};
  if (!shadows.empty()) document["shadows"] = named(result.shadow_values);
  document["children"] = Json::array();
  for (const RootChild& child : result.children) {
    Json row = {{"move", position.action_text(child.action)},
                {"visits", child.visits},
                {"value", child.value},
                {"mean", child.mean},
                {"prior", child.prior}};
    if (child.proof != 0) row["proven"] = true;
    if (!shadows.empty()) row["shadows"] = named(child.shadows);
    document["children"].push_back(std::move(row));
  }
  document["pv"] = Json::array();
  const std::unique_ptr<Position> walk = position.clone();
  for (Action action : result.principal_variation) {
    document["pv"].push_back(walk->action_text(action));
    walk->play(action);
  }
  fmt::print("{}\n", document.dump());
}

std::string units_text(const ReturnRange& returns) {
  if (returns.is_standard()) return "view of the player to move, in [-1, 1]";
  return fmt::format("the game's own units, in [{}, {}]", returns.low, returns.high);
}

void print_text(const SearchResult& result, const Position& position, const std::vector<NamedParams>& shadows,
                const ReturnRange& returns) {
  fmt::print("{}\n", position.drawing());
  fmt::print("{:>8} {:>9} {:>8} {:>8} {:>7}", "move", "visits", "value", "mean", "prior");
  for (const NamedParams& shadow : shadows)
    fmt::print(" {:>{}}", shadow.name, std::max<std::size_t>(8, shadow.name.size()));
  fmt::print("\n");
  for (const RootChild& child : result.children) {
    if (child.visits == 0) continue;
    fmt::print("{:>8} {:>9} {:>+8.4f} {:>+8.4f} {:>7.4f}", position.action_text(child.action), child.visits,
               child.value, child.mean, child.prior);
    for (std::size_t i = 0; i < shadows.size(); ++i) {
      fmt::print(" {:>+{}.4f}", child.shadows[i], std::max<std::size_t>(8, shadows[i].name.size()));
    }
    fmt::print("{}\n", child.proof != 0 ? "  proven" : "");
  }
  fmt::print("\n{}, root value {:+.4f}, sample mean {:+.4f} ({})\n",
             result.move == kNoAction ? "chance decides" : "move " + position.action_text(result.move), result.value,
             result.mean, units_text(returns));
  for (std::size_t i = 0; i < shadows.size(); ++i) {
    fmt::print("shadow {}: root value {:+.4f}\n", shadows[i].name, result.shadow_values[i]);
  }
  fmt::print("principal variation:");
  const std::unique_ptr<Position> walk = position.clone();
  for (Action action : result.principal_variation) {
    fmt::print(" {}", walk->action_text(action));
    walk->play(action);
  }
  fmt::print("\n{} simulations in {:.3f} s, {:.0f} a second; {:.1f} bytes a child\n", result.simulations,
             result.seconds, static_cast<double>(result.simulations) / std::max(result.seconds, 1e-9),
             result.bytes_per_child);
}

void write_trace(const Searcher& searcher, const std::string& file) {
  const bool is_dot = file.ends_with(".dot");
  if (!is_dot && !file.ends_with(".json")) throw UsageError("--trace: " + file + " must end in .json or .dot");
  std::ofstream out(file);
  if (out) is_dot ? searcher.write_trace_dot(out) : searcher.write_trace_json(out);
  out.flush();
  if (!out) throw RunError("cannot write " + file);
}

void run_search_command(const SearchOptions& options, const std::vector<Override>& given) {
  const DealtOverrides overrides = deal_overrides(given);
  const NamedParams game_id = drawn_game(parse_game(options.game, overrides.game), options.seed);
  const std::unique_ptr<Game> game = make_game(game_id);
  PlayerSpec player = player_of(options, overrides.player, game_id);
  for (const std::string& shadow : options.shadows) {
    player.search.shadows.push_back(parse_backup(shadow, "--shadow"));
  }
  const std::unique_ptr<Position> position = position_after(*game, options.moves);
  const std::unique_ptr<Searcher> searcher = game->make_searcher(player.search);
  searcher->new_game(options.seed);
  std::optional<double> seconds;
  const Budget& budget = player.search.budget;
  if (budget.kind == Budget::Kind::seconds) seconds = budget.seconds;
  if (budget.kind == Budget::Kind::game_clock) seconds = budget.game_seconds / std::max(1, budget.moves);
  const ReturnRange& returns = game->facts().returns;
  const SearchResult result = in_own_units(searcher->think(*position, seconds, [] { return false; }), returns);
  options.is_json ? print_json(result, *position, player.search.shadows)
                  : print_text(result, *position, player.search.shadows, returns);
  flush_results();
  if (!options.trace.empty()) write_trace(*searcher, options.trace);
}

}  // namespace

void declare_search(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("search", "Search one position and show the root's table");
  const auto options = std::make_shared<SearchOptions>();
  command->add_option("GAME", options->game, "Name, NAME:size, NAME:WIDTHxHEIGHT, or a YAML map")
      ->required()
      ->type_name("GAME");
  command->add_option("--moves", options->moves, "Moves from the start, separated by blanks")->type_name("TEXT");
  CLI::Option* player =
      command->add_option("--player", options->player, "A player of a configuration file")->type_name("FILE:NAME");
  command->add_option("--search", options->search, "As a player's search: map")->type_name("YAML")->excludes(player);
  command->add_option("--backup", options->backup, "The operator, a name or a map")
      ->type_name("YAML")
      ->excludes(player);
  command->add_option("--seed", options->seed, "Fixes every random choice")
      ->capture_default_str()
      ->check(seed_problem)
      ->type_name("S");
  command->add_option("--shadow", options->shadows, "Further operators on the same simulations")
      ->type_name("NAME|YAML");
  command->add_option("--trace", options->trace, "Write the whole tree to a .json or .dot file")->type_name("FILE");
  command->add_flag("--json", options->is_json, "One JSON object in place of the table");
  add_set_option(*command);
  command->footer(
      "Values are in [-1, 1] in the view of the player to move; a single agent's are in its game's own units.\n"
      "Example: rootward search connect4 --moves \"4 4\" --backup average \\\n"
      "           --search '{budget: {simulations: 1000}, selection: {name: ucb1, c: 0.7}, expansion: all}' --seed 1\n"
      "Example: rootward search sum --moves \"+2 +2\"\n"
      "Example: rootward search go:9 --shadow softmax max --trace tree.json");
  command->callback([command, options] { run_search_command(*options, given_overrides(*command)); });
}

}  // namespace rootward
