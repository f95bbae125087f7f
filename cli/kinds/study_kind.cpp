// `rootward run` of a study.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "cli/job_options.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/cluster/study_arrays.h"
#include "experiments/study/config.h"
#include "experiments/study/members.h"
#include "experiments/study/plan.h"
#include "experiments/study/run.h"
#include "experiments/tuning/evaluation_players.h"

namespace rootward {
namespace {

study::StudySettings study_settings_of(const CLI::App& command) {
  auto settings = given_settings<study::StudySettings>(command);
  settings.drops_games = command.count("--drop-games") > 0;
  if (!settings.is_quiet) settings.say = [](const WorkStatus& status) { note(status.what()); };
  return settings;
}

/// What is to be said where the shard has done its part of what can be done now.
int waits_for_others(const std::string& folder) {
  note("{}: other shards have to play first; then run this one again:\n  {}", folder, own_command_line());
  return static_cast<int>(ExitCode::incomplete);
}

int end_of(const study::StudyReport& report, const Shard& shard) {
  switch (report.end) {
    case study::StudyEnd::interrupted:
      return interrupted("what was played is stored in " + report.folder, shard);
    case study::StudyEnd::waiting:
      return waits_for_others(report.folder);
    case study::StudyEnd::complete:
      break;
  }
  if (shard.is_whole())
    write_results(report.tables);
  else
    print_results("shard {} of {}: all runs of {} are played; join them with: rootward run CONFIG --out {}\n",
                  shard.index, shard.count, report.folder, shell_quoted(report.folder));
  if (!report.is_void) return static_cast<int>(ExitCode::done);
  note("error: a player does not score 50 % against itself (p < 0.001): a table of {} is void", report.folder);
  return static_cast<int>(ExitCode::failed);
}

int run_study(const CLI::App& command) {
  const study::StudyConfig config = study::read_study(given_file(command), given_overrides(command));
  study::StudySettings settings = study_settings_of(command);
  std::unique_ptr<study::StudyCluster> cluster;
  if (command.count("--slurm") > 0) cluster = cluster::study_arrays(given_asked(command));
  settings.cluster = cluster.get();
  const std::string folder = study_folder_of(config, settings);
  const auto has_begun = [&] { return std::filesystem::exists(folder + "/manifest.json"); };
  try {
    const study::StudyReport report = study::run_study(config, settings);
    if (settings.drops_games) {
      note("{}: the games of {} tunings and {} tournaments were dropped", folder, report.dropped.tunings,
           report.dropped.tournaments);
      return static_cast<int>(ExitCode::done);
    }
    return end_of(report, settings.shard);
  } catch (const tuning::EvaluationsHalted& why) {
    return failed(why, ExitCode::incomplete, folder, has_begun());
  } catch (const RunError& error) {
    return failed(error, ExitCode::failed, folder, has_begun());
  } catch (const PlayerError& error) {
    return failed(error, ExitCode::unusable_player, folder, has_begun());
  }
}

std::string check_study(const CLI::App& command) {
  const study::StudyConfig config = study::read_study(given_file(command), given_overrides(command));
  std::string text;
  for (const study::StudyStep& step : config.steps) {
    if (!is_run(step.kind)) {
      text += fmt::format("{}: a table\n", step.name);
      continue;
    }
    const std::size_t runs = step.members.size();
    text +=
        fmt::format("{}: {} of kind {}{}\n", step.name, runs == 1 ? "a run" : fmt::format("{} runs", runs),
                    study::step_key(step.kind),
                    step.kind == study::StepKind::tuning ? fmt::format(", {} evaluations each", step.evaluations) : "");
  }
  return text;
}

std::string plan_study(const CLI::App& command) {
  constexpr double kSeconds = 1;  // of some runs of each step
  return study::plan_text(study::read_study(given_file(command), given_overrides(command)),
                          given_plan(command).seconds.value_or(kSeconds));
}

Json resolved_study(const std::string& file, const std::vector<Override>& overrides) {
  return json_of_node(study::read_study(file, overrides).tree);
}

void print_studies(const std::vector<std::string>& folders, const TableRequest& request) {
  for (const std::string& folder : folders) {
    if (request.figures.is_asked())
      throw UsageError(
          fmt::format("{}: a study has no figures of its own; those of its runs are made by: rootward table {}/STEP "
                      "--figures DIR",
                      folder, folder));
    std::string page = study::study_tables(folder, request.format);
    if (page.empty() && request.format == TableFormat::text) {
      page = "No step of this study is a table. Its runs have tables:\n";
      for (const std::string& run : study::run_folders(folder)) page += fmt::format("  rootward table {}\n", run);
    }
    print_page(page, request.format);
  }
}

/// Its tables where it is whole, and those of its runs.
void load_study(const std::string& folder, DamagedLines damaged, StoredParts& parts) {
  if (!read_manifest(folder).ended.empty())
    parts.tables.emplace_back(folder, study::study_tables(folder, TableFormat::text));
  for (const std::string& run : study::run_folders(folder)) kind_of_results(run).load(run, damaged, parts);
}

}  // namespace

Kind study_kind() {
  return {.kind = config::FileKind::study,
          .options =
              "--shard --drop-games --slurm --cpus --time --mem-per-cpu --at-once --sbatch-arg --tasks --rounds "
              "--calibrate --bench",
          .run = &run_study,
          .check = &check_study,
          .plan = &plan_study,
          .resolved = &resolved_study,
          .table = &print_studies,
          .load = &load_study,
          .verify = &study::check_study_folder,
          .is_made_of_folders = true,
          .look = [](const std::string& folder, Detail detail) {
            return watch::make_study_body(folder, detail, &body_of);
          }};
}

}  // namespace rootward
