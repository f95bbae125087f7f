// `rootward search`: one search of one position, its root table, shadows and traces.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/exploration_record.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "cli/search_arguments.h"
#include "cli/search_report.h"
#include "cli/search_trace.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "lab/play/player.h"
#include "lab/play/search_record_file.h"

namespace rootward {
namespace {

struct SearchOptions {
  std::string game;
  PositionArguments position;
  SearchArguments search;
  std::uint64_t seed = 1;
  TraceArguments trace;
  std::string record;  ///< the file to be written; "": none
  std::string from;    ///< the file to be read in place of a search; "": none
  bool asks_why = false;
  bool is_json = false;
};

void print_report(const SearchReport& report, bool is_json) {
  is_json ? print_search_json(report) : print_search_text(report);
  flush_results();
}

/// A recorded search in place of one of ours.
void show_record(const SearchOptions& options) {
  const SearchRecord record = read_search_record(options.from);
  const RecordOperators operators = record_operators(options.search, record, options.from);
  print_report(report_record(record, operators, options.asks_why), options.is_json);
}

/// The budget in seconds of one move.
std::optional<double> move_seconds(const Budget& budget) {
  if (budget.kind == Budget::Kind::seconds) return budget.seconds;
  if (budget.kind == Budget::Kind::game_clock) return budget.game_seconds / std::max(1, budget.moves);
  return std::nullopt;
}

void run_search_command(const SearchOptions& options, const std::vector<Override>& given) {
  if (!options.from.empty()) return show_record(options);
  if (options.game.empty())
    throw UsageError("search: no GAME; allowed: a game's name or map, or --from FILE in its place");
  check_trace(options.trace);
  const DealtOverrides overrides = deal_overrides(given);
  const PositionSource source(options.game, options.position, overrides.game);
  const NamedParams game_id = drawn_game(source.game(), options.seed);
  const std::unique_ptr<Game> game = make_game(game_id);
  PlayerSpec player = searching_player(options.search, overrides.player, game_id);
  const std::vector<std::string> operators = add_shadows(options.search, *game, player.search);
  if (!options.record.empty()) check_recordable(player.search);
  const std::unique_ptr<Position> position = source.position(*game);
  RecordKeeper keeper;
  const std::unique_ptr<Searcher> searcher =
      options.record.empty() ? game->make_searcher(player.search)
                             : dynamic_cast<const RecordedGame&>(*game).make_recorded_searcher(player.search, keeper);
  searcher->new_game(options.seed);
  const SearchResult result = searcher->think(*position, move_seconds(player.search.budget), [] { return false; });
  const ReturnRange& returns = game->facts().returns;
  if (!options.record.empty()) {
    const SearchRecord record = search_record({.seed = options.seed,
                                               .title = "",
                                               .look_for = {},
                                               .game = *game,
                                               .position = *position,
                                               .player = player,
                                               .labels = operators,
                                               .recording = keeper.recording(),
                                               .result = result});
    write_named_file(options.record, search_record_text(record));
  }
  print_report(report_search(result, *position, operators, returns), options.is_json);
  write_trace(options.trace, searcher->tree(), operators, returns);
}

}  // namespace

void declare_search(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("search", "Search one position and show the root's table");
  const auto options = std::make_shared<SearchOptions>();
  command->add_option("GAME", options->game, kGameHelp)->type_name("GAME");
  add_position_options(*command, options->position);
  add_search_options(*command, options->search);
  command->add_option("--seed", options->seed, "Fixes every random choice")
      ->capture_default_str()
      ->check(seed_number())
      ->type_name("S");
  add_trace_options(*command, options->trace);
  command->add_flag("--json", options->is_json, "One JSON object in place of the table");
  add_set_option(*command);
  command->add_option("--record", options->record, "Write the search, simulation by simulation, for --from and explore")
      ->type_name("FILE");
  CLI::Option* from = command
                          ->add_option("--from", options->from,
                                       "A recorded search of this or another program, in place of GAME; --backup and\n"
                                       "--shadow say what operators make of it")
                          ->type_name("FILE");
  for (const char* other :
       {"GAME", "--moves", "--sgf", "--move", "--player", "--search", "--seed", "--trace", "--set", "--record"})
    from->excludes(command->get_option(other));
  command
      ->add_flag("--why", options->asks_why,
                 "With --from: the simulations without which each operator would prefer another move, and how\n"
                 "often its move flipped")
      ->needs(from);
  command->footer(
      "Values are in [-1, 1] in the view of the player to move; a single agent's are in its game's own units.\n"
      "Example: rootward search connect4 --moves \"4 4\" --backup average \\\n"
      "           --search '{budget: {simulations: 1000}, selection: {name: ucb1, c: 0.7}, expansion: all}' --seed 1\n"
      "Example: rootward search sum --moves \"+2 +2\"\n"
      "Example: rootward search go --sgf game.sgf --move 31\n"
      "Example: rootward search connect4 --record search.jsonl && rootward search --from search.jsonl --shadow all "
      "--why\n"
      "Example: rootward search go:9 --shadow softmax sharp='{name: softmax, g: [-4]}' --trace tree.dot");
  command->callback([command, options] { run_search_command(*options, given_overrides(*command)); });
}

}  // namespace rootward
