// `rootward tool perft`: how many move sequences of each length a game's rules allow, from the start or any position.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "cli/set_options.h"
#include "core/json.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"

namespace rootward {
namespace {

struct PerftOptions {
  std::string game;
  PositionArguments position;
  int depth = 0;
  bool divides = false;
  std::uint64_t seed = 1;
  bool is_json = false;
};

/// The legal moves in their order, each with the number of sequences of `depth` plies that it begins.
std::vector<std::pair<std::string, std::uint64_t>> divided(const Position& position, int depth) {
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const Action action : position.legal_actions()) {
    const std::unique_ptr<Position> next = position.clone();
    next->play(action);
    counts.emplace_back(position.action_text(action), next->perft(depth - 1));
  }
  return counts;
}

void print_lines(const PerftOptions& options, const Position& position) {
  if (options.divides) {
    for (const auto& [move, sequences] : divided(position, options.depth)) print_shown("{}\t{}\n", move, sequences);
    return flush_results();
  }
  for (int depth = 1; depth <= options.depth && !reader_has_gone(); ++depth) {
    print_shown("{}\t{}\n", depth, position.perft(depth));
    flush_results();
  }
}

void print_json(const PerftOptions& options, const Game& game, const Position& position) {
  Json document = {{"schema", "rootward.perft/1"}, {"to_move", nullptr}, {"result", nullptr}};
  if (position.is_over()) {
    document["result"] = game.facts().returns.to_own(position.result());
  } else {
    document["to_move"] = position.is_chance() ? "chance" : seat_name(game, position.to_move());
  }
  if (options.divides) {
    document["depth"] = options.depth;
    document["moves"] = Json::array();
    for (const auto& [move, sequences] : divided(position, options.depth))
      document["moves"].push_back({{"move", move}, {"sequences", sequences}});
  } else {
    document["depths"] = Json::array();
    for (int depth = 1; depth <= options.depth; ++depth)
      document["depths"].push_back({{"depth", depth}, {"sequences", position.perft(depth)}});
  }
  print_results("{}\n", dump_json(document));
  flush_results();
}

void run_perft_command(const PerftOptions& options, const std::vector<Override>& overrides) {
  const PositionSource source(options.game, options.position, overrides);
  const std::unique_ptr<Game> game = make_game(drawn_game(source.game(), options.seed));
  const std::unique_ptr<Position> position = source.open_or_finished_position(*game);
  options.is_json ? print_json(options, *game, *position) : print_lines(options, *position);
}

}  // namespace

void declare_perft(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("perft", "Count the move sequences of every length up to a depth");
  const auto options = std::make_shared<PerftOptions>();
  command->add_option("GAME", options->game, kGameHelp)->required()->type_name("GAME");
  add_position_options(*command, options->position);
  command->add_option("--depth", options->depth, "Longest sequences to count, in plies")
      ->required()
      ->transform(whole_number(1, 1000))
      ->type_name("PLIES");
  command->add_flag("--divide", options->divides, "The legal moves, each with the sequences of --depth it begins");
  command->add_option("--seed", options->seed, "Fixes the board where it is left to chance")
      ->capture_default_str()
      ->check(seed_number())
      ->type_name("S");
  command->add_flag("--json", options->is_json, "One JSON object, with who moves or how the game has ended");
  add_set_option(*command);
  command->footer(
      "One line a depth: depth, tab, number of sequences. With --divide one line a legal move: move, tab, number of\n"
      "sequences. A finished game is not extended and has no moves; a pass is a move.\n"
      "Example: rootward tool perft go --depth 3 --set game.size=5\n"
      "Example: rootward tool perft connect4 --moves \"4 4\" --depth 1 --divide");
  command->callback([command, options] { run_perft_command(*options, given_game_overrides(*command)); });
}

}  // namespace rootward
