// Reads every folder, checks that they agree, writes one.
#include "experiments/tournament/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/arena/game_id.h"
#include "experiments/arena/void_file.h"
#include "experiments/store/folder_lock.h"
#include "experiments/store/manifest.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/runner.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {
namespace {

constexpr std::size_t kShown = 10;

std::string shown(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), kShown); ++i) text += (i == 0 ? "" : ", ") + ids[i];
  return ids.size() > kShown ? fmt::format("{} and {} more", text, ids.size() - kShown) : text;
}

std::vector<StoredResults> read_all(std::vector<std::string> folders, const std::string& out, DamagedLines damaged) {
  const bool is_listed = std::ranges::any_of(folders, [&](const std::string& folder) {
    std::error_code error;
    return std::filesystem::equivalent(folder, out, error);
  });
  if (!is_listed && std::filesystem::exists(manifest_path(out))) folders.push_back(out);
  std::vector<StoredResults> all;
  for (const std::string& folder : folders) all.push_back(read_results(folder, Detail::moves, damaged));
  return all;
}

/// The folder whose configuration continues all others': the one with most pairs and players.
const StoredResults& widest(const std::vector<StoredResults>& all) {
  const StoredResults* best = &all.front();
  for (const StoredResults& results : all)
    if (may_continue(best->config, results.config)) best = &results;
  for (const StoredResults& results : all) {
    check_continues(results.folder, results.manifest, best->config, best->manifest.inputs);
    if (results.manifest.question_hash != best->manifest.question_hash)
      throw UsageError(fmt::format("{} and {} began with different questions", results.folder, best->folder));
  }
  return *best;
}

std::vector<GameRecord> join_games(std::vector<StoredResults>& all, MergeReport& report) {
  std::map<std::string, std::size_t> index_of;
  std::vector<GameRecord> games;
  std::vector<std::string> conflicts;
  for (StoredResults& results : all) {
    report.duplicates += results.duplicate_ids;
    std::ranges::copy(results.warnings, std::back_inserter(report.warnings));
    for (GameRecord& game : results.games) {
      const auto [found, is_new] = index_of.try_emplace(game.id, games.size());
      if (is_new) {
        games.push_back(std::move(game));
        continue;
      }
      ++report.duplicates;
      if (!is_same_game(games[found->second], game)) conflicts.push_back(game.id);
    }
  }
  if (!conflicts.empty())
    throw RunError(fmt::format("{} games differ between the folders, so nothing is merged: {}", conflicts.size(),
                               shown(conflicts)));
  report.games = games.size();
  return games;
}

void note_missing(const TournamentConfig& config, const std::vector<GameRecord>& games, MergeReport& report) {
  TournamentPlan plan;
  plan.config = &config;
  plan.pairs = config.schedule.pairs;
  std::vector<std::string> missing;
  for (const PairingState& pairing : load_pairings(plan, games))
    for (std::uint32_t pair = 0; pair < plan.pairs; ++pair)
      for (const int game : {0, 1})
        if (pairing.needs(pair, game)) missing.push_back(game_id(pairing.names(), pair, game));
  report.missing = missing.size();
  missing.resize(std::min(missing.size(), kShown));
  report.examples = std::move(missing);
}

Manifest join_manifests(const std::vector<StoredResults>& all, Manifest manifest, bool is_complete) {
  manifest.sessions.clear();
  for (const StoredResults& results : all)
    std::ranges::copy(results.manifest.sessions, std::back_inserter(manifest.sessions));
  manifest.ended.clear();
  for (const ManifestSession& session : manifest.sessions) {
    manifest.started = std::min(manifest.started, session.started);
    if (is_complete) manifest.ended = std::max(manifest.ended, session.ended);
  }
  return manifest;
}

/// Each once, though `out` may hold some of them from an earlier merge.
void write_voids(const std::vector<StoredResults>& all, const std::string& out) {
  std::set<std::string> lines;
  for (const StoredResults& results : all)
    for (const VoidRecord& record : results.voids) lines.insert(with_checksum(void_json_line(record)) + "\n");
  if (lines.empty()) return;
  std::string text;
  for (const std::string& line : lines) text += line;
  write_file_atomically(voids_path(out, {}), text);
}

}  // namespace

MergeReport merge_results(const std::vector<std::string>& folders, const std::string& out, DamagedLines damaged) {
  std::vector<StoredResults> all = read_all(folders, out, damaged);
  if (all.empty()) throw UsageError("merge: no folder is named");
  const TournamentConfig config = widest(all).config;
  const Manifest base = widest(all).manifest;
  make_folders(out);
  const FolderLock lock(out + "/.lock", FolderLock::Kind::exclusive, out);
  MergeReport report;
  const std::vector<GameRecord> games = join_games(all, report);
  note_missing(config, games, report);
  std::string lines;
  for (const GameRecord& game : games) lines += with_checksum(to_json_line(game)) + "\n";
  write_file_atomically(manifest_path(out), manifest_text(join_manifests(all, base, report.missing == 0)));
  write_lines_atomically(games_path(out), lines);
  write_voids(all, out);
  return report;
}

}  // namespace rootward::tournament
