// What a comparison needs of each run, and which runs it is about.
#include "experiments/study/compared.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "core/note.h"
#include "experiments/comparison/evidence.h"
#include "experiments/estimates/curves.h"
#include "experiments/estimates/run.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tournament/table/result_table.h"
#include "experiments/tournament/table/summary.h"
#include "lab/config/kinds.h"
#include "lab/store/run_folder.h"

namespace rootward::study {
namespace {

comparison::PlayedPairing played_pairing(const tournament::PairingRow& row, std::uint64_t seed) {
  comparison::PlayedPairing played{.a = row.a,
                                   .b = row.b,
                                   .counts = row.counts,
                                   .pairs = row.pentanomial,
                                   .units = row.units,
                                   .pair_means = {},
                                   .estimate = row.estimate,
                                   .is_stopped_early = row.is_stopped_early,
                                   .duplicate_games = row.duplicate_games,
                                   .repeats = row.repeats};
  for (const auto& [pair, mean] : row.pair_means()) played.pair_means[{seed, pair}] = mean;
  return played;
}

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
  for (const tournament::PairingRow& row : table.pairings) run.pairings.push_back(played_pairing(row, run.seed));
  return run;
}

/// A mean by its measure, shares in percent.
comparison::MeasuredValue value_of(estimates::Measure measure, const estimates::Estimate& estimate) {
  const double unit = estimates::facts_of(measure).is_share ? 100.0 : 1.0;
  comparison::MeasuredValue value;
  value.measure = estimates::facts_of(measure).key;
  value.mean = unit * estimate.mean;
  value.ci95 = {unit * estimate.interval.low, unit * estimate.interval.high};
  return value;
}

/// All that curves and comparisons say.
std::vector<comparison::MeasuredValue> values_of(const estimates::StoredEstimates& study) {
  std::vector<comparison::MeasuredValue> values;
  const auto add = [&](comparison::MeasuredValue value, const std::string& game, const std::string& player,
                       const std::string& opponent, std::uint64_t simulations, std::uint64_t searches) {
    value.game = game;
    value.player = player;
    value.opponent = opponent;
    value.simulations = simulations;
    value.searches = searches;
    values.push_back(std::move(value));
  };
  for (const estimates::Curve& curve : estimates::make_curves(study))
    for (const estimates::Measure measure : estimates::kMeasures)
      for (std::size_t i = 0; i < curve.simulations.size(); ++i)
        if (const std::optional<estimates::Estimate>& found = curve.of(measure)[i])
          add(value_of(measure, *found), curve.game, curve.name, "", curve.simulations[i], curve.searches);
  for (const estimates::Comparison& pair : estimates::make_comparisons(study))
    for (const estimates::Measure measure : estimates::kMeasures)
      if (const std::optional<estimates::Difference>& found = pair.of(measure))
        add(value_of(measure, found->estimate), pair.game, pair.first, pair.second, study.config.checkpoints.back(),
            pair.searches);
  return values;
}

comparison::PlayedRun measured_run(const estimates::StoredEstimates& study) {
  comparison::PlayedRun run;
  run.folder = study.folder;
  run.name = study.config.name;
  run.seed = study.config.seed;
  run.manifest = study.manifest;
  run.games = study.searches.size();
  run.games_scheduled = estimates::StudyUnits::searches(study.config);
  run.claim = "an estimates study";
  comparison::MeasuredRun& measured = run.measured.emplace();
  for (const estimates::EstimatedGame& game : study.config.games) measured.games.push_back(game.name);
  for (const estimates::Arm& arm : study.config.arms)
    for (std::size_t op = 0; op < arm.operators.size(); ++op)
      measured.players.push_back(estimates::curve_name(study.config, arm.name, op));
  for (const estimates::Measure measure : estimates::kMeasures) {
    const estimates::MeasureFacts& facts = estimates::facts_of(measure);
    measured.measures.emplace_back(facts.key);
    if (facts.is_share) measured.shares.emplace_back(facts.key);
  }
  measured.values = values_of(study);
  return run;
}

/// Folders of runs below a study's folder, in order; the folder itself where it is no study's.
std::vector<std::string> runs_below(const std::string& folder) {
  namespace fs = std::filesystem;
  if (read_manifest(folder).kind != config::facts_of(config::FileKind::study).name) return {folder};
  std::vector<std::string> runs;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().filename() == "manifest.json" && entry.path().parent_path() != fs::path(folder))
      runs.push_back(entry.path().parent_path().string());
  std::ranges::sort(runs);
  return runs;
}

bool is_asked(const comparison::Published& published, const std::string& folder) {
  return !published.is_of_runs() || std::ranges::any_of(published.cells, [&](const comparison::PublishedCell& cell) {
    return comparison::is_called(folder, cell.by.place) ||
           std::ranges::any_of(cell.also, [&](const comparison::Reading& reading) {
             return comparison::is_called(folder, reading.by.place);
           });
  });
}

}  // namespace

comparison::Comparison compare_stored(const comparison::Published& published,
                                      std::vector<tournament::StoredResults> tournaments,
                                      const std::vector<estimates::StoredEstimates>& studies) {
  std::vector<comparison::PlayedRun> runs;
  for (const tournament::StoredResults& results : tournament::join_results(std::move(tournaments)))
    runs.push_back(played_run(results));
  for (const estimates::StoredEstimates& study : studies) runs.push_back(measured_run(study));
  return comparison::compare(published, std::move(runs));
}

comparison::Comparison compare_folders(const comparison::Published& published, const std::vector<std::string>& folders,
                                       DamagedLines damaged) {
  std::vector<tournament::StoredResults> tournaments;
  std::vector<estimates::StoredEstimates> studies;
  const auto warn = [](const auto& stored) {
    for (const std::string& warning : stored.warnings) note("warning: {}", warning);
  };
  for (const std::string& folder : folders) {
    const std::vector<std::string> runs = runs_below(folder);
    const std::size_t before = tournaments.size() + studies.size();
    for (const std::string& run : runs) {
      if (runs.size() > 1 && !is_asked(published, run)) continue;
      if (is_folder_of(estimates::kEstimatesKind, run)) {
        studies.push_back(estimates::read_estimates_folder(run, damaged));
        warn(studies.back());
      } else if (run == folder || is_folder_of(tournament::kTournamentKind, run)) {
        tournaments.push_back(tournament::read_results(run, Detail::scores, damaged));
        warn(tournaments.back());
      }
    }
    if (tournaments.size() + studies.size() == before)
      throw UsageError(fmt::format("{}: no run below it is one that a cell of {} names", folder, published.file));
  }
  return compare_stored(published, std::move(tournaments), studies);
}

}  // namespace rootward::study
