// `rootward run` of a tuning: an optimizer tunes its candidate, and a fresh test judges what it recommends.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "cli/game_trial.h"
#include "cli/job_options.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "cli/stored_inputs.h"
#include "cli/tuning_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation_jobs.h"
#include "experiments/tuning/evaluation_service.h"
#include "experiments/tuning/merge.h"
#include "experiments/tuning/optimizer_client.h"
#include "experiments/tuning/power.h"
#include "experiments/tuning/stored_tuning.h"
#include "experiments/tuning/tune.h"
#include "experiments/tuning/tune_report.h"
#include "experiments/tuning/verify.h"
#include "lab/arena/game_setup.h"
#include "lab/arena/thread_count.h"
#include "lab/engines/engine_player.h"
#include "lab/play/engine_kinds.h"

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
    if (settings.optimizer.empty())  // a shell variable that is not set
      throw UsageError("--optimizer: \"\" is not allowed; allowed: a command line for the shell");
  } else {
    settings.optimizer_state = tuning::tuning_folder_of(config, settings.service.folder) + "/optimizer.json";
    settings.optimizer = tuning::default_optimizer(config.seed, settings.optimizer_state);
  }
  return settings;
}

int run_tuning(const CLI::App& command) {
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
    flush_results();
    if (!settings.is_quiet) note("table and figures: {}", folder);
    return static_cast<int>(ExitCode::done);
  } catch (const tuning::EvaluationsHalted& why) {
    return halted(why, folder);
  } catch (const RunError& error) {
    return failed(error, ExitCode::failed, folder, std::filesystem::exists(folder + "/manifest.json"));
  }
}

std::string check_tuning(const CLI::App& command) {
  const tuning::TuningConfig config = given_tuning(command);
  const std::unique_ptr<Game> game = make_game(draw_game(config.game, config.seed));
  const std::unique_ptr<Openings> openings = tuning::check_parts(config, *game);
  std::vector<std::string> engines;
  std::vector<std::string> opponents;
  for (const tuning::TuningOpponent& opponent : config.opponents) {
    opponents.push_back(opponent.player.name);
    if (is_engine(opponent.player))
      engines.push_back(opponent.player.name + ": " + rehearse_engine(opponent.player, *game, kRehearsedPlies));
  }
  std::size_t numbers = 0;
  for (const tuning::TunedParameter& parameter : config.parameters) numbers += parameter.coordinates();
  std::string text = trial_text({config.game}) + rehearsed_text(engines);
  text += fmt::format("{} parameters with {} numbers; {} games an evaluation, {} of the test at the end\n",
                      config.parameters.size(), numbers, config.games, config.test_games);
  text += fmt::format("meets: {}\n{}", fmt::join(opponents, ", "), openings_text(*openings));
  warn_of(config.candidate, *game);
  for (const tuning::TuningOpponent& opponent : config.opponents) warn_of(opponent.player, *game);
  return text + fmt::format("configuration hash: {}\n", config_hash(config));
}

std::string plan_tuning(const CLI::App& command) {
  const tuning::TuningConfig config = given_tuning(command);
  const auto evaluations = command.get_option("--evaluations")->as<std::uint32_t>();
  PowerPlan plan = tuning::power_plan(config, evaluations);
  plan.machine = machine_load_text();
  plan.deviation =
      tuning::stored_deviation(tuning::tuning_folder_of(config, given<std::string>(command, "--out").value_or("")));
  if (const double seconds = given_plan(command).seconds.value_or(kBenchSeconds); seconds > 0)
    tuning::measure_cost(config, seconds, plan);
  return planned_page(command,
                      fmt::format("{}: a tuning of {} evaluations of {} games, and a fresh test of {}\n", config.name,
                                  evaluations, config.games, config.test_games),
                      std::move(plan));
}

Json resolved_tuning(const std::string& file, const std::vector<Override>& overrides) {
  return json_of_node(tuning::resolved_tree(tuning::read_tuning(file, overrides)));
}

void print_tunings(const std::vector<std::string>& folders, const TableRequest& request) {
  for (const std::string& folder : folders) {
    const tuning::StoredTuning stored = warned(tuning::read_stored_tuning(folder, request.damaged));
    print_page(tuning::render_tuning(stored, request.format), request.format);
    if (request.figures.is_asked())
      request.figures.write(stored.tuning.name, tuning::tuning_figures(stored.tuning, stored.report));
  }
}

void load_tuning(const std::string& folder, DamagedLines damaged, StoredParts& parts) {
  parts.tunings.push_back(warned(tuning::read_stored_tuning(folder, damaged)));
}

constexpr Joining kTunings{
    .records = "games", .whole = "tuning", .join = &tuning::merge_tunings, .write_tables = [](const std::string&) {}};

}  // namespace

Kind tuning_kind() {
  return {.kind = config::FileKind::tuning,
          .options =
              "--evaluations --parallel --optimizer --import --early-stop --no-start-test --slurm --cpus --time "
              "--mem-per-cpu --at-once --sbatch-arg --tasks-per-evaluation --gather --driver --driver-time --rounds "
              "--round --json --elo --power --deviation --bench --no-bench",
          .run = &run_tuning,
          .check = &check_tuning,
          .plan = &plan_tuning,
          .submit = &submit_driver,
          .resolved = &resolved_tuning,
          .table = &print_tunings,
          .load = &load_tuning,
          .joining = &kTunings,
          .verify = &tuning::check_tuning_folder,
          .look = &watch::make_tuning_body};
}

}  // namespace rootward
