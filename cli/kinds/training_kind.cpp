// `rootward run` of a training run: a generation's games of self-play.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "cli/game_trial.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/note.h"
#include "experiments/selfplay/config.h"
#include "experiments/selfplay/data_check.h"
#include "experiments/selfplay/data_stats.h"
#include "experiments/selfplay/journal.h"
#include "experiments/selfplay/play_generation.h"
#include "experiments/selfplay/play_run.h"
#include "experiments/selfplay/sample_window.h"
#include "experiments/selfplay/shard_game.h"
#include "lab/arena/thread_count.h"
#include "lab/play/network_view.h"
#include "lab/store/run_folder.h"

namespace rootward {
namespace {

/// What --games says, which of other kinds may be more.
std::uint64_t generation_games(const CLI::App& command) {
  constexpr std::uint64_t kMost = selfplay::kGamesPerGeneration - 1;
  const auto games = command.get_option("--games")->as<std::uint64_t>();
  if (games > kMost)
    throw UsageError(
        fmt::format("run: --games: {} is not allowed; allowed: a whole number from 1 to {}", games, kMost));
  return games;
}

selfplay::PlayRunSettings selfplay_settings_of(const CLI::App& command, const selfplay::TrainingConfig& config) {
  auto settings = given_settings<selfplay::PlayRunSettings>(command);
  if (command.count("--out") == 0) settings.folder = "results/training/" + config.name;
  settings.generation = command.get_option("--generation")->as<std::uint64_t>();
  settings.network = given<std::string>(command, "--network").value_or("");
  if (command.count("--games") > 0) settings.games = generation_games(command);
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

int run_training(const CLI::App& command) {
  const selfplay::TrainingConfig config = selfplay::read_training(given_file(command), given_overrides(command));
  const selfplay::PlayRunSettings settings = selfplay_settings_of(command, config);
  const selfplay::PlayRunReport report = selfplay::run_selfplay(config, settings);
  if (!settings.is_quiet) tell_spared(report);
  if (command.count("--json") > 0) {
    print_results("{}", report_json(report, settings.generation));
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

/// The run, and what its networks see of the board: `shape`, and `plane_count` beside each `planes`. `origin`: of its
/// own games.
Json resolved_training(const std::string& file, const std::vector<Override>& overrides) {
  const selfplay::TrainingConfig config = selfplay::read_training(file, overrides);
  Json object = json_of_node(selfplay::resolved_tree(config));
  const std::unique_ptr<Game> game = make_game(config.game);
  const auto shape_of = [&](const std::string& planes) { return make_network_view(*game, planes)->shape(); };
  const NetworkShape shape = shape_of(config.network.planes);
  object["shape"] = {{"lines", shape.lines}, {"columns", shape.columns}, {"actions", shape.actions}};
  const selfplay::Origin origin = selfplay::games_origin(config);
  object["origin"] = {{"path", origin.path}, {"licence", origin.licence}};
  if (!config.start.empty()) object["start"] = selfplay::start_path(config);
  object["network"]["plane_count"] = shape.planes;
  for (const selfplay::Companion& companion : config.companions)
    object["companions"][companion.name]["plane_count"] = shape_of(companion.planes).planes;
  return object;
}

std::string check_training(const CLI::App& command) {
  const selfplay::TrainingConfig config = selfplay::read_training(given_file(command), given_overrides(command));
  (void)selfplay::start_path(config);
  std::uint64_t games = 0;
  for (const selfplay::Phase& phase : config.phases) games += phase.games;
  return trial_text({config.game}) + fmt::format("{} games in {} phases, a network each {}; {} companions\n", games,
                                                 config.phases.size(), config.training.generation,
                                                 config.companions.size());
}

/// As `tool data stats`; runs are of different networks or games, so each has a table of its own.
void print_training(const std::vector<std::string>& folders, const TableRequest& request) {
  if (request.format != TableFormat::text && request.format != TableFormat::json)
    throw UsageError(folders.front() + ": the table of a training run's games is text or json");
  for (const std::string& folder : folders) {
    if (request.figures.is_asked())
      throw UsageError(folder + ": a training run's figures are made by: rootward tool data journal DIR");
    const std::vector<selfplay::GenerationStats> stats = selfplay::data_stats({folder}, {});
    print_page(request.format == TableFormat::json ? stats_json(stats) : folder + '\n' + stats_text(stats),
               request.format);
  }
}

void load_training(const std::string& folder, DamagedLines /*damaged*/, StoredParts& parts) {
  if (selfplay::has_shards(folder)) parts.tables.emplace_back(folder, stats_text(selfplay::data_stats({folder}, {})));
}

/// Every game by the rules, as `tool data check`; there may be none yet.
FolderCheck check_training_folder(const std::string& folder) {
  if (!selfplay::has_shards(folder) && read_manifest(folder).records.empty()) return {};
  selfplay::CheckReport report = selfplay::check_shards({folder}, default_thread_count());
  FolderCheck found;
  found.lines = report.games;
  found.problems = std::move(report.faults);
  return found;
}

}  // namespace

Kind training_kind() {
  return {.kind = config::FileKind::training,
          .options = "--shard --games --generation --network --json",
          .run = &run_training,
          .check = &check_training,
          .resolved = &resolved_training,
          .table = &print_training,
          .load = &load_training,
          .verify = &check_training_folder,
          .look = &watch::make_training_body};
}

}  // namespace rootward
