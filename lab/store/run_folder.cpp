// Locks, manifest and the files that this process appends to.
#include "lab/store/run_folder.h"
#include "lab/config/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "lab/config/guest_game_reader.h"
#include "lab/config/plugin_reader.h"
#include "lab/store/host_facts.h"
#include "lab/store/left_overs.h"
#include "lab/store/refused_attempt.h"

namespace rootward {
namespace {

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

/// What stands before its way of computing.
std::string_view hash_of_network(std::string_view network) { return network.substr(0, network.find(' ')); }

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
    if (hash_of_network(known->second) == hash_of_network(network))
      throw UnfitError(
          fmt::format("this machine computes the network of {} in another way ({}) than the games in {} were played "
                      "({}); they may differ in the last bits. Machines that compute as those did can go on",
                      player, network, folder, known->second));
    throw UsageError(fmt::format("{} holds results of {} by another network ({}, now {}){}", folder, player,
                                 known->second, network, advice));
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
  for (const std::string& file : list_shards(folder)) {
    if (!file.ends_with(kEnding)) continue;
    Manifest part = manifest_at(file);
    if (part.shard) manifest.shard = part.shard;
    for (ManifestSession& session : part.sessions) add_session(manifest.sessions, std::move(session));
  }
  for (const std::string& file : list_shards(folder)) {
    std::optional<AttemptFacts> facts = shard_of_attempt(file) ? read_attempt_facts(file) : std::nullopt;
    if (!facts) continue;
    check_attempt(file, *facts, manifest);
    manifest.shard = facts->session.shard;
    add_attempt(manifest.sessions, facts->session);
  }
  return manifest;
}

bool is_folder_of(const RunKind& kind, const std::string& folder) {
  return exists(manifest_path(folder)) && manifest_at(manifest_path(folder)).kind == kind.name;
}

void retell_records(const std::string& folder, const RecordFiles& files, const LineTally& tally) {
  Manifest manifest = read_manifest(folder);
  manifest.records[std::string(files.name)] = tally;
  write_file_atomically(manifest_path(folder), manifest_text(manifest));
}

RunIdentity stored_identity(const RunKind& kind, const std::string& folder, const Manifest& manifest) {
  const std::string path = manifest_path(folder);
  return read_stored(path, [&] { return kind.stored(manifest, path); });
}

void check_continues(const std::string& folder, const Manifest& manifest, const RunIdentity& now,
                     std::string_view advice) {
  if (manifest.kind != now.kind->name)
    throw UsageError(fmt::format("{} holds {} and no {}; choose another --out", folder,
                                 config::one_of_kind(manifest.kind), now.kind->name));
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
  make_folders(shard_.is_whole() ? path_ : attempts_place(path_, shard_));
  if (shard_.is_whole()) {
    lock_.emplace(path_ + "/.lock", FolderLock::Kind::exclusive, path_);
    remove_left_overs(path_);
  }
  for (const std::string& file : list_shards(path_)) {
    if (!is_sibling(file)) continue;
    const std::optional<AttemptFacts> sibling = read_attempt_facts(file);
    has_open_sibling_ = has_open_sibling_ || (sibling && sibling->reason.empty());
  }
  has_manifest_ = exists(manifest_path(path_));
  manifest_ = has_manifest_ ? read_manifest(path_) : blank_manifest();
  if (!has_manifest_) return;
  try {
    check_stored();
    check_attempts();
  } catch (const UnfitError& error) {
    if (!shard_.is_whole()) {  // the attempt tells whoever looks why this start played nothing
      begin_attempt(0);
      has_session_ = true;
      fail_session(error);
    }
    throw;
  }
}

void RunFolder::check_stored() {
  check_continues(path_, manifest_, identity_, "; choose another --out or go back to it");
  const RunIdentity stored = stored_identity(*identity_.kind, path_, manifest_);
  require_config_hash(manifest_path(path_), manifest_, stored.config_hash);
  stored_pairs_ = stored.pairs;
  differs_in_names_ =
      continuation_problem(stored.configuration, identity_.configuration, with_file_names({}, identity_.configuration))
          .empty();
  // Of players that this run leaves alone.
  const std::map<std::string, std::string>& networks = manifest_.inputs.networks;
  identity_.inputs.networks.insert(networks.begin(), networks.end());
}

void RunFolder::check_attempts() const {
  for (const std::string& file : list_shards(path_)) {
    if (!shard_of_attempt(file) || !concerns(file)) continue;
    if (const std::optional<AttemptFacts> facts = read_attempt_facts(file)) check_attempt(file, *facts, manifest_);
  }
}

bool RunFolder::concerns(const std::string& file) const {
  if (shard_.is_whole()) return true;
  const std::optional<Shard> other = shard_of_attempt(file);
  if (!other) return !joined_ || file != main_files_->path(path_);
  return other->count != shard_.count || other->index == shard_.index;
}

bool RunFolder::is_sibling(const std::string& file) const {
  return !shard_.is_whole() && shard_of_attempt(file) == shard_ && (!attempt_ || attempt_->path() != file);
}

void RunFolder::take_state(const RecordFiles& files, const std::string& file, LineFileState state) {
  const bool is_own = shard_.is_whole() && file == files.path(path_);
  if (file == files.path(path_)) check_tally(std::string(files.name), state);
  if (is_own) whole_bytes_[file] = state.whole_bytes;
  if (is_own) tallies_[std::string(files.name)] = state.tally;
  if (state.warning.empty()) return;
  // An attempt holds lines of several formats, but its damage is told once.
  if (!shard_of_attempt(file) || files.name == main_files_->name) warnings_.push_back(std::move(state.warning));
  if (is_own) (void)writer(files);
}

/// What is missing is played again.
void RunFolder::check_tally(const std::string& name, const LineFileState& state) {
  const auto told = manifest_.records.find(name);
  const std::string problem = told == manifest_.records.end() ? "" : tally_problem(told->second, state.tally);
  if (!problem.empty()) warnings_.push_back(fmt::format("{}: {}", state.file, problem));
}

void RunFolder::note_records(std::uint64_t count) {
  if (records_) return;
  records_ = count;
  if (has_manifest_ || count == 0) return;
  // Another shard may have made it since this one looked.
  has_manifest_ = exists(manifest_path(path_));
  if (!has_manifest_) throw UsageError(fmt::format("{} holds games but no manifest.json; choose another --out", path_));
  manifest_ = read_manifest(path_);
  check_stored();
}

void RunFolder::apply_identity() {
  manifest_.kind = identity_.kind->name;
  const std::string before = manifest_.attempts_hash();
  manifest_.config_hash = identity_.config_hash;
  manifest_.records_hash = identity_.records_hash;
  add_hash(manifest_, before);
  manifest_.resolved_config = identity_.resolved;
  manifest_.is_reproducible = identity_.is_reproducible;
  manifest_.inputs = identity_.inputs;
  const GuestFacts guests = guests_of(identity_.resolved);
  manifest_.guests.versions.insert(guests.versions.begin(), guests.versions.end());
  manifest_.guests.sources.insert(guests.sources.begin(), guests.sources.end());
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

void RunFolder::take_attempts() {
  if (!has_manifest_ || list_shards(path_).empty()) return;
  manifest_ = read_manifest_of_all(path_);
  manifest_.shard.reset();
  write_manifest();
  std::error_code ignored;
  std::filesystem::remove_all(path_ + "/shards", ignored);
}

void RunFolder::settle() {
  config::keep_plugins(identity_.configuration, path_);
  config::keep_guest_games(identity_.configuration, path_);
  if (!has_manifest_) {
    plan_pairs();
    apply_identity();
    has_manifest_ = true;
    // Another shard may have been faster; then its manifest counts.
    if (create_file_atomically(manifest_path(path_), manifest_text(manifest_))) return;
    manifest_ = read_manifest(path_);
    check_stored();
  }
  // A task of a planned folder reads copies, under other names than the user's.
  const bool is_same = manifest_.resolved_config == identity_.resolved || (differs_in_names_ && !shard_.is_whole());
  if (is_same && manifest_.inputs == identity_.inputs) return;
  plan_pairs();
  apply_identity();
  if (!is_same) manifest_.ended.clear();
  write_file_atomically(manifest_path(path_), manifest_text(manifest_));
}

void RunFolder::begin_session(std::size_t threads) {
  if (has_session_) return;
  settle();
  has_session_ = true;
  if (!shard_.is_whole()) return begin_attempt(threads);
  manifest_.sessions.push_back(session_now());
  // The run began when its first session did.
  const bool is_first = manifest_.sessions.size() == 1 && records_.value_or(0) == 0;
  if (is_first) manifest_.started = manifest_.sessions.back().started;
  if (main_files_) (void)writer(*main_files_);  // there from the beginning, for whoever watches it
  manifest_.ended.clear();
  for (const auto& [name, tally] : tallies_) manifest_.records.erase(name);
  write_manifest();
}

void RunFolder::begin_attempt(std::size_t threads) {
  AttemptFacts facts{
      .config_hash = has_manifest_ ? manifest_.attempts_hash() : identity_.config_hash,  // names of files may differ
      .inputs = identity_.inputs,
      .pairs = identity_.pairs,
      .threads = threads,
      .signature = signature_,
      .session = session_now()};
  facts.session.shard = shard_;
  attempt_.emplace(attempts_place(path_, shard_), facts, std::string(main_files_ ? main_files_->record : ""));
  if (sync_) attempt_->sync_every(*sync_);
}

/// A whole run tells nothing: its last session has no end then.
void RunFolder::fail_session(const std::exception& error) {
  if (!std::exchange(has_session_, false) || !attempt_) return;
  const std::string_view what = error.what();
  const bool is_full = what.find(std::strerror(ENOSPC)) != std::string_view::npos ||
                       what.find(std::strerror(EDQUOT)) != std::string_view::npos;
  std::string reason = refusal_of(error);
  if (reason.empty()) reason = is_full ? "disk full" : fmt::format("failed: {}", what);
  try {
    attempt_->finish(reason, utc_now());
  } catch (const std::exception&) {  // it ends without a last line, as one that was killed
  }
  attempt_.reset();
}

void RunFolder::append(const RecordFiles& files, std::string_view line) {
  if (attempt_) return attempt_->append(line, main_files_ && files.name != main_files_->name);
  writer(files).append(line);
  tallies_[std::string(files.name)].add(line);
}

void RunFolder::sync(const RecordFiles& files) {
  if (attempt_) return attempt_->sync();
  writer(files).sync();
}

LineFileWriter& RunFolder::writer(const RecordFiles& files) {
  const std::string path = files.path(path_);
  const auto known = writers_.find(path);
  if (known != writers_.end()) return known->second;
  LineFileWriter& made = writers_.try_emplace(path, path, whole_bytes_[path], std::string(files.record)).first->second;
  if (sync_) made.sync_every(*sync_);
  return made;
}

void RunFolder::end_session(std::string_view reason) {
  if (!std::exchange(has_session_, false)) return;
  if (attempt_) {
    attempt_->finish(reason, utc_now());
    attempt_.reset();
    return;
  }
  for (auto& [path, writer] : writers_) writer.sync();
  for (const auto& [name, tally] : tallies_) manifest_.records[name] = tally;
  std::erase_if(manifest_.records, [](const auto& file) { return file.second.lines == 0; });
  manifest_.sessions.back().ended = utc_now();
  if (reason == kComplete) manifest_.ended = manifest_.sessions.back().ended;
  write_manifest();
}

void RunFolder::write_manifest() const { write_file_atomically(manifest_path(path_), manifest_text(manifest_)); }

}  // namespace rootward
