// `rootward evaluate`: one evaluation of one position.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "cli/set_options.h"
#include "core/json.h"
#include "lab/config/parts.h"
#include "lab/play/player.h"

namespace rootward {
namespace {

struct EvaluateOptions {
  std::string game;
  PositionArguments position;
  std::string evaluator = "playouts";
  std::uint64_t seed = 1;
  bool is_json = false;
};

void print_text(const EvaluationReport& report, const Position& position, const std::string& to_move,
                const ReturnRange& returns) {
  print_shown("{}\nto move: {}\nvalue for the side to move, in [{}, {}]: {:+.4f}\n\n{:>8} {:>8}\n", position.drawing(),
              to_move, returns.low, returns.high, report.value, "move", "prior");
  auto priors = report.priors;
  std::ranges::stable_sort(priors, [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [action, prior] : priors) print_shown("{:>8} {:>8.4f}\n", position.action_text(action), prior);
}

void print_json(const EvaluationReport& report, const Position& position, const std::string& to_move) {
  Json document = {{"schema", "rootward.evaluate/1"}, {"to_move", to_move}, {"value", report.value}};
  document["priors"] = Json::object();
  for (const auto& [action, prior] : report.priors) document["priors"][position.action_text(action)] = prior;
  print_results("{}\n", dump_json(document));
}

void run_evaluate_command(const EvaluateOptions& options, const std::vector<Override>& of_the_game) {
  const PositionSource source(options.game, options.position, of_the_game);
  const NamedParams game_id = drawn_game(source.game(), options.seed);
  const std::unique_ptr<Game> game = make_game(game_id);
  SearchSettings settings = parse_search_player("", "", {}, game_id).search;
  settings.evaluator = parse_evaluator(options.evaluator);
  const std::unique_ptr<Position> position = source.position(*game);
  const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
  searcher->new_game(options.seed);
  EvaluationReport report = searcher->evaluate(*position);
  const ReturnRange& returns = game->facts().returns;
  report.value = returns.to_own(report.value);
  const std::string to_move = position->is_chance() ? "chance" : seat_name(*game, position->to_move());
  options.is_json ? print_json(report, *position, to_move) : print_text(report, *position, to_move, returns);
  flush_results();
}

}  // namespace

void declare_evaluate(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("evaluate", "Evaluate one position once");
  const auto options = std::make_shared<EvaluateOptions>();
  command->add_option("GAME", options->game, kGameHelp)->required()->type_name("GAME");
  add_position_options(*command, options->position);
  command->add_option("--evaluator", options->evaluator, "The evaluator, a name or a map (rootward list evaluators)")
      ->type_name("EVALUATOR|YAML")
      ->required();
  command->add_option("--seed", options->seed, "Fixes every random choice")
      ->capture_default_str()
      ->check(seed_number())
      ->type_name("S");
  command->add_flag("--json", options->is_json, "One JSON object in place of the table");
  add_set_option(*command);
  command->footer(
      "The value is in [-1, 1] in the view of the player to move; a single agent's is in its game's own units.\n"
      "Evaluators without priors show uniform ones.\n"
      "Example: rootward evaluate go:9 --moves \"E5 C3\" --evaluator '{name: playouts, count: 1000}' --json");
  command->callback([command, options] { run_evaluate_command(*options, given_game_overrides(*command)); });
}

}  // namespace rootward
