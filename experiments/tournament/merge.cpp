// Games are counted as they pass by; none is held.
#include "experiments/tournament/merge.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "core/errors.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/runner.h"

namespace rootward::tournament {
namespace {

/// How many games of the schedule nobody has played, and in which shards they lie.
void note_missing(const std::vector<PairingState>& pairings, std::uint32_t pairs, std::uint32_t shards,
                  MergeReport& report) {
  std::set<std::uint32_t> missing;
  for (const PairingState& pairing : pairings)
    for (std::uint32_t pair = 0; pair < pairs; ++pair)
      for (const int game : {0, 1}) {
        if (!pairing.needs(pair, game)) continue;
        ++report.missing;
        missing.insert(pair % shards + 1);
      }
  report.shards = shards;
  if (shards > 1) report.missing_shards.assign(missing.begin(), missing.end());
}

}  // namespace

MergeReport merge_results(const std::vector<std::string>& folders, const std::string& out, DamagedLines damaged) {
  FolderMerge merge(kTournamentKind, folders, out, damaged);
  const TournamentConfig config = stored_config(out, merge.manifest());
  TournamentPlan plan;
  plan.config = &config;
  plan.pairs = config.schedule.pairs;
  std::vector<PairingState> pairings = load_pairings(plan, {});
  std::map<std::array<std::string, 2>, PairingState*> by_names;
  for (PairingState& pairing : pairings) by_names[pairing.names()] = &pairing;
  merge.join(kGameFormat, [&](const GameRecord& game, const std::string& file) {
    const auto found = by_names.find(game.pairing);
    if (found == by_names.end() || game.pair >= plan.pairs)
      throw RunError(fmt::format("{}: game {} is none of the tournament's schedule; nothing is merged", file, game.id));
    found->second->load(game);
  });
  for (PairingState& pairing : pairings) pairing.finish_loading();
  RecordFormat<VoidRecord> voids = kVoidFormat;  // `out` may hold some of them from an earlier merge
  voids.id_of = &to_json_line;
  voids.is_same = [](const VoidRecord&, const VoidRecord&) { return true; };
  const std::uint64_t duplicates = merge.report().duplicates;
  merge.join(voids, [](const VoidRecord&, const std::string&) {});
  merge.report().duplicates = duplicates;
  note_missing(pairings, plan.pairs, merge.shard_count(), merge.report());
  merge.commit();
  return merge.report();
}

}  // namespace rootward::tournament
