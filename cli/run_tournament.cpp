// `rootward run` of a tournament: plays it into its folder and prints the table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <optional>

#include "cli/bench/signature.h"
#include "cli/job_options.h"
#include "cli/output.h"
#include "cli/run_kinds.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "cli/stored_inputs.h"
#include "cli/watch_beside.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/cluster/plan.h"
#include "experiments/tournament/dry_run.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/sgf_records.h"
#include "experiments/tournament/table/render.h"
#include "lab/arena/signals.h"

namespace rootward {
namespace {

tournament::RunSettings run_settings_of(const CLI::App& command) {
  tournament::RunSettings settings;
  if (command.count("--out") > 0) settings.folder = command.get_option("--out")->as<std::string>();
  if (command.count("--games") > 0) settings.games = command.get_option("--games")->as<std::uint32_t>();
  if (command.count("--threads") > 0) settings.threads = command.get_option("--threads")->as<std::size_t>();
  if (command.count("--shard") > 0) settings.shard = parse_shard(command.get_option("--shard")->as<std::string>());
  settings.wind_down = wind_down(command);
  settings.sync = sync_interval(command);
  settings.is_quiet = command.count("--quiet") > 0;
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
    throw UsageError("run: --games: 1 is not allowed; allowed: a whole number from 2 to 2000000000");
}

}  // namespace

int run_tournament_file(const CLI::App& command) {
  check_games(command);
  if (asks_cluster(command)) return submit_run(command);
  const tournament::TournamentConfig config =
      tournament::read_tournament(command.get_option("CONFIG")->as<std::string>(), given_overrides(command));
  tournament::RunSettings settings = run_settings_of(command);
  settings.check_machine = [folder = tournament::results_folder_of(config, settings)] {
    return cluster::check_signature(folder, bench::signature());
  };
  if (plays_again(command)) check_stored_inputs(command, tournament::TournamentSetup(config, settings).input_files());
  if (command.count("--dry-run") > 0) {
    tournament::TournamentSetup setup(config, settings);
    fmt::print("{}", tournament::dry_run_text(setup, settings));
    return static_cast<int>(ExitCode::done);
  }
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
    fmt::print("shard {} of {}: {} games in {}; join the shards with: rootward merge {}\n", settings.shard.index,
               settings.shard.count, report.games.done, report.folder, shell_quoted(report.folder));
    return static_cast<int>(ExitCode::done);
  }
  print_table(config, report.results, is_quiet);
  if (!is_quiet) note("results: {}\nfigures: {}", report.folder, figures_text(report.folder));
  return static_cast<int>(ExitCode::done);
}

}  // namespace rootward
