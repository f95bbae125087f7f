// `rootward explore`: one search, recorded simulation by simulation, on a page in which one steps through it.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/exploration_examples.h"
#include "cli/exploration_page.h"
#include "cli/exploration_record.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "cli/search_arguments.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "lab/config/parts.h"
#include "lab/play/search_record_file.h"

namespace rootward {
namespace {

struct ExploreOptions {
  ExplorationRequest request;
  std::string example;  ///< its name, or "list"
  std::string from;     ///< the file to be read in place of a search; "": none
  std::string out;
  std::string record;
};

void list_examples() {
  for (const std::string& name : exploration_examples())
    print_results("{:<10} {}\n", name, exploration_example(name).title);
  flush_results();
}

/// The example's request with what was said beside it.
ExplorationRequest request_of(const ExploreOptions& options, bool has_seed) {
  if (options.example.empty()) {
    if (options.request.game.empty())
      throw UsageError(
          "explore: no GAME; allowed: a game's name or map, or --example NAME or --from FILE in its place");
    return options.request;
  }
  ExplorationRequest request = exploration_example(options.example);
  if (has_seed) request.seed = options.request.seed;
  if (!options.request.title.empty()) request.title = options.request.title;
  const std::vector<std::string>& further = options.request.search.shadows;
  request.search.shadows.insert(request.search.shadows.end(), further.begin(), further.end());
  return request;
}

/// The search of the request, played here.
SearchRecord searched_record(const ExplorationRequest& request, const std::vector<Override>& given) {
  const DealtOverrides overrides = deal_overrides(given);
  const PositionSource source(request.game, request.position, overrides.game);
  const NamedParams game_id = drawn_game(source.game(), request.seed);
  const std::unique_ptr<Game> game = make_game(game_id);
  PlayerSpec player = searching_player(request.search, overrides.player, game_id);
  const std::vector<std::string> labels = add_shadows(request.search, *game, player.search);
  check_recordable(player.search);
  std::vector<NamedParams> operators = player.search.shadows;
  operators.push_back(player.search.backup);
  check_page_operators(operators);
  RecordKeeper keeper;
  const std::unique_ptr<Searcher> searcher =
      dynamic_cast<const RecordedGame&>(*game).make_recorded_searcher(player.search, keeper);
  searcher->new_game(request.seed);
  const std::unique_ptr<Position> position = source.position(*game);
  const SearchResult result = searcher->think(*position, std::nullopt, [] { return false; });
  return search_record({.seed = request.seed,
                        .title = request.title,
                        .look_for = request.look_for,
                        .game = *game,
                        .position = *position,
                        .player = player,
                        .labels = labels,
                        .recording = keeper.recording(),
                        .result = result});
}

void run_explore_command(const ExploreOptions& options, bool has_seed, const std::vector<Override>& given) {
  if (options.example == "list") return list_examples();
  if (options.out.empty() && options.record.empty())
    throw UsageError("explore: nothing to write; --out FILE.html makes the page, --record FILE the record");
  const bool is_read = !options.from.empty();
  SearchRecord record =
      is_read ? read_search_record(options.from) : searched_record(request_of(options, has_seed), given);
  if (!options.request.title.empty()) record.title = options.request.title;
  // Those of a search of ours are in its record.
  const RecordOperators operators =
      record_operators(is_read ? options.request.search : SearchArguments{}, record, is_read ? options.from : "search");
  if (!options.record.empty()) write_named_file(options.record, search_record_text(record));
  if (!options.out.empty()) write_named_file(options.out, explored_page(record, operators));
}

}  // namespace

void declare_explore(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("explore", "Make a page in which one steps through a search");
  const auto options = std::make_shared<ExploreOptions>();
  CLI::Option* example = command
                             ->add_option("--example", options->example,
                                          "One of the searches that rootward brings along; `list` names them")
                             ->type_name("EXAMPLE|list");
  command->add_option("GAME", options->request.game, kGameHelp)->type_name("GAME")->excludes(example);
  add_position_options(*command, options->request.position);
  add_search_options(*command, options->request.search);
  for (const char* other : {"--moves", "--sgf", "--player", "--search", "--backup"})
    command->get_option(other)->excludes(example);
  CLI::Option* seed = command->add_option("--seed", options->request.seed, "Fixes every random choice")
                          ->capture_default_str()
                          ->check(seed_number())
                          ->type_name("S");
  command->add_option("--out", options->out, "The page: one file, which needs nothing else")->type_name("FILE.html");
  command
      ->add_option("--record", options->record, "The record that the page plays again, as `search --record` writes it")
      ->type_name("FILE");
  CLI::Option* from = command
                          ->add_option("--from", options->from,
                                       "A recorded search of this or another program, in place of GAME; --backup and\n"
                                       "--shadow say which operators are shown")
                          ->type_name("FILE");
  command->add_option("--title", options->request.title, "What stands above the page")->type_name("TEXT");
  add_set_option(*command);
  for (const char* other :
       {"GAME", "--example", "--moves", "--sgf", "--move", "--player", "--search", "--seed", "--set"})
    from->excludes(command->get_option(other));
  command->footer(
      "Example: rootward explore --example textbook --out textbook.html\n"
      "         rootward explore connect4 --search '{budget: {simulations: 2000}}' --backup average \\\n"
      "           --shadow softmax max sharp='{name: softmax, g: [-3]}' --out connect4.html\n"
      "         rootward explore --from search.jsonl --shadow max --out search.html");
  command->callback(
      [command, options, seed] { run_explore_command(*options, seed->count() > 0, given_overrides(*command)); });
}

}  // namespace rootward
