// `rootward run` of an estimates study: its searches, its tables and its figures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "cli/bench/signature.h"
#include "cli/game_trial.h"
#include "cli/job_options.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "cli/stored_inputs.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/cluster/plan.h"
#include "experiments/cluster/shared_work.h"
#include "experiments/estimates/config.h"
#include "experiments/estimates/folder.h"
#include "experiments/estimates/folder_follower.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "experiments/estimates/verify.h"
#include "lab/arena/progress.h"
#include "lab/arena/thread_count.h"
#include "lab/config/named_files.h"
#include "lab/play/game.h"

namespace rootward {
namespace {

int run_estimates(const CLI::App& command) {
  if (asks_cluster(command)) return submit_run(command);
  const estimates::EstimatesConfig config = estimates::read_estimates(given_file(command), given_overrides(command));
  if (plays_again(command)) check_stored_inputs(command, estimates::inputs_of(config));
  auto settings = given_settings<RunSettings>(command);
  settings.wind_down = wind_down(command);
  settings.sync = sync_interval(command);
  settings.check_machine = [folder = settings.folder.empty() ? "results/" + config.name : settings.folder] {
    return cluster::check_signature(folder, bench::signature());
  };
  const estimates::EstimatesRunReport report = estimates::run_estimates(config, settings);
  if (!report.is_complete)
    return interrupted(fmt::format("{} of {} searches are stored in {}", report.done, report.wanted, report.folder),
                       settings.shard);
  if (!settings.shard.is_whole()) {
    print_results("shard {} of {}: {} searches in {}; join the shards with: rootward merge {} --out DIR\n",
                  settings.shard.index, settings.shard.count, report.done, report.folder, shell_quoted(report.folder));
    return static_cast<int>(ExitCode::done);
  }
  estimates::write_estimates_files(report.estimates);
  print_shown("{}", estimates::render_estimates(report.estimates, TableFormat::text));
  flush_results();
  if (!settings.is_quiet) note("results: {}, figures: {}/plots", report.folder, report.folder);
  return static_cast<int>(ExitCode::done);
}

/// The operators of a study's arms; what depends on the game is the first one's.
void warn_of_variants(const estimates::EstimatesConfig& config) {
  const std::unique_ptr<Game> game = make_game(draw_game(config.games.front().id, config.seed));
  for (const estimates::Arm& arm : config.arms) {
    const OperatorContext context = operator_context(*game, arm.search);
    warn_of(arm.name, arm.search.backup, context);
    for (const NamedParams& shadow : arm.search.shadows) warn_of(arm.name, shadow, context);
  }
}

std::string searches_text(const estimates::EstimatesConfig& config) {
  return fmt::format(
      "{} games, {} instances of each, {} variants, {} repeats: {} searches of {} simulations, measured {} times\n",
      config.games.size(), config.instances, config.arms.size(), config.repeats, estimates::planned_searches(config),
      config.checkpoints.back(), config.checkpoints.size());
}

std::string check_estimates(const CLI::App& command) {
  const estimates::EstimatesConfig config = estimates::read_estimates(given_file(command), given_overrides(command));
  config::check_named_files(config.named_files);
  warn_of_variants(config);
  std::vector<NamedParams> games;
  for (const auto& game : config.games) games.push_back(game.id);
  return trial_text(games) + searches_text(config) + fmt::format("configuration hash: {}\n", config_hash(config));
}

std::string plan_estimates(const CLI::App& command) {
  const std::vector<Override> overrides = given_overrides(command);
  const estimates::EstimatesConfig config = estimates::read_estimates(given_file(command), overrides);
  const cluster::Cost cost =
      cluster::read_estimates_work(given_file(command), overrides)
          ->cost({.folder = given<std::string>(command, "--out").value_or("results/" + config.name),
                  .seconds = given_plan(command).seconds.value_or(kBenchSeconds)});
  return fmt::format("{}: {}estimated time: {} of CPU time, {} to {} with 95 % (from {}; {})\n", config.name,
                     searches_text(config), duration_text(cost.seconds()),
                     duration_text(std::max(0.0, cost.seconds() - cost.margin())),
                     duration_text(cost.seconds() + cost.margin()), cost.of, machine_load_text());
}

Json resolved_estimates(const std::string& file, const std::vector<Override>& overrides) {
  return json_of_node(estimates::resolved_tree(estimates::read_estimates(file, overrides)));
}

void print_estimates(const std::vector<std::string>& folders, const TableRequest& request) {
  for (const std::string& folder : folders) {
    const estimates::StoredEstimates study = warned(estimates::read_estimates_folder(folder, request.damaged));
    print_page(estimates::render_estimates(study, request.format), request.format);
    if (request.figures.is_asked()) request.figures.write(study.config.name, estimates::estimates_figures(study));
  }
}

void load_estimates(const std::string& folder, DamagedLines damaged, StoredParts& parts) {
  parts.estimates.push_back(warned(estimates::read_estimates_folder(folder, damaged)));
}

constexpr Joining kEstimates{.records = "searches",
                             .whole = "estimates study",
                             .join = &estimates::merge_estimates,
                             .write_tables = [](const std::string& out) {
                               estimates::write_estimates_files(estimates::read_estimates_folder(out));
                             }};

}  // namespace

Kind estimates_kind() {
  return {.kind = config::FileKind::estimates,
          .options =
              "--shard --wind-down --sync --json --slurm --print --cpus --time --mem-per-cpu --at-once --sbatch-arg "
              "--tasks --rounds --calibrate --wait --round --bench",
          .run = &run_estimates,
          .check = &check_estimates,
          .plan = &plan_estimates,
          .submit = &submit_run,
          .resolved = &resolved_estimates,
          .table = &print_estimates,
          .load = &load_estimates,
          .joining = &kEstimates,
          .verify = &estimates::check_estimates_folder,
          .look = &watch::make_estimates_body};
}

}  // namespace rootward
