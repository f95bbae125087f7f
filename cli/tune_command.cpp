// `rootward tune`: an optimizer tunes a tuning's candidate, and a fresh test judges what it recommends.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/stored_inputs.h"
#include "cli/tuning_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/tuning/evaluation_jobs.h"
#include "experiments/tuning/optimizer_client.h"
#include "experiments/tuning/tune.h"
#include "experiments/tuning/tune_report.h"
#include "lab/arena/game_setup.h"

namespace rootward {
namespace {

tuning::TuneSettings settings_of(const CLI::App& command, const tuning::TuningConfig& config) {
  tuning::TuneSettings settings;
  settings.service = given_service_settings(command);
  settings.evaluations = command.get_option("--evaluations")->as<std::uint32_t>();
  settings.parallel = command.get_option("--parallel")->as<std::uint32_t>();
  if (command.count("--import") > 0) settings.import_from = command.get_option("--import")->as<std::string>();
  settings.stops_early = command.count("--early-stop") > 0;
  settings.is_quiet = command.count("--quiet") > 0;
  if (command.count("--optimizer") > 0) {
    settings.optimizer = command.get_option("--optimizer")->as<std::string>();
  } else {
    settings.optimizer_state = tuning::tuning_folder_of(config, settings.service.folder) + "/optimizer.json";
    settings.optimizer = tuning::default_optimizer(config.seed, settings.optimizer_state);
  }
  return settings;
}

int run_tune(const CLI::App& command) {
  const tuning::TuningConfig config = given_tuning(command);
  if (plays_again(command))
    check_stored_inputs(command, tuning::inputs_of(config, *make_game(draw_game(config.game, config.seed))));
  const tuning::TuneSettings settings = settings_of(command, config);
  const std::string folder = tuning::tuning_folder_of(config, settings.service.folder);
  try {
    const tuning::TuneReport report = tuning::tune(config, settings);
    if (!report.is_complete) return interrupted("what was played is stored in " + folder);
    tuning::write_tune_report(config, report);
    print_shown("{}", tuning::tune_summary(config, report));
    if (!settings.is_quiet) note("table and figures: {}", folder);
    return static_cast<int>(ExitCode::done);
  } catch (const tuning::EvaluationsHalted& why) {
    return halted(why, folder);
  } catch (const RunError& error) {
    return failed(error, ExitCode::failed, folder, std::filesystem::exists(folder + "/manifest.json"));
  }
}

}  // namespace

void declare_tune(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("tune", "Tune a player with an optimizer, and test what it recommends");
  add_tuning_argument(*command);
  add_service_options(*command);
  command->add_option("--evaluations", "Evaluations in all, those of earlier runs included")
      ->transform(whole_number(1, 100'000))
      ->default_str("60")
      ->type_name("N");
  command->add_option("--parallel", "Evaluations at once; their games share the threads")
      ->transform(whole_number(1, 1024))
      ->default_str("2")
      ->type_name("M");
  command
      ->add_option("--optimizer",
                   "A program that speaks ask/tell on its standard streams (docs/optimizer.md);\n"
                   "rootward-optimizer unless given")
      ->type_name("\"COMMAND\"");
  command
      ->add_option("--import",
                   "Tell the optimizer first what this folder found, of the same tuning but for its limits;\n"
                   "what lies outside is left out")
      ->type_name("DIR");
  command->add_flag("--early-stop")
      ->description(
          "Stop an evaluation whose upper 99 % bound is below the best posterior mean\n"
          "(never the fresh test)");
  command->add_flag("--quiet")->description("No progress; errors are still printed");
  command->footer(
      "Continues by default: no game is played twice, whatever ended the run before. docs/tuning.md tells of the "
      "files.\n"
      "Example: rootward tune configs/tuning/connect4-softmax.yaml --evaluations 60 --parallel 4");
  command->callback([command, &exit_code] { exit_code = run_tune(*command); });
}

}  // namespace rootward
