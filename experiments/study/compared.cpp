// What a comparison needs of each tournament.
#include "experiments/study/compared.h"

#include <utility>

#include "experiments/tournament/table/join.h"
#include "experiments/tournament/table/result_table.h"
#include "experiments/tournament/table/summary.h"

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
                                   .duplicate_games = row.duplicate_games};
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

}  // namespace

comparison::Comparison compare_stored(const comparison::Published& published,
                                      std::vector<tournament::StoredResults> folders) {
  std::vector<comparison::PlayedRun> runs;
  for (const tournament::StoredResults& results : tournament::join_results(std::move(folders)))
    runs.push_back(played_run(results));
  return comparison::compare(published, std::move(runs));
}

}  // namespace rootward::study
