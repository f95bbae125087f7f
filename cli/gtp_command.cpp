// `rootward gtp`: a player as a GTP 2 engine on standard input and output.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/player_arguments.h"
#include "cli/set_options.h"
#include "lab/engines/gtp/gtp_engine.h"

namespace rootward {
namespace {

void serve(const CLI::App& command) {
  const std::string player =
      command.count("--player") > 0 ? command.get_option("--player")->as<std::string>() : std::string();
  const DealtOverrides overrides = deal_overrides(given_overrides(command));
  GtpSetup setup;
  setup.game = game_of(command.count("--game") > 0 ? command.get_option("--game")->as<std::string>() : "", player,
                       overrides.game);
  setup.seed = command.get_option("--seed")->as<std::uint64_t>();
  setup.player = [player, overrides](const NamedParams& game) {
    return player_spec({.player = player, .search = "", .backup = ""}, overrides.player, game);
  };
  GtpEngine(std::move(setup), STDIN_FILENO, stdout).run();
}

}  // namespace

void declare_gtp(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("gtp", "Serve as a GTP 2 engine, for GoGui, Sabaki, twogtp and others");
  command->add_option("--player", "A player of a configuration file; a search with the defaults unless given")
      ->type_name("FILE:NAME");
  command
      ->add_option("--game",
                   "The game: NAME, NAME:SIZE, NAME:WIDTHxHEIGHT, or a YAML map; that of the player's file,\nelse go, "
                   "unless given")
      ->type_name("GAME");
  command->add_option("--seed", "Fixes every random choice")->default_val("1")->check(seed_number())->type_name("S");
  add_set_option(*command);
  command->footer(
      "The GUI chooses size and komi (boardsize, komi); list_commands names what is understood.\n"
      "Example: rootward gtp --player configs/go9-baselines.yaml:average");
  command->callback([command] { serve(*command); });
}

}  // namespace rootward
