// `rootward selfplay`: a generation of a training run's games.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/note.h"
#include "experiments/selfplay/journal.h"
#include "experiments/selfplay/play_run.h"
#include "experiments/selfplay/shard_game.h"

namespace rootward {
namespace {

selfplay::PlayRunSettings selfplay_settings_of(const CLI::App& command, const selfplay::TrainingConfig& config) {
  selfplay::PlayRunSettings settings;
  settings.folder = "results/training/" + config.name;
  if (command.count("--out") > 0) settings.folder = command.get_option("--out")->as<std::string>();
  settings.generation = command.get_option("--generation")->as<std::uint64_t>();
  if (command.count("--network") > 0) settings.network = command.get_option("--network")->as<std::string>();
  if (command.count("--games") > 0) settings.games = command.get_option("--games")->as<std::uint64_t>();
  if (command.count("--threads") > 0) settings.threads = command.get_option("--threads")->as<std::size_t>();
  if (command.count("--shard") > 0) settings.shard = parse_shard(command.get_option("--shard")->as<std::string>());
  settings.is_quiet = command.count("--quiet") > 0;
  return settings;
}

void tell_spared(const selfplay::PlayRunReport& report) {
  if (report.spared == 0) return;
  const double wrong = static_cast<double>(report.spared_wrongly) / static_cast<double>(report.spared);
  note("{}{} of {} games that went on after a resignation were not lost",
       wrong > selfplay::kMostSparedWrongly ? "warning: " : "", report.spared_wrongly, report.spared);
}

/// Of the games that were played now: what a game cost is not stored with it.
std::string report_json(const selfplay::PlayRunReport& report, std::uint64_t generation) {
  const Json object = {{"schema", "rootward.selfplay/1"},
                       {"generation", generation},
                       {"games", report.wanted},
                       {"stored", report.done},
                       {"played", report.fresh},
                       {"plies", report.plies},
                       {"evaluations", report.evaluations},
                       {"cached", report.cached},
                       {"spared", report.spared},
                       {"spared_wrongly", report.spared_wrongly},
                       {"seconds", report.seconds}};
  return dump_json(object) + '\n';
}

int selfplay_generation(const CLI::App& command) {
  const selfplay::TrainingConfig config =
      selfplay::read_training(command.get_option("CONFIG")->as<std::string>(), given_overrides(command));
  const selfplay::PlayRunSettings settings = selfplay_settings_of(command, config);
  const selfplay::PlayRunReport report = selfplay::run_selfplay(config, settings);
  if (!settings.is_quiet) tell_spared(report);
  if (command.count("--json") > 0) {
    fmt::print("{}", report_json(report, settings.generation));
    flush_results();
  }
  if (!report.is_complete) {
    (void)interrupted(fmt::format("{} of {} games are stored in {}", report.done, report.wanted, report.folder),
                      settings.shard);
    return static_cast<int>(ExitCode::incomplete);
  }
  if (!settings.is_quiet) note("{}: generation {} has its {} games", report.folder, settings.generation, report.wanted);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

void declare_selfplay(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("selfplay", "Play games for training, or go on doing so");
  command->add_option("CONFIG", "The training run's YAML file")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  command->add_option("--out", "The run's folder; results/training/NAME unless given")->type_name("DIR");
  command->add_option("--generation", "Which generation; its games are new with each number")
      ->type_name("K")
      ->default_val(0)
      ->transform(whole_number(0, 99'999));
  command->add_option("--network", "The network that plays; DIR/networks/K unless given, else random weights")
      ->type_name("FILE");
  command->add_option("--games", "Games of the generation; training.generation unless given")
      ->type_name("N")
      ->transform(whole_number(1, selfplay::kGamesPerGeneration - 1));
  add_threads_option(*command);
  command->add_option("--shard", "Play only part K of N, by files of 250 games")->type_name("K/N");
  add_set_option(*command);
  command->add_flag("--json")->description(
      "What was played now, and its evaluations (asked, and remembered), as JSON on stdout, schema "
      "rootward.selfplay/1");
  command->add_flag("--quiet")->description("No progress; errors are still printed");
  command->footer(
      "Games that are stored are not played again. Ends with 75 where games are missing: run it again.\n"
      "Example: rootward selfplay configs/training/go5.yaml --out results/training/go5 --games 250 --threads 2");
  command->callback([command, &exit_code] { exit_code = selfplay_generation(*command); });
}

}  // namespace rootward
