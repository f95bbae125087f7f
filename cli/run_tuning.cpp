// `rootward run` of a tuning: an optimizer tunes its candidate, and a fresh test judges what it recommends.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "cli/output.h"
#include "cli/run_kinds.h"
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
  settings.tests_start = command.count("--no-start-test") == 0;
  settings.is_quiet = command.count("--quiet") > 0;
  if (command.count("--optimizer") > 0) {
    settings.optimizer = command.get_option("--optimizer")->as<std::string>();
  } else {
    settings.optimizer_state = tuning::tuning_folder_of(config, settings.service.folder) + "/optimizer.json";
    settings.optimizer = tuning::default_optimizer(config.seed, settings.optimizer_state);
  }
  return settings;
}

}  // namespace

int run_tuning_file(const CLI::App& command) {
  if (command.count("--driver") > 0) return submit_driver(command);
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

}  // namespace rootward
