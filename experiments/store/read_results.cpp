// A whole results folder as data: manifest, games of all files without duplicates, in a fixed order.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/store.h"
#include "experiments/store/game_file.h"
#include "experiments/store/manifest.h"
#include "experiments/store/results_folder.h"
#include "experiments/store/void_file.h"

namespace rootward {
namespace {

bool comes_before(const GameRecord& a, const GameRecord& b) {
  return std::tie(a.pairing, a.pair, a.id) < std::tie(b.pairing, b.pair, b.id);
}

void add_games(const std::string& file, StoredResults& results, std::map<std::string, std::size_t>& index_of) {
  GameFileContent content = read_game_file(file);
  if (!content.warning.empty()) results.warnings.push_back(content.warning);
  for (GameRecord& game : content.games) {
    const auto [found, is_new] = index_of.try_emplace(game.id, results.games.size());
    if (is_new) {
      results.games.push_back(std::move(game));
      continue;
    }
    ++results.duplicate_ids;
    if (!is_same_game(results.games[found->second], game))
      results.warnings.push_back(
          fmt::format("{}: game {} is stored twice with different content; the first counts", file, game.id));
  }
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

StoredResults read_results(const std::string& folder) {
  const std::string path = manifest_path(folder);
  if (!std::filesystem::exists(path))
    throw UsageError(fmt::format("{} is no results folder: it has no manifest.json", folder));
  StoredResults results;
  results.folder = folder;
  results.manifest = parse_manifest(read_whole_file(path), path);
  if (results.manifest.kind != Manifest{}.kind)
    throw UsageError(fmt::format("{} holds a {} and no tournament{}", folder, results.manifest.kind,
                                 results.manifest.kind == "tuning" ? "; its table is table.md in there" : ""));
  results.config = stored_config(results.manifest, path);
  add_shard_sessions(folder, results.manifest);
  std::map<std::string, std::size_t> index_of;
  add_games(games_path(folder), results, index_of);
  for (const std::string& file : shard_files(folder)) add_games(file, results, index_of);
  std::ranges::sort(results.games, comes_before);
  results.voids = read_voids(folder);
  return results;
}

}  // namespace rootward
