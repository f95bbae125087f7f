// Locks, manifest and the files that this process appends to.
#include "experiments/store/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/store/host_facts.h"

namespace rootward {
namespace {

std::string shard_manifest_path(const std::string& folder, const Shard& shard) {
  return fmt::format("{}/shards/{}.manifest.json", folder, shard.index);
}

bool exists(const std::string& path) {
  std::error_code error;
  const bool is_there = std::filesystem::exists(path, error);
  if (error) throw RunError(file_error_text(path, "cannot look at", error.value()));
  return is_there;
}

Manifest manifest_at(const std::string& path) {
  constexpr std::size_t kLargestManifest = std::size_t{1} << 26;
  return parse_manifest(read_whole_file(path, kLargestManifest), path);
}

void check_inputs(const std::string& folder, const Manifest& manifest, const RunIdentity& now,
                  std::string_view advice) {
  if (manifest.inputs.book_hash != now.inputs.book_hash) {
    const config::YamlNode* schedule = now.configuration.find("schedule");
    const config::YamlNode* opening = (schedule != nullptr ? *schedule : now.configuration).find("opening");
    const config::YamlNode* book = opening != nullptr ? opening->find("book") : nullptr;
    throw UsageError(fmt::format("{} holds games with other openings: the book {} has changed since{}", folder,
                                 book != nullptr ? book->text : "", advice));
  }
  for (const auto& [player, network] : now.inputs.networks) {
    const auto known = manifest.inputs.networks.find(player);
    if (known == manifest.inputs.networks.end() || known->second == network) continue;
    throw UsageError(
        fmt::format("{} holds results of {} by another network or way of computing ({}, now {}); they may differ in "
                    "the last bits{}",
                    folder, player, known->second, network, advice));
  }
}

}  // namespace

Manifest read_manifest(const std::string& folder) {
  const std::string path = manifest_path(folder);
  if (!exists(path)) throw UsageError(fmt::format("{} is no results folder: it has no manifest.json", folder));
  return manifest_at(path);
}

Manifest read_manifest_of_all(const std::string& folder) {
  constexpr std::string_view kEnding = ".manifest.json";
  Manifest manifest = read_manifest(folder);
  for (const std::string& file : list_folder(folder + "/shards")) {
    if (!file.ends_with(kEnding)) continue;
    Manifest part = manifest_at(file);
    if (part.shard) manifest.shard = part.shard;
    for (ManifestSession& session : part.sessions) manifest.sessions.push_back(std::move(session));
  }
  return manifest;
}

bool is_folder_of(const RunKind& kind, const std::string& folder) {
  return exists(manifest_path(folder)) && manifest_at(manifest_path(folder)).kind == kind.name;
}

RunIdentity stored_identity(const RunKind& kind, const std::string& folder, const Manifest& manifest) {
  const std::string path = manifest_path(folder);
  return read_stored(path, [&] { return kind.stored(manifest, path); });
}

void check_continues(const std::string& folder, const Manifest& manifest, const RunIdentity& now,
                     std::string_view advice) {
  if (manifest.kind != now.kind->name)
    throw UsageError(
        fmt::format("{} holds a {} and no {}; choose another --out", folder, manifest.kind, now.kind->name));
  if (manifest.resolved_config != now.resolved) {
    const RunIdentity stored = stored_identity(*now.kind, folder, manifest);
    const std::string problem = continuation_problem(stored.configuration, now.configuration, now.may_change);
    if (!problem.empty())
      throw UsageError(fmt::format("{} holds {}{}. The difference:\n{}", folder, now.kind->other, advice, problem));
  }
  check_inputs(folder, manifest, now, advice);
}

RunFolder::RunFolder(std::string path, RunIdentity identity, const Shard& shard)
    : path_(std::move(path)), identity_(std::move(identity)), shard_(shard) {
  make_folders(shard_.is_whole() ? path_ : path_ + "/shards");
  lock();
  if (shard_.is_whole()) {
    remove_stale_temporaries(path_);
    remove_stale_temporaries(path_ + "/shards");
  }
  has_manifest_ = exists(manifest_path(path_));
  manifest_ = has_manifest_ ? read_manifest(path_) : blank_manifest();
  if (!has_manifest_) return;
  check_stored();
}

void RunFolder::check_stored() {
  check_continues(path_, manifest_, identity_, "; choose another --out or go back to it");
  const RunIdentity stored = stored_identity(*identity_.kind, path_, manifest_);
  require_config_hash(manifest_path(path_), manifest_, stored.config_hash);
  stored_pairs_ = stored.pairs;
  // Of players that this run leaves alone.
  const std::map<std::string, std::string>& networks = manifest_.inputs.networks;
  identity_.inputs.networks.insert(networks.begin(), networks.end());
}

void RunFolder::lock() {
  if (shard_.is_whole()) {
    locks_.emplace_back(path_ + "/.lock", FolderLock::Kind::exclusive, path_);
    return;
  }
  locks_.emplace_back(path_ + "/.lock", FolderLock::Kind::shared, path_);
  locks_.emplace_back(fmt::format("{}/shards/{}.lock", path_, shard_.index), FolderLock::Kind::exclusive,
                      fmt::format("shard {} of {}", shard_.index, path_));
}

void RunFolder::take_state(const RecordFiles& files, const std::string& file, LineFileState state) {
  const bool is_own = file == files.path(path_, shard_);
  if (is_own) whole_bytes_[file] = state.whole_bytes;
  if (state.warning.empty()) return;
  // Another shard may be writing its last line at this moment.
  if (is_own || shard_.is_whole()) warnings_.push_back(std::move(state.warning));
  if (is_own) (void)writer(files);
}

void RunFolder::note_records(std::uint64_t count) {
  if (records_) return;
  records_ = count;
  if (!has_manifest_ && count > 0)
    throw UsageError(fmt::format("{} holds games but no manifest.json; choose another --out", path_));
}

void RunFolder::apply_identity() {
  manifest_.kind = identity_.kind->name;
  manifest_.config_hash = identity_.config_hash;
  manifest_.resolved_config = identity_.resolved;
  manifest_.is_reproducible = identity_.is_reproducible;
  manifest_.inputs = identity_.inputs;
  if (records_.value_or(0) == 0) manifest_.question_hash = identity_.question_hash;
}

void RunFolder::plan_pairs() {
  if (identity_.pairs == 0 || identity_.pairs == stored_pairs_) return;
  const PlannedPairs now{.pairs = identity_.pairs, .date = utc_now(), .games = records_.value_or(0)};
  if (now.games == 0)
    manifest_.planned.clear();
  else if (manifest_.planned.empty())
    manifest_.planned.push_back({stored_pairs_, manifest_.started, 0});
  manifest_.planned.push_back(now);
  stored_pairs_ = identity_.pairs;
}

void RunFolder::settle() {
  if (!has_manifest_) {
    plan_pairs();
    apply_identity();
    has_manifest_ = true;
    // Another shard may have been faster; then its manifest counts.
    if (create_file_atomically(manifest_path(path_), manifest_text(manifest_))) return;
    manifest_ = read_manifest(path_);
    check_stored();
  }
  const bool is_same = manifest_.resolved_config == identity_.resolved;
  if (is_same && manifest_.inputs == identity_.inputs) return;
  plan_pairs();
  apply_identity();
  if (!is_same) manifest_.ended.clear();
  write_file_atomically(manifest_path(path_), manifest_text(manifest_));
}

void RunFolder::begin_session() {
  if (has_session_) return;
  settle();
  has_session_ = true;
  if (!shard_.is_whole()) {
    const std::string path = shard_manifest_path(path_, shard_);
    manifest_.sessions = exists(path) ? manifest_at(path).sessions : std::vector<ManifestSession>{};
    manifest_.shard = shard_;
  }
  manifest_.sessions.push_back(session_now());
  // The run began when its first session did.
  const bool is_first = shard_.is_whole() && manifest_.sessions.size() == 1 && records_.value_or(0) == 0;
  if (is_first) manifest_.started = manifest_.sessions.back().started;
  manifest_.sessions.back().shard = manifest_.shard;
  if (main_files_) (void)writer(*main_files_);  // there from the beginning, for whoever watches it
  manifest_.ended.clear();
  write_manifest();
}

LineFileWriter& RunFolder::writer(const RecordFiles& files) {
  const std::string path = files.path(path_, shard_);
  const auto known = writers_.find(path);
  if (known != writers_.end()) return known->second;
  // A shard's own file may not have been there to be read: then it begins with what is appended.
  return writers_.try_emplace(path, path, whole_bytes_[path], std::string(files.record)).first->second;
}

void RunFolder::end_session(bool is_complete) {
  if (!std::exchange(has_session_, false)) return;
  for (auto& [path, writer] : writers_) writer.sync();
  manifest_.sessions.back().ended = utc_now();
  if (is_complete) manifest_.ended = manifest_.sessions.back().ended;
  write_manifest();
}

void RunFolder::write_manifest() const {
  write_file_atomically(shard_.is_whole() ? manifest_path(path_) : shard_manifest_path(path_, shard_),
                        manifest_text(manifest_));
}

}  // namespace rootward
