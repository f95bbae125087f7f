// Games are counted as they pass by; none is held.
#include "experiments/tournament/merge.h"

#include <set>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/pair_owners.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/runner.h"
#include "lab/store/line_checksum.h"
#include "lab/store/packed_file.h"

namespace rootward::tournament {
namespace {

/// How many games of the schedule nobody has played, and in which shards they lie.
void note_missing(const std::vector<PairingState>& pairings, std::uint32_t pairs, std::uint32_t shards,
                  MergeReport& report) {
  std::set<std::uint32_t> missing;
  std::uint64_t unit = 0;
  for (std::uint32_t pair = 0; pair < pairs; ++pair)
    for (const PairingState& pairing : pairings) {
      const int games = (pairing.needs(pair, 0) ? 1 : 0) + (pairing.needs(pair, 1) ? 1 : 0);
      const std::uint32_t shard = shard_of_unit(unit++, shards);
      if (games == 0) continue;
      report.missing += static_cast<std::uint64_t>(games);
      missing.insert(shard);
    }
  report.shards = shards;
  if (shards > 1) report.missing_shards.assign(missing.begin(), missing.end());
}

}  // namespace

MergeReport merge_results(const std::vector<std::string>& folders, const std::string& out,
                          const MergeSettings& settings) {
  FolderMerge merge(kTournamentKind, folders, out, settings);
  const TournamentConfig config = stored_config(out, merge.manifest());
  TournamentPlan plan;
  plan.config = &config;
  plan.pairs = config.schedule.pairs;
  std::vector<PairingState> pairings = load_pairings(plan, {});
  const GamePlaces places(config, most_pairs(config, merge.manifest()));
  merge.tell_done(places.meaning());
  const auto check = [&](const GameRecord& game) { places.require(game); };
  const auto take = [&](const GameRecord& game) {
    const std::uint64_t place = places.place(game).value();
    pairings[places.pairing_of(place)].load(game);
    return place;
  };
  if (is_reproducible(config)) {
    merge.join(kGameFormat, check, take);
  } else {
    const PairOwners owners(merge.files_to_join(kGameFiles), places);
    merge.join<GameRecord>(kGameFormat, check, take,
                           [&](const GameRecord& game, const std::string& file) { return owners.takes(game, file); });
  }
  for (PairingState& pairing : pairings) pairing.finish_loading();
  const std::uint64_t duplicates = merge.report().duplicates;  // of games; `out` may hold voids of an earlier merge
  merge.join(
      kVoidFormat, [](const VoidRecord&) {}, [](const VoidRecord&) { return std::uint64_t{0}; });
  merge.report().duplicates = duplicates;
  note_missing(pairings, plan.pairs, merge.shard_count(), merge.report());
  merge.commit();
  return merge.report();
}

void require_repeatable(const std::string& folder) {
  if (!is_reproducible(stored_config(folder, read_manifest(folder))))
    throw UsageError(folder + ": its games cannot be played again by their seeds, so their moves stay");
}

void drop_stored_moves(const std::string& folder) {
  require_repeatable(folder);
  const std::string path = kGameFiles.path(folder);
  unpack_file(path);
  std::string text;
  LineTally tally;
  RecordReader<GameRecord> games(kGameFormat);
  (void)games.read(path, [&](GameRecord&& game, const std::string&) {
    game.drop_moves();
    const std::string line = to_json_line(game);
    append_with_checksum(text, line);
    tally.add(line);
    text += '\n';
  });
  write_file_atomically(path, text);
  retell_records(folder, kGameFiles, tally);
}

}  // namespace rootward::tournament
