// `rootward run` of an estimates study: its searches, its tables and its figures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/bench/signature.h"
#include "cli/job_options.h"
#include "cli/output.h"
#include "cli/run_kinds.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "cli/stored_inputs.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/cluster/plan.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"

namespace rootward {
namespace {

estimates::EstimatesRunSettings estimates_settings_of(const CLI::App& command) {
  estimates::EstimatesRunSettings settings;
  if (command.count("--out") > 0) settings.folder = command.get_option("--out")->as<std::string>();
  if (command.count("--threads") > 0) settings.threads = command.get_option("--threads")->as<std::size_t>();
  if (command.count("--shard") > 0) settings.shard = parse_shard(command.get_option("--shard")->as<std::string>());
  settings.wind_down = wind_down(command);
  settings.sync = sync_interval(command);
  settings.is_quiet = command.count("--quiet") > 0;
  return settings;
}

}  // namespace

int run_estimates_file(const CLI::App& command) {
  if (asks_cluster(command)) return submit_run(command);
  const estimates::EstimatesConfig config =
      estimates::read_estimates(command.get_option("CONFIG")->as<std::string>(), given_overrides(command));
  if (plays_again(command)) check_stored_inputs(command, estimates::inputs_of(config));
  estimates::EstimatesRunSettings settings = estimates_settings_of(command);
  settings.check_machine = [folder = settings.folder.empty() ? "results/" + config.name : settings.folder] {
    return cluster::check_signature(folder, bench::signature());
  };
  const estimates::EstimatesRunReport report = estimates::run_estimates(config, settings);
  if (!report.is_complete)
    return interrupted(fmt::format("{} of {} searches are stored in {}", report.done, report.wanted, report.folder),
                       settings.shard);
  if (!settings.shard.is_whole()) {
    fmt::print("shard {} of {}: {} searches in {}; join the shards with: rootward merge {} --out DIR\n",
               settings.shard.index, settings.shard.count, report.done, report.folder, shell_quoted(report.folder));
    return static_cast<int>(ExitCode::done);
  }
  estimates::write_estimates_files(report.estimates);
  print_shown("{}", estimates::render_estimates(report.estimates, TableFormat::text));
  if (!settings.is_quiet) note("results: {}, figures: {}/plots", report.folder, report.folder);
  return static_cast<int>(ExitCode::done);
}

}  // namespace rootward
