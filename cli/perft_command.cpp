// `rootward perft`: how many move sequences of each length a game's rules allow.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/position_arguments.h"
#include "cli/set_options.h"
#include "experiments/config/parts.h"
#include "experiments/play/game.h"
#include "experiments/tournament/config.h"

namespace rootward {
namespace {

void print_perft(const CLI::App& command) {
  const auto game_text = command.get_option("GAME")->as<std::string>();
  const auto deepest = command.get_option("--depth")->as<int>();
  const auto seed = command.get_option("--seed")->as<std::uint64_t>();
  const std::unique_ptr<Game> game = make_game(drawn_game(parse_game(game_text, given_game_overrides(command)), seed));
  const std::unique_ptr<Position> start = game->start();
  for (int depth = 1; depth <= deepest; ++depth) {
    fmt::print("{}\t{}\n", depth, start->perft(depth));
    flush_results();
  }
}

}  // namespace

void declare_perft(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("perft", "Count the move sequences of every length up to a depth");
  command->add_option("GAME", kGameHelp)->required()->type_name("GAME");
  command->add_option("--depth", "Longest sequences to count, in plies")
      ->required()
      ->transform(whole_number(1, 1000))
      ->type_name("PLIES");
  command->add_option("--seed", "Fixes the board where it is left to chance")
      ->default_val(std::uint64_t{1})
      ->check(seed_number())
      ->type_name("S");
  add_set_option(*command);
  command->footer(
      "One line a depth: depth, tab, number of sequences. A finished game is not extended; a pass is a move.\n"
      "Example: rootward perft go --depth 3 --set game.size=5");
  command->callback([command] { print_perft(*command); });
}

}  // namespace rootward
