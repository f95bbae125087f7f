// `rootward search`: one search of one position, its root table, shadows and traces.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "cli/search_arguments.h"
#include "cli/search_trace.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "lab/play/player.h"

namespace rootward {
namespace {

struct SearchOptions {
  std::string game;
  PositionArguments position;
  SearchArguments search;
  std::uint64_t seed = 1;
  TraceArguments trace;
  bool is_json = false;
};

/// Every value in the game's own units; visits and priors stay.
SearchResult in_own_units(SearchResult result, const ReturnRange& returns) {
  const auto map = [&](Value& value) { value = returns.to_own(value); };
  map(result.value);
  map(result.mean);
  for (Value& value : result.shadow_values) map(value);
  for (RootChild& child : result.children) {
    if (child.visits > 0 || child.proof != 0) map(child.value);
    if (child.bounds) {
      map(child.bounds->low);
      map(child.bounds->high);
    }
    if (child.visits == 0) continue;
    map(child.mean);
    for (Value& value : child.shadows) map(value);
  }
  return result;
}

/// The shadows' values by their names.
Json json_of_shadows(const std::vector<Value>& values, const std::vector<std::string>& operators) {
  Json object = Json::object();
  for (std::size_t i = 1; i < operators.size(); ++i) object[operators[i]] = values[i - 1];
  return object;
}

/// Updates in which operators had no finite value; nothing where there were none.
void add_fallbacks(const SearchResult& result, const std::vector<std::string>& operators, Json& document) {
  if (result.fallbacks > 0) document["fallbacks"] = result.fallbacks;
  for (std::size_t i = 1; i < operators.size(); ++i)
    if (const std::uint64_t count = result.shadow_fallbacks[i - 1]; count > 0)
      document["shadow_fallbacks"][operators[i]] = count;
}

Json json_of_child(const RootChild& child, const Position& position, const std::vector<std::string>& operators) {
  Json row = {{"move", position.action_text(child.action)},
              {"visits", child.visits},
              {"value", child.value},
              {"mean", child.mean},
              {"prior", child.prior},
              {"policy", child.policy}};
  if (child.noisy_prior) row["noisy_prior"] = *child.noisy_prior;
  if (child.proof != 0) row["proven"] = true;
  if (child.bounds) row["bounds"] = {child.bounds->low, child.bounds->high};
  if (operators.size() > 1) row["shadows"] = json_of_shadows(child.shadows, operators);
  return row;
}

void print_json(const SearchResult& result, const Position& position, const std::vector<std::string>& operators) {
  Json document = {{"schema", "rootward.search/1"},
                   {"move", result.move == kNoAction ? Json(nullptr) : Json(position.action_text(result.move))},
                   {"operator", operators.front()},
                   {"value", result.value},
                   {"mean", result.mean},
                   {"simulations", result.simulations},
                   {"reused_visits", result.reused_visits},
                   {"seconds", result.seconds},
                   {"bytes_per_child", result.bytes_per_child}};
  add_fallbacks(result, operators, document);
  if (operators.size() > 1) document["shadows"] = json_of_shadows(result.shadow_values, operators);
  document["children"] = Json::array();
  for (const RootChild& child : result.children)
    document["children"].push_back(json_of_child(child, position, operators));
  document["pv"] = Json::array();
  const std::unique_ptr<Position> walk = position.clone();
  for (Action action : result.principal_variation) {
    document["pv"].push_back(walk->action_text(action));
    walk->play(action);
  }
  fmt::print("{}\n", dump_json(document));
}

std::string units_text(const ReturnRange& returns) {
  if (returns.is_standard()) return "view of the player to move, in [-1, 1]";
  return fmt::format("the game's own units, in [{}, {}]", returns.low, returns.high);
}

/// What the solver knows of the child.
std::string knowledge_text(const RootChild& child) {
  if (child.proof != 0) return "  proven";
  return child.bounds ? fmt::format("  in [{:g}, {:g}]", child.bounds->low, child.bounds->high) : "";
}

/// The root's children; a column for every shadow.
void print_table(const SearchResult& result, const Position& position, const std::vector<std::string>& operators) {
  const auto width = [&](std::size_t i) { return std::max<std::size_t>(8, operators[i].size()); };
  print_shown("{:>8} {:>9} {:>8} {:>8} {:>7}", "move", "visits", "value", "mean", "prior");
  for (std::size_t i = 1; i < operators.size(); ++i) print_shown(" {:>{}}", operators[i], width(i));
  print_shown("\n");
  for (const RootChild& child : result.children) {
    if (child.visits == 0) continue;
    print_shown("{:>8} {:>9} {:>+8.4f} {:>+8.4f} {:>7.4f}", position.action_text(child.action), child.visits,
                child.value, child.mean, child.prior);
    for (std::size_t i = 1; i < operators.size(); ++i) print_shown(" {:>+{}.4f}", child.shadows[i - 1], width(i));
    print_shown("{}\n", knowledge_text(child));
  }
}

/// Where an operator had no finite value, a mean took its place; no line where it always had one.
void print_fallbacks(std::uint64_t count, const std::string& name) {
  if (count == 0) return;
  print_shown("{}: fallbacks {} (updates without a finite value, in whose place the mean was stored)\n", name, count);
}

void print_text(const SearchResult& result, const Position& position, const std::vector<std::string>& operators,
                const ReturnRange& returns) {
  print_shown("{}\n", position.drawing());
  print_table(result, position, operators);
  print_shown("\n{}, root value {:+.4f} by {}, sample mean {:+.4f} ({})\n",
              result.move == kNoAction ? "chance decides" : "move " + position.action_text(result.move), result.value,
              operators.front(), result.mean, units_text(returns));
  print_fallbacks(result.fallbacks, operators.front());
  for (std::size_t i = 1; i < operators.size(); ++i) {
    print_shown("shadow {}: root value {:+.4f}\n", operators[i], result.shadow_values[i - 1]);
    print_fallbacks(result.shadow_fallbacks[i - 1], "shadow " + operators[i]);
  }
  print_shown("principal variation:");
  const std::unique_ptr<Position> walk = position.clone();
  for (Action action : result.principal_variation) {
    print_shown(" {}", walk->action_text(action));
    walk->play(action);
  }
  print_shown("\n{} simulations in {:.3f} s, {:.0f} a second; {:.1f} bytes a child\n", result.simulations,
              result.seconds, static_cast<double>(result.simulations) / std::max(result.seconds, 1e-9),
              result.bytes_per_child);
}

void run_search_command(const SearchOptions& options, const std::vector<Override>& given) {
  check_trace(options.trace);
  const DealtOverrides overrides = deal_overrides(given);
  const PositionSource source(options.game, options.position, overrides.game);
  const NamedParams game_id = drawn_game(source.game(), options.seed);
  const std::unique_ptr<Game> game = make_game(game_id);
  PlayerSpec player = searching_player(options.search, overrides.player, game_id);
  const std::vector<std::string> operators = add_shadows(options.search, player.search);
  const std::unique_ptr<Position> position = source.position(*game);
  const std::unique_ptr<Searcher> searcher = game->make_searcher(player.search);
  searcher->new_game(options.seed);
  std::optional<double> seconds;
  const Budget& budget = player.search.budget;
  if (budget.kind == Budget::Kind::seconds) seconds = budget.seconds;
  if (budget.kind == Budget::Kind::game_clock) seconds = budget.game_seconds / std::max(1, budget.moves);
  const ReturnRange& returns = game->facts().returns;
  const SearchResult result = in_own_units(searcher->think(*position, seconds, [] { return false; }), returns);
  options.is_json ? print_json(result, *position, operators) : print_text(result, *position, operators, returns);
  flush_results();
  write_trace(options.trace, searcher->tree(), operators, returns);
}

}  // namespace

void declare_search(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("search", "Search one position and show the root's table");
  const auto options = std::make_shared<SearchOptions>();
  command->add_option("GAME", options->game, kGameHelp)->required()->type_name("GAME");
  add_position_options(*command, options->position);
  add_search_options(*command, options->search);
  command->add_option("--seed", options->seed, "Fixes every random choice")
      ->capture_default_str()
      ->check(seed_number())
      ->type_name("S");
  add_trace_options(*command, options->trace);
  command->add_flag("--json", options->is_json, "One JSON object in place of the table");
  add_set_option(*command);
  command->footer(
      "Values are in [-1, 1] in the view of the player to move; a single agent's are in its game's own units.\n"
      "Example: rootward search connect4 --moves \"4 4\" --backup average \\\n"
      "           --search '{budget: {simulations: 1000}, selection: {name: ucb1, c: 0.7}, expansion: all}' --seed 1\n"
      "Example: rootward search sum --moves \"+2 +2\"\n"
      "Example: rootward search go --sgf game.sgf --move 31\n"
      "Example: rootward search go:9 --shadow softmax sharp='{name: softmax, g: [-4]}' --trace tree.dot");
  command->callback([command, options] { run_search_command(*options, given_overrides(*command)); });
}

}  // namespace rootward
