// The shared options of tunings.
#include "cli/tuning_options.h"

#include <CLI/CLI.hpp>

#include "cli/job_options.h"
#include "cli/option_checks.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/cluster/submission.h"

namespace rootward {

void add_tuning_argument(CLI::App& command) {
  command.add_option("CONFIG", "The tuning's YAML file")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  add_set_option(command);
}

tuning::TuningConfig given_tuning(const CLI::App& command) {
  return tuning::read_tuning(command.get_option("CONFIG")->as<std::string>(), given_overrides(command));
}

void add_service_options(CLI::App& command) {
  command.add_option("--out", "Folder of the journal; results/NAME unless given")->type_name("DIR");
  add_threads_option(command);
  add_array_options(command);
}

tuning::ServiceSettings given_service_settings(const CLI::App& command) {
  tuning::ServiceSettings settings;
  if (command.count("--out") > 0) settings.folder = command.get_option("--out")->as<std::string>();
  if (command.count("--threads") > 0) settings.threads = command.get_option("--threads")->as<std::size_t>();
  settings.players = given_players(command);
  return settings;
}

int halted(const tuning::EvaluationsHalted& why, const std::string& folder) {
  cluster::write_halt(folder, why.what());  // where a job drives, the job that follows it reads that
  note("{}; continue with:\n  {}", why.what(), own_command_line());
  return static_cast<int>(ExitCode::incomplete);
}

}  // namespace rootward
