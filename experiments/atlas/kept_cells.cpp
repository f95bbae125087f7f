// A cell's file is there before its games go.
#include "experiments/atlas/kept_cells.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "experiments/atlas/standing.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/stored_results.h"
#include "lab/store/folder_layout.h"
#include "lab/store/folder_lock.h"
#include "lab/store/line_file.h"

namespace rootward::atlas {
namespace {

std::string hash_of_tournament(const std::string& folder) {
  return tournament::config_hash(tournament::read_results(folder, Detail::scores).config);
}

void remove_games(const std::string& folder) {
  remove_folder(folder);
  std::error_code failed;
  std::filesystem::path parent = folder;
  for (int level = 0; level < 3 && !failed; ++level) {  // budget, domain and stage go where they hold nothing more
    parent = parent.parent_path();
    std::filesystem::remove(parent, failed);
  }
}

void keep_cell(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell) {
  const std::string finals = places.finals(config, cell);
  const std::string pool = places.pool(config, cell);
  KeptCell kept{.result = read_cell(config, places, cell).value(),
                .finals_hash = hash_of_tournament(finals),
                .finals_digest = digest_of_games(finals),
                .planned_games = games_planned(finals, count_entrants(config, cell))};
  if (has_games(pool)) {
    kept.pool_hash = hash_of_tournament(pool);
    kept.pool_digest = digest_of_games(pool);
    kept.pool_games = games_there(pool, count_entrants(config, cell));
  }
  const std::string path = places.kept(config, cell);
  make_folders(path.substr(0, path.rfind('/')));
  write_file_atomically(path, kept_cell_json(kept));
}

/// False where it has games that are needed or that a part still plays, or has none.
bool drop_cell(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell) {
  const std::vector<std::string> folders{places.finals(config, cell), places.pool(config, cell),
                                         places.cost(config, cell)};
  const std::optional<std::vector<FolderLock>> locks = lock_unless_in_use(folders);
  if (!locks) return false;
  const bool had_games = has_games(folders.front());
  if (had_games && !is_played(config, places, cell)) return false;
  if (had_games) keep_cell(config, places, cell);
  if (file_exists(places.kept(config, cell)))
    for (const std::string& folder : folders) remove_games(folder);
  return had_games;
}

std::uint64_t drop_tunings(const AtlasConfig& config, const AtlasPlaces& places, const AtlasStage& stage) {
  std::uint64_t dropped = 0;
  const auto drop = [&](const study::TunedPlayer& entrant, const std::string& folder) {
    if (study::drop_tuning(entrant, folder, config.tuning.evaluations)) ++dropped;
  };
  for (const std::size_t domain : stage.domains)
    for (const std::uint64_t at : config.tuning.at) {
      if (!file_exists(places.tuning_file(config, domain, at))) continue;  // its first pass has not ended
      if (stage.op == 0) drop(first_entrant(config, places, domain, at), places.tuning(config, domain, at, kFirstPass));
      for (const study::TunedPlayer& entrant : entrants_of(config, places, stage.op, domain, at))
        drop(entrant, places.tuning(config, domain, at, entrant.label));
    }
  return dropped;
}

}  // namespace

std::string digest_of_games(const std::string& folder) {
  std::uint64_t sum = 0;
  (void)tournament::read_games(folder, DamagedLines::refuse, [&](const tournament::StoredResults&) {
    return [&](GameRecord&& game) {
      sum += derive_seed(hash_name(game.id),
                         {game.hash_of_moves(), static_cast<std::uint64_t>(std::lround(2 * game.score))});
    };
  });
  return fmt::format("{:016x}", sum);
}

std::optional<KeptCell> read_kept_cell(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell) {
  const std::string path = places.kept(config, cell);
  if (has_games(places.finals(config, cell)) || !file_exists(path)) return std::nullopt;
  KeptCell kept;
  try {
    kept = parse_kept_cell(read_checked_line(path));
  } catch (const UsageError& error) {
    throw RunError(fmt::format("{}: {}", path, error.what()));
  }
  const CellResult& result = kept.result;
  if (result.op != config.operators[cell.op].label || result.domain != config.domains[cell.domain].name ||
      result.budget != cell.budget.label())
    throw RunError(
        fmt::format("{}: it is of another cell, {} in {} at {}", path, result.op, result.domain, result.budget));
  return kept;
}

bool is_enough(const AtlasConfig& config, const AtlasCell& cell, const KeptCell& kept) {
  const std::uint64_t step = std::uint64_t{2} * count_entrants(config, cell);
  const std::uint64_t games = 2 * kept.result.pairs;
  if (games + step <= config.finals.games) return false;
  if (cell.op != 0 && games + step <= config.finals.most_games && wants_more(kept.result)) return false;
  return config.finals.pool_games == 0 || kept.pool_games + step > config.finals.pool_games;
}

void require_enough(const AtlasConfig& config, const AtlasPlaces& places) {
  for (const AtlasStage& stage : make_stages(config))
    for (const AtlasCell& cell : cells_of(config, stage)) {
      const std::optional<KeptCell> kept = read_kept_cell(config, places, cell);
      if (!kept || is_enough(config, cell, *kept)) continue;
      throw UsageError(fmt::format(
          "{}: the games of this cell were dropped, {} of its finals and {} against each player of the pool, so that "
          "it cannot go on to more; choose another --out",
          places.kept(config, cell), 2 * kept->result.pairs, kept->pool_games));
    }
}

void require_kept(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell,
                  const CellPlayers& players, const KeptCell& kept) {
  const auto games = static_cast<std::uint32_t>(2 * kept.result.pairs);
  const bool is_other_pool =
      config.finals.pool_games > 0 && kept.pool_hash != tournament::config_hash(pool_config(config, cell, players));
  if (is_other_pool || kept.finals_hash != tournament::config_hash(finals_config(config, cell, players, games)))
    throw UsageError(
        fmt::format("{}: the games that were dropped were those of other players or openings; choose "
                    "another --out",
                    places.kept(config, cell)));
}

Dropped drop_games(const AtlasConfig& config, const AtlasPlaces& places) {
  Dropped dropped;
  for (const AtlasStage& stage : make_stages(config)) {
    for (const AtlasCell& cell : cells_of(config, stage))
      if (drop_cell(config, places, cell)) ++dropped.cells;
    dropped.tunings += drop_tunings(config, places, stage);
  }
  return dropped;
}

}  // namespace rootward::atlas
