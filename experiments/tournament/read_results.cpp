// A whole results folder as data: manifest, games of all files without duplicates, in a fixed order.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/arena/game_file.h"
#include "experiments/arena/void_file.h"
#include "experiments/store/manifest.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {
namespace {

bool comes_before(const GameRecord& a, const GameRecord& b) {
  return std::tie(a.pairing, a.pair, a.id) < std::tie(b.pairing, b.pair, b.id);
}

void add_games(const std::string& file, Detail detail, DamagedLines damaged, StoredResults& results) {
  GameFileContent content = read_game_file(file, detail, damaged);
  std::ranges::move(content.warnings, std::back_inserter(results.warnings));
  append_games(results.games, std::move(content.games));
}

/// Moves each game to its place: games[i] becomes what was games[order[i]]. In place, since games are large and many.
void reorder(std::vector<GameRecord>& games, std::vector<std::size_t>& order) {
  for (std::size_t start = 0; start < order.size(); ++start) {
    if (order[start] == start) continue;
    GameRecord first = std::move(games[start]);
    std::size_t to = start;
    while (order[to] != start) {
      games[to] = std::move(games[order[to]]);
      to = std::exchange(order[to], to);
    }
    games[to] = std::move(first);
    order[to] = to;
  }
}

/// Sorts the games and drops those whose id was there before.
void drop_duplicates(StoredResults& results) {
  std::vector<GameRecord>& games = results.games;
  std::vector<std::size_t> order(games.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&games](std::size_t a, std::size_t b) {
    if (comes_before(games[a], games[b])) return true;
    return !comes_before(games[b], games[a]) && a < b;
  });
  reorder(games, order);
  const auto is_duplicate = [&](const GameRecord& first, const GameRecord& again) {
    if (first.id != again.id) return false;
    ++results.duplicate_ids;
    if (!is_same_game(first, again))
      results.warnings.push_back(fmt::format("{}: game {} is stored twice with different content; the first counts",
                                             results.folder, again.id));
    return true;
  };
  games.erase(std::unique(games.begin(), games.end(), is_duplicate), games.end());
}

/// Shards note when and where they played in manifests of their own.
void add_shard_sessions(const std::string& folder, Manifest& manifest) {
  for (const std::string& file : shard_files(folder)) {
    const std::string path = file.substr(0, file.size() - std::string_view("jsonl").size()) + "manifest.json";
    if (!std::filesystem::exists(path)) continue;
    std::ranges::copy(parse_manifest(read_whole_file(path), path).sessions, std::back_inserter(manifest.sessions));
  }
}

}  // namespace

StoredResults read_results(const std::string& folder, Detail detail, DamagedLines damaged) {
  const std::string path = manifest_path(folder);
  if (!std::filesystem::exists(path))
    throw UsageError(fmt::format("{} is no results folder: it has no manifest.json", folder));
  StoredResults results;
  results.folder = folder;
  results.manifest = parse_manifest(read_whole_file(path), path);
  if (results.manifest.kind != Manifest{}.kind)
    throw UsageError(fmt::format("{} holds a {} and no tournament", folder, results.manifest.kind));
  results.config = stored_config(results.manifest, path);
  require_config_hash(path, results.manifest, stored_config_hash(results.config));
  add_shard_sessions(folder, results.manifest);
  add_games(games_path(folder), detail, damaged, results);
  for (const std::string& file : shard_files(folder)) add_games(file, detail, damaged, results);
  drop_duplicates(results);
  results.voids = read_voids(folder, damaged);
  return results;
}

}  // namespace rootward::tournament
