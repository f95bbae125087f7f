// `rootward play`: a person against a player, in the terminal or through a pipe.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/play_session.h"
#include "cli/player_arguments.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "lab/config/parts.h"

namespace rootward {
namespace {

struct PlayOptions {
  std::string game;
  PlayerArguments player;
  std::string seat = "first";
  std::uint64_t seed = 1;
};

void choose_seat(const std::string& text, const Game& game, PlaySettings& settings) {
  const bool is_coloured = game.facts().black_white;
  if (text == "first" || (is_coloured && text == "black"))
    settings.person = Seat::first;
  else if (text == "second" || (is_coloured && text == "white"))
    settings.person = Seat::second;
  else if (text == "both")
    settings.plays_both = true;
  else
    throw UsageError(fmt::format("--seat {}: not allowed; allowed: first, second, both{}", text,
                                 is_coloured ? ", black, white" : ""));
}

void play(const PlayOptions& options, const std::vector<Override>& given) {
  const DealtOverrides overrides = deal_overrides(given);
  const NamedParams id = game_of(options.game, options.player.player, overrides.game);
  const std::unique_ptr<Game> game = make_game(id);
  PlaySettings settings;
  settings.player = player_spec(options.player, overrides.player, id);
  // Who does not search itself is advised by a search with every default.
  settings.adviser = settings.player.kind == "search" ? settings.player : parse_search_player("", "", {}, id);
  settings.seed = options.seed;
  choose_seat(options.seat, *game, settings);
  PlaySession session(*game, std::move(settings), stdout);
  session.begin();
  const bool is_terminal = ::isatty(STDIN_FILENO) != 0;
  const auto prompt = [&] {
    if (is_terminal) print_results("> ");
    flush_results();
  };
  prompt();
  for (std::string line; !reader_has_gone() && std::getline(std::cin, line) && session.take(line);) prompt();
}

}  // namespace

void declare_play(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("play", "Play against a player in the terminal");
  const auto options = std::make_shared<PlayOptions>();
  command
      ->add_option(
          "GAME", options->game,
          "The game: NAME, NAME:SIZE, NAME:WIDTHxHEIGHT, or a YAML map; that of the player's file\nunless given")
      ->type_name("GAME");
  CLI::Option* player = command
                            ->add_option("--player", options->player.player,
                                         "A player of a configuration file, in place of --search and --backup")
                            ->type_name("FILE:NAME");
  command
      ->add_option("--search", options->player.search,
                   "The search, as a player's search: in a configuration; the defaults unless given")
      ->type_name("YAML")
      ->excludes(player);
  command->add_option("--backup", options->player.backup, "The backup operator, a name or a map; average unless given")
      ->type_name("OPERATOR|YAML")
      ->excludes(player);
  command->add_option("--seat", options->seat, "Who you are; black is the first")
      ->capture_default_str()
      ->type_name("first|second|black|white|both");
  command->add_option("--seed", options->seed, "Fixes every random choice")
      ->capture_default_str()
      ->check(seed_number())
      ->type_name("S");
  add_set_option(*command);
  command->footer(
      "Type a move, or hint, table, undo, moves, board, new, resign, help, quit.\n"
      "Example: rootward play connect4 --seat second --set search.budget.simulations=20000\n"
      "Example: rootward play --player configs/go9-baselines.yaml:average");
  command->callback([command, options] { play(*options, given_overrides(*command)); });
}

}  // namespace rootward
