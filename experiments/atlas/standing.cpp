// Manifests and games of the folders below.
#include "experiments/atlas/standing.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/file_io.h"
#include "experiments/atlas/kept_cells.h"
#include "experiments/atlas/results.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/store/folder_layout.h"
#include "lab/store/run_folder.h"

namespace rootward::atlas {
namespace {

/// By its manifest, else by its games: a process that was killed after the last one has not noted the end, and the next
/// finds nothing to play.
bool has_ended(const std::string& folder) {
  if (!has_games(folder)) return false;
  if (!read_manifest(folder).ended.empty()) return true;
  const tournament::ResultTable table = tournament::make_table(tournament::read_results(folder, Detail::scores), {});
  return table.games >= table.games_scheduled;
}

/// Whether what was planned has ended, and a pair more of each entrant would be more than so many games.
bool has_all(const std::string& folder, std::size_t entrants, std::uint32_t games) {
  return has_ended(folder) && games_there(folder, entrants) + 2 * entrants > games;
}

std::uint64_t bytes_below(const std::string& place) {
  std::uint64_t bytes = 0;
  std::error_code gone;  // a file or folder may go while we look: the rest of a place is then left out
  std::filesystem::recursive_directory_iterator entry(place, gone);
  for (const std::filesystem::recursive_directory_iterator end; !gone && entry != end; entry.increment(gone)) {
    std::error_code unread;
    if (const std::uintmax_t size = entry->file_size(unread); !unread) bytes += size;
  }
  return bytes;
}

}  // namespace

bool has_games(const std::string& folder) { return file_exists(manifest_path(folder)); }

std::uint32_t games_there(const std::string& folder, std::size_t entrants) {
  if (!has_games(folder)) return 0;
  const std::uint32_t pairs = tournament::read_results(folder, Detail::scores).config.schedule.pairs;
  return 2 * pairs * static_cast<std::uint32_t>(entrants);
}

std::set<std::uint64_t> games_planned(const std::string& folder, std::size_t entrants) {
  std::set<std::uint64_t> games;
  if (!has_games(folder)) return games;
  for (const PlannedPairs& planned : read_manifest(folder).planned) games.insert(2 * entrants * planned.pairs);
  return games;
}

std::uint64_t count_looks(const AtlasConfig& config, const AtlasCell& cell, std::set<std::uint64_t> planned) {
  const std::uint64_t step = std::uint64_t{2} * count_entrants(config, cell);
  for (const std::uint32_t games : looks_of(config.finals)) {
    planned.insert(games - games % step);
    if (cell.op == 0) break;  // A/A does not go on
  }
  return planned.size();
}

std::optional<std::uint64_t> simulations_there(const std::string& folder) {
  if (!has_games(folder)) return std::nullopt;
  const tournament::TournamentConfig config = tournament::read_results(folder, Detail::scores).config;
  const auto entrant = std::ranges::find(config.players, config.schedule.pairings.front()[0], &PlayerSpec::name);
  return entrant->search.budget.simulations;
}

bool is_played(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell) {
  if (const std::optional<KeptCell> kept = read_kept_cell(config, places, cell)) return is_enough(config, cell, *kept);
  const std::size_t entrants = count_entrants(config, cell);
  const std::string folder = places.finals(config, cell);
  if (!has_all(folder, entrants, config.finals.games)) return false;
  if (cell.op != 0 && games_there(folder, entrants) < config.finals.most_games &&
      wants_more(read_cell(config, places, cell).value()))
    return false;
  return config.finals.pool_games == 0 || has_all(places.pool(config, cell), entrants, config.finals.pool_games);
}

bool are_played(const AtlasConfig& config, const AtlasPlaces& places, const Shard& part, bool is_held_out) {
  for (const AtlasStage& stage : make_stages(config))
    for (const AtlasCell& cell : cells_of(config, stage))
      if (config.domains[cell.domain].is_held_out == is_held_out && is_in_part(config, part, cell.domain) &&
          !is_played(config, places, cell))
        return false;
  return true;
}

std::uint64_t stored_bytes(const AtlasConfig& config, const AtlasPlaces& places, const Shard& part) {
  std::uint64_t bytes = 0;
  for (std::size_t domain = 0; domain < config.domains.size(); ++domain) {
    if (!is_in_part(config, part, domain)) continue;
    for (const std::string& place : places.of_domain(config, domain)) bytes += bytes_below(place);
  }
  return bytes;
}

}  // namespace rootward::atlas
