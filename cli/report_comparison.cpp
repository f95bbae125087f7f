// `rootward report --published`: stored tournaments beside a paper's tables.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/output.h"
#include "cli/report_page.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/comparison/pages.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tournament/table/result_table.h"
#include "experiments/tournament/table/summary.h"

namespace rootward {
namespace {

comparison::PlayedRun played_run(const tournament::StoredResults& results) {
  const tournament::ResultTable table = tournament::make_table(results, {});
  comparison::PlayedRun run;
  run.folder = results.folder;
  run.name = results.config.name;
  run.game = results.config.game;
  run.seed = results.config.seed;
  run.players = results.config.players;
  run.tunings = results.config.tunings;
  run.manifest = results.manifest;
  run.games = table.games;
  run.games_scheduled = table.games_scheduled;
  run.claim = tournament::claim_text(table);
  for (const tournament::PairingRow& row : table.pairings) {
    run.pairings.push_back({.a = row.a,
                            .b = row.b,
                            .counts = row.counts,
                            .pairs = row.pentanomial,
                            .units = row.units,
                            .pair_means = {},
                            .estimate = row.estimate,
                            .is_stopped_early = row.is_stopped_early,
                            .duplicate_games = row.duplicate_games});
    for (const auto& [pair, mean] : row.pair_means()) run.pairings.back().pair_means[{run.seed, pair}] = mean;
  }
  return run;
}

std::vector<comparison::PlayedRun> read_runs(const CLI::App& command) {
  std::vector<tournament::StoredResults> folders;
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) {
    folders.push_back(tournament::read_results(folder, Detail::scores, damaged_lines(command)));
    for (const std::string& warning : folders.back().warnings) note("warning: {}", warning);
  }
  std::vector<comparison::PlayedRun> runs;
  for (const tournament::StoredResults& results : tournament::join_results(std::move(folders)))
    runs.push_back(played_run(results));
  return runs;
}

}  // namespace

int report_comparison(const CLI::App& command) {
  if (command.count("--out") == 0)
    throw UsageError("--published: --out DIR is missing, the folder to write tables, figures and a page to");
  const auto out = command.get_option("--out")->as<std::string>();
  const comparison::Published published =
      comparison::read_published(command.get_option("--published")->as<std::string>());
  const comparison::Comparison result = comparison::compare(published, read_runs(command));
  for (const std::string& line : result.notes) note("note: {}", line);
  for (const std::string& file : comparison::write_comparison(result, out)) note("{}", file);
  print_shown("{}", comparison::comparison_text(result));
  if (!result.is_void()) return static_cast<int>(ExitCode::done);
  note("error: the standard player does not score 50 % against itself (p < 0.001): the run is void");
  return static_cast<int>(ExitCode::failed);
}

}  // namespace rootward
