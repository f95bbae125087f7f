// `rootward run` of a tournament: plays it into its folder and prints the table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <optional>

#include "cli/bench/signature.h"
#include "cli/game_trial.h"
#include "cli/job_options.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "cli/stored_inputs.h"
#include "cli/watch_beside.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/cluster/plan.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/measured_adjudication.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/planned_tournament.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/setup.h"
#include "experiments/tournament/sgf_records.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tournament/table/render.h"
#include "experiments/tournament/verify.h"
#include "lab/arena/signals.h"

namespace rootward {
namespace {

/// Of `run` and of `plan`.
tournament::RunSettings planned_settings_of(const CLI::App& command) {
  auto settings = given_settings<tournament::RunSettings>(command);
  settings.games = given<std::uint32_t>(command, "--games");
  return settings;
}

tournament::RunSettings run_settings_of(const CLI::App& command) {
  tournament::RunSettings settings = planned_settings_of(command);
  settings.wind_down = wind_down(command);
  settings.sync = sync_interval(command);
  return settings;
}

/// The other pairings were played to the end.
int stopped_by_engines(const tournament::RunReport& report) {
  for (const std::string& pairing : report.stopped_pairings) note("error: the match {}", pairing);
  note("{} of {} games are stored in {}; once the engine is mended, continue with:\n  {}", report.games.done,
       report.games.wanted, report.folder, own_command_line());
  return static_cast<int>(ExitCode::unusable_player);
}

/// Of what is planned now; the files in the folder are of all that it holds.
void print_table(const tournament::TournamentConfig& config, const tournament::StoredResults& results, bool is_quiet) {
  tournament::ResultTable table = tournament::write_tables(results);
  const std::uint32_t stored = results.config.schedule.pairs;
  if (config.schedule.pairs < stored) {
    table = tournament::make_table(tournament::first_pairs(results, config.schedule.pairs), {});
    if (!is_quiet)
      note("{} is of {} pairs a pairing, this table of the first {}; see all with: rootward table {}", results.folder,
           stored, config.schedule.pairs, shell_quoted(results.folder));
  }
  print_shown("{}", tournament::render_table(table, TableFormat::text));
}

/// Both games of a pair are played.
void check_games(const CLI::App& command) {
  if (command.count("--games") > 0 && command.get_option("--games")->as<std::uint64_t>() < 2)
    throw UsageError("--games: 1 is not allowed; allowed: a whole number from 2 to 2000000000");
}

int run_tournament(const CLI::App& command) {
  check_games(command);
  if (asks_cluster(command)) return submit_run(command);
  const tournament::TournamentConfig config =
      tournament::read_tournament(given_file(command), given_overrides(command));
  tournament::RunSettings settings = run_settings_of(command);
  settings.check_machine = [folder = tournament::results_folder_of(config, settings)] {
    return cluster::check_signature(folder, bench::signature());
  };
  if (plays_again(command)) check_stored_inputs(command, tournament::TournamentSetup(config, settings).input_files());
  const SignalGuard signals(settings.shard, TimeSignal::winds_down);  // before the screen, which stays without it
  const bool is_quiet = settings.is_quiet;
  const tournament::RunReport report = [&] {
    std::optional<WatchBeside> screen;
    if (command.count("--watch") > 0 && WatchBeside::has_terminal())
      screen.emplace(tournament::results_folder_of(config, settings));
    settings.is_quiet = is_quiet || screen.has_value();
    return tournament::run_tournament(config, settings);
  }();
  if (settings.shard.is_whole() && tournament::has_records(config.game))
    (void)tournament::write_records(report.results);
  if (!report.stopped_pairings.empty()) return stopped_by_engines(report);
  if (!report.is_complete)
    return interrupted(
        fmt::format("{} of {} games are stored in {}", report.games.done, report.games.wanted, report.folder),
        settings.shard);
  if (!settings.shard.is_whole()) {
    print_results("shard {} of {}: {} games in {}; join the shards with: rootward merge {}\n", settings.shard.index,
                  settings.shard.count, report.games.done, report.folder, shell_quoted(report.folder));
    return static_cast<int>(ExitCode::done);
  }
  print_table(config, report.results, is_quiet);
  flush_results();  // before the note, where both go into one file
  if (!is_quiet) note("results: {}\nfigures: {}", report.folder, figures_text(report.folder));
  return static_cast<int>(ExitCode::done);
}

/// What games that were played out say of the rule that ends this tournament's; refused where they do not allow it.
std::string adjudication_text(const tournament::TournamentConfig& config, const std::string& folder) {
  const tournament::StoredResults measured = tournament::read_results(folder, Detail::scores);
  const tournament::AdjudicationCount count = tournament::require_measured(config, measured);
  return fmt::format(
      "adjudication: allowed by {}: of games played out it would have ended {}, {} otherwise ({:.2f} %), and "
      "{:.1f} % of all plies sooner\n",
      folder, count.games, count.other_results, 100 * count.error(), 100 * count.share_of_plies());
}

std::string check_tournament(const CLI::App& command) {
  const tournament::TournamentConfig config =
      tournament::read_tournament(given_file(command), given_overrides(command));
  tournament::TournamentSetup setup(config, {});
  const std::string allowed = command.count("--adjudication") == 0
                                  ? ""
                                  : adjudication_text(config, command.get_option("--adjudication")->as<std::string>());
  const std::vector<std::string> engines = setup.rehearse_engines(kRehearsedPlies);
  const std::size_t matches = tournament::make_pairings(config).size();
  std::string text = trial_text({config.game}) + rehearsed_text(engines);
  text += fmt::format("{} players, {} matches of {} pairs, {} games\n", config.players.size(), matches,
                      config.schedule.pairs, matches * 2 * config.schedule.pairs);
  text += openings_text(setup.openings());
  if (const std::string warning = setup.openings_warning(); !warning.empty()) note("warning: {}", warning);
  const std::unique_ptr<Game> game = make_game(draw_game(config.game, config.seed));
  for (const PlayerSpec& player : config.players) warn_of(player, *game);
  return text + allowed + fmt::format("configuration hash: {}\n", config_hash(config));
}

std::string plan_tournament_file(const CLI::App& command) {
  check_games(command);
  const tournament::TournamentConfig config =
      tournament::read_tournament(given_file(command), given_overrides(command));
  const tournament::RunSettings settings = planned_settings_of(command);
  tournament::TournamentSetup setup(config, settings);
  tournament::PlannedTournament planned =
      tournament::plan_tournament(setup, settings, given_plan(command).seconds.value_or(kBenchSeconds));
  return planned_page(command, planned.schedule, std::move(planned.power));
}

Json resolved_tournament(const std::string& file, const std::vector<Override>& overrides) {
  return json_of_node(tournament::resolved_tree(tournament::read_tournament(file, overrides)));
}

/// Those of one tournament are joined.
void print_tournaments(const std::vector<std::string>& names, const TableRequest& request) {
  const Detail detail = names.size() == 1 ? Detail::tables : Detail::scores;  // others may have to be joined
  std::vector<tournament::StoredResults> folders;
  for (const std::string& name : names)
    folders.push_back(warned(tournament::read_results(name, detail, request.damaged)));
  std::vector<tournament::ResultTable> tables;
  for (const tournament::StoredResults& results : tournament::join_results(std::move(folders))) {
    tables.push_back(tournament::make_table(results, request.options));
    if (request.figures.is_asked())
      request.figures.write(results.config.name, tournament::tournament_figures(results.config, tables.back()));
  }
  print_page(tournament::render_tables(tables, request.format, request.rendering), request.format);
}

void load_tournament(const std::string& folder, DamagedLines damaged, StoredParts& parts) {
  parts.tournaments.push_back(warned(tournament::read_results(folder, Detail::scores, damaged)));
}

constexpr Joining kTournaments{
    .records = "games",
    .whole = "schedule",
    .join = &tournament::merge_results,
    .write_tables =
        [](const std::string& out) { (void)tournament::write_tables(tournament::read_results(out, Detail::tables)); },
    .require_droppable = &tournament::require_repeatable};

}  // namespace

Kind tournament_kind() {
  return {.kind = config::FileKind::tournament,
          .options =
              "--shard --games --wind-down --sync --watch --json --slurm --print --cpus --time --mem-per-cpu --at-once "
              "--sbatch-arg --tasks --rounds --calibrate --wait --round --adjudication --elo --power --deviation "
              "--comparisons --bench --no-bench --tables --pairs --reference --no-cost",
          .run = &run_tournament,
          .check = &check_tournament,
          .plan = &plan_tournament_file,
          .submit = &submit_run,
          .resolved = &resolved_tournament,
          .table = &print_tournaments,
          .load = &load_tournament,
          .joining = &kTournaments,
          .verify = &tournament::check_tournament_folder,
          .look = &watch::make_tournament_body};
}

}  // namespace rootward
