// `rootward check`: everything a run would need is read, built and validated; nothing is played.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/set_options.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/setup.h"

namespace rootward {
namespace {

void check(const CLI::App& command) {
  const tournament::TournamentConfig config =
      tournament::read_tournament(command.get_option("CONFIG")->as<std::string>(), given_overrides(command));
  tournament::TournamentSetup setup(config, {});
  setup.openings().prepare(1, 1, [] { return false; });
  const std::size_t matches = tournament::make_pairings(config).size();
  const std::optional<std::size_t> available = setup.openings().available();
  constexpr int kShortGame = 10;  // plies
  const std::vector<std::string> engines = setup.rehearse_engines(kShortGame);
  fmt::print("{}: in order\n", config.file);
  for (const std::string& engine : engines) fmt::print("engine {}; {} plies played\n", engine, kShortGame);
  fmt::print("{} players, {} matches of {} pairs, {} games\n", config.players.size(), matches, config.schedule.pairs,
             matches * 2 * config.schedule.pairs);
  fmt::print("openings: {}\n", available ? fmt::format("{} different ones", *available) : "very many");
  fmt::print("configuration hash: {}\n", config_hash(config));
}

}  // namespace

void declare_check(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("check", "Validate a tournament's file, its players and its openings");
  command->add_option("CONFIG", "The tournament's YAML file")->required()->type_name("FILE");
  add_set_option(*command);
  command->footer("Example: rootward check configs/quickstart.yaml --set schedule.pairs=50");
  command->callback([command] { check(*command); });
}

}  // namespace rootward
