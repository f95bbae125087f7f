// Locks, manifest and the one file that this process appends to.
#include "experiments/tournament/results_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/store/host_facts.h"
#include "experiments/store/manifest.h"

namespace rootward::tournament {
namespace {

std::string shard_manifest_path(const std::string& folder, const Shard& shard) {
  return fmt::format("{}/shards/{}.manifest.json", folder, shard.index);
}

/// A manifest before game one, without sessions.
Manifest new_manifest(const TournamentConfig& config, const InputFiles& inputs) {
  Manifest manifest = blank_manifest();
  manifest.config_hash = config_hash(config);
  manifest.resolved_config = resolved_yaml(config);
  manifest.question_hash = question_hash(config);
  manifest.inputs = inputs;
  manifest.is_reproducible = is_reproducible(config);
  return manifest;
}

}  // namespace

std::string question_hash(const TournamentConfig& config) {
  return rootward::question_hash(config.question, config.hypothesis);
}

TournamentConfig stored_config(const Manifest& manifest, const std::string& path) {
  try {
    return parse_tournament(manifest.resolved_config, path);
  } catch (const std::exception& error) {
    throw RunError(fmt::format("{}: the stored configuration cannot be read by this version:\n{}", path, error.what()));
  }
}

void check_continues(const std::string& folder, const Manifest& manifest, const TournamentConfig& now,
                     const InputFiles& inputs) {
  if (manifest.kind != Manifest{}.kind)
    throw UsageError(fmt::format("{} holds a {} and no tournament; choose another --out", folder, manifest.kind));
  const TournamentConfig stored = stored_config(manifest, manifest_path(folder));
  if (!may_continue(stored, now))
    throw UsageError(
        fmt::format("{} holds games of another configuration; choose another --out or go back to it. The "
                    "difference:\n{}",
                    folder, describe_difference(stored, now)));
  if (manifest.inputs.book_hash != inputs.book_hash)
    throw UsageError(
        fmt::format("{} holds games with other openings: the book {} has changed since; choose another "
                    "--out or go back to it",
                    folder, now.schedule.opening.book));
  check_networks(folder, manifest, inputs);
}

ResultsFolder::ResultsFolder(std::string folder, const TournamentConfig& config, const Shard& shard,
                             const InputFiles& inputs)
    : folder_(std::move(folder)), shard_(shard), voids_(voids_path(folder_, shard)) {
  make_folders(shard_.is_whole() ? folder_ : folder_ + "/shards");
  lock();
  if (shard_.is_whole()) remove_stale_temporaries(folder_);
  open_manifest(config, inputs);
  read_games();
}

void ResultsFolder::lock() {
  if (shard_.is_whole()) {
    locks_.emplace_back(folder_ + "/.lock", FolderLock::Kind::exclusive, folder_);
    return;
  }
  locks_.emplace_back(folder_ + "/.lock", FolderLock::Kind::shared, folder_);
  locks_.emplace_back(fmt::format("{}/shards/{}.lock", folder_, shard_.index), FolderLock::Kind::exclusive,
                      fmt::format("shard {} of {}", shard_.index, folder_));
}

void ResultsFolder::open_manifest(const TournamentConfig& config, const InputFiles& inputs) {
  const std::string path = manifest_path(folder_);
  const bool has_games = !stored_form(games_path(folder_)).empty() || !shard_files(folder_).empty();
  const Manifest fresh = new_manifest(config, inputs);
  if (!std::filesystem::exists(path)) {
    if (has_games) throw UsageError(fmt::format("{} holds games but no manifest.json; choose another --out", folder_));
    manifest_ = fresh;
    // Another shard may have been faster; then its manifest counts.
    if (create_file_atomically(path, manifest_text(manifest_))) return;
  }
  manifest_ = parse_manifest(read_whole_file(path), path);
  check_continues(folder_, manifest_, config, inputs);
  if (!has_games) manifest_.question_hash = fresh.question_hash;
  if (manifest_.resolved_config == fresh.resolved_config) return;
  manifest_.resolved_config = fresh.resolved_config;
  manifest_.config_hash = fresh.config_hash;
  manifest_.is_reproducible = fresh.is_reproducible;
  manifest_.inputs = fresh.inputs;
  manifest_.ended.clear();
  write_file_atomically(path, manifest_text(manifest_));
}

void ResultsFolder::read_games() {
  const std::string own = shard_.is_whole() ? games_path(folder_) : shard_path(folder_, shard_);
  std::vector<std::string> files = shard_files(folder_);
  files.push_back(games_path(folder_));
  for (const std::string& file : files) {
    GameFileContent content = read_game_file(file, Detail::scores);
    append_games(stored_, std::move(content.games));
    // Another shard may be writing its last line at this moment.
    if (!content.warning.empty() && (shard_.is_whole() || file == own)) warnings_.push_back(content.warning);
    if (file == own) whole_bytes_ = content.whole_bytes;
  }
}

void ResultsFolder::begin_session() {
  if (!shard_.is_whole()) {
    const std::string path = shard_manifest_path(folder_, shard_);
    std::vector<ManifestSession> earlier;
    if (std::filesystem::exists(path)) earlier = parse_manifest(read_whole_file(path), path).sessions;
    manifest_.sessions = std::move(earlier);
  }
  manifest_.sessions.push_back(session_now());
  manifest_.ended.clear();
  write_manifest();
  writer_.emplace(shard_.is_whole() ? games_path(folder_) : shard_path(folder_, shard_), whole_bytes_);
}

void ResultsFolder::append(const GameRecord& record) {
  assert(writer_);
  writer_->append(record);
}

void ResultsFolder::end_session(bool is_complete) {
  assert(writer_ && !manifest_.sessions.empty());
  writer_->sync();
  manifest_.sessions.back().ended = utc_now();
  if (is_complete) manifest_.ended = manifest_.sessions.back().ended;
  write_manifest();
}

void ResultsFolder::write_manifest() const {
  const std::string path = shard_.is_whole() ? manifest_path(folder_) : shard_manifest_path(folder_, shard_);
  write_file_atomically(path, manifest_text(manifest_));
}

}  // namespace rootward::tournament
