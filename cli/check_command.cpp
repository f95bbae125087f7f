// `rootward check`: whatever a command would need of a configuration is read, built and validated; nothing is played.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/set_options.h"
#include "core/note.h"
#include "experiments/config/head_reader.h"
#include "experiments/config/named_files.h"
#include "experiments/config/yaml_document.h"
#include "experiments/engines/gtp/engine_player.h"
#include "experiments/estimates/config.h"
#include "experiments/league/league.h"
#include "experiments/play/engine_kinds.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/setup.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation_service.h"

namespace rootward {
namespace {

constexpr int kShortGame = 10;  // plies

void print_engines(const std::vector<std::string>& engines) {
  for (const std::string& engine : engines) fmt::print("engine {}; {} plies played\n", engine, kShortGame);
}

void print_openings(Openings& openings) {
  openings.prepare(1, 1, [] { return false; });
  const std::optional<std::size_t> available = openings.available();
  fmt::print("openings: {}\n", available ? fmt::format("{} different ones", *available) : "very many");
}

void check_tournament(const std::string& file, const std::vector<Override>& overrides) {
  const tournament::TournamentConfig config = tournament::read_tournament(file, overrides);
  tournament::TournamentSetup setup(config, {});
  const std::vector<std::string> engines = setup.rehearse_engines(kShortGame);
  const std::size_t matches = tournament::make_pairings(config).size();
  fmt::print("{}: in order; a tournament, for rootward run\n", config.file);
  print_engines(engines);
  fmt::print("{} players, {} matches of {} pairs, {} games\n", config.players.size(), matches, config.schedule.pairs,
             matches * 2 * config.schedule.pairs);
  print_openings(setup.openings());
  if (const std::string warning = setup.openings_warning(); !warning.empty()) note("warning: {}", warning);
  fmt::print("configuration hash: {}\n", config_hash(config));
}

void check_tuning(const std::string& file, const std::vector<Override>& overrides) {
  const tuning::TuningConfig study = tuning::read_tuning(file, overrides);
  const std::unique_ptr<Game> game = make_game(draw_game(study.game, study.seed));
  const std::unique_ptr<Openings> openings = tuning::check_parts(study, *game);
  std::vector<std::string> engines;
  std::vector<std::string> opponents;
  for (const tuning::TuningOpponent& opponent : study.opponents) {
    opponents.push_back(opponent.player.name);
    if (is_engine(opponent.player))
      engines.push_back(opponent.player.name + ": " + rehearse_engine(opponent.player, *game, kShortGame));
  }
  std::size_t numbers = 0;
  for (const tuning::TunedParameter& parameter : study.parameters) numbers += parameter.coordinates();
  fmt::print("{}: in order; a tuning, for rootward tune, objective, serve and space\n", study.file);
  print_engines(engines);
  fmt::print("{} parameters with {} numbers; {} games an evaluation, {} of the test at the end\n",
             study.parameters.size(), numbers, study.games, study.test_games);
  fmt::print("meets: {}\n", fmt::join(opponents, ", "));
  print_openings(*openings);
  fmt::print("configuration hash: {}\n", config_hash(study));
}

void check_estimates(const std::string& file, const std::vector<Override>& overrides) {
  const estimates::EstimatesConfig config = estimates::read_estimates(file, overrides);
  config::check_named_files(config.named_files);
  const std::uint64_t searches =
      std::uint64_t{config.games.size()} * config.instances * config.arms.size() * config.repeats;
  fmt::print("{}: in order; an estimates study, for rootward converge\n", config.file);
  fmt::print("{} games, {} instances of each, {} arms, {} repeats: {} searches of {} simulations, measured {} times\n",
             config.games.size(), config.instances, config.arms.size(), config.repeats, searches,
             config.checkpoints.back(), config.checkpoints.size());
  fmt::print("configuration hash: {}\n", config_hash(config));
}

void check_league_file(const std::string& file, const std::vector<Override>& overrides) {
  const league::LeagueConfig config = league::read_league(file, overrides);
  league::check_league(config);
  fmt::print("{}: in order; a league, for rootward league\n", file);
  fmt::print("{} operators, each tuned {} times with {} evaluations by {}; finals: {}\n", config.operators.size(),
             config.seeds, config.evaluations, config.tuning, config.finals);
}

void check(const CLI::App& command) {
  const auto file = command.get_option("CONFIG")->as<std::string>();
  const std::vector<Override> overrides = given_overrides(command);
  switch (config::kind_of(config::parse_yaml(config::text_of(file), file))) {
    case config::FileKind::tournament:
      return check_tournament(file, overrides);
    case config::FileKind::tuning:
      return check_tuning(file, overrides);
    case config::FileKind::estimates:
      return check_estimates(file, overrides);
    case config::FileKind::league:
      return check_league_file(file, overrides);
  }
}

}  // namespace

void declare_check(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("check", "Validate a configuration of any kind; say what it is and would do");
  command->add_option("CONFIG", "The YAML file of a tournament, a tuning, an estimates study or a league")
      ->required()
      ->type_name("FILE");
  add_set_option(*command);
  command->footer("Example: rootward check configs/quickstart.yaml --set schedule.pairs=50");
  command->callback([command] { check(*command); });
}

}  // namespace rootward
