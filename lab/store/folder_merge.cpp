// Drafts beside the files that they replace.
#include "lab/store/folder_merge.h"
#include "lab/config/kinds.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/temporary_name.h"
#include "lab/config/plugin_reader.h"
#include "lab/config/yaml_document.h"

namespace rootward {
namespace {

namespace fs = std::filesystem;

bool is_same_folder(const std::string& a, const std::string& b) {
  std::error_code error;
  return a == b || fs::equivalent(a, b, error);
}

/// Whether records of the one may be continued under the other.
bool is_continued_by(const RunIdentity& stored, const RunIdentity& now) {
  return continuation_problem(stored.configuration, now.configuration, now.may_change).empty();
}

/// What was planned in either, in the order of time, each number once.
std::vector<PlannedPairs> join_plans(std::vector<PlannedPairs> plans) {
  std::ranges::stable_sort(plans, {}, &PlannedPairs::date);
  std::vector<PlannedPairs> joined;
  for (const PlannedPairs& plan : plans)
    if (std::ranges::find(joined, plan.pairs, &PlannedPairs::pairs) == joined.end()) joined.push_back(plan);
  return joined;
}

}  // namespace

FolderMerge::FolderMerge(const RunKind& kind, std::vector<std::string> folders, std::string out,
                         const MergeSettings& settings)
    : out_(std::move(out)), settings_(settings) {
  if (folders.empty()) throw UsageError("merge: no folder is named");
  if (fs::exists(manifest_path(out_))) folders.push_back(out_);
  for (std::string& folder : folders) {
    const auto is_known = [&](const std::string& known) { return is_same_folder(known, folder); };
    if (std::ranges::none_of(folders_, is_known)) folders_.push_back(std::move(folder));
  }
  if (fs::is_directory(out_)) lock_.emplace(out_ + "/.lock", FolderLock::Kind::exclusive, out_);
  read_manifests(kind);
  join_manifests();
  is_new_ = !lock_;
  make_folders(out_);
  if (!lock_) lock_.emplace(out_ + "/.lock", FolderLock::Kind::exclusive, out_);
}

FolderMerge::~FolderMerge() {
  std::error_code ignored;
  for (const Draft& draft : drafts_) fs::remove(draft.path, ignored);
  if (!is_new_) return;
  lock_.reset();
  fs::remove(out_ + "/.lock", ignored);
  fs::remove(out_, ignored);
}

void FolderMerge::read_manifests(const RunKind& kind) {
  std::vector<RunIdentity> identities;
  for (const std::string& folder : folders_) {
    manifests_.push_back(read_manifest_of_all(folder));
    if (manifests_.back().kind != kind.name)
      throw UsageError(
          fmt::format("{} holds {} and no {}", folder, config::one_of_kind(manifests_.back().kind), kind.name));
    identities.push_back(stored_identity(kind, folder, manifests_.back()));
    require_config_hash(manifest_path(folder), manifests_.back(), identities.back().config_hash);
  }
  std::size_t widest = 0;
  for (std::size_t i = 1; i < folders_.size(); ++i)
    if (is_continued_by(identities[widest], identities[i])) widest = i;
  manifest_ = manifests_[widest];
  std::map<std::string, std::string>& networks = identities[widest].inputs.networks;
  for (std::size_t i = 0; i < folders_.size(); ++i) {
    check_continues(folders_[i], manifests_[i], identities[widest],
                    fmt::format(" than {}, and only folders of one run can be joined", folders_[widest]));
    if (manifests_[i].question_hash != manifest_.question_hash)
      throw UsageError(fmt::format("{} and {} began with different questions", folders_[i], folders_[widest]));
    networks.insert(manifests_[i].inputs.networks.begin(), manifests_[i].inputs.networks.end());
  }
}

void FolderMerge::join_manifests() {
  std::vector<PlannedPairs> plans;
  std::vector<std::uint32_t> counts;
  manifest_.sessions.clear();
  for (const Manifest& manifest : manifests_) {
    for (const ManifestSession& session : manifest.sessions) add_session(manifest_.sessions, session);
    plans.insert(plans.end(), manifest.planned.begin(), manifest.planned.end());
    manifest_.started = std::min(manifest_.started, manifest.started);
    manifest_.is_reproducible = manifest_.is_reproducible && manifest.is_reproducible;
    manifest_.inputs.networks.insert(manifest.inputs.networks.begin(), manifest.inputs.networks.end());
    add_hash(manifest_, manifest.attempts_hash());
    for (const std::string& hash : manifest.earlier_hashes) add_hash(manifest_, hash);
    if (manifest.shard) counts.push_back(manifest.shard->count);
  }
  manifest_.planned = join_plans(std::move(plans));
  manifest_.shard.reset();
  if (!counts.empty() && std::ranges::count(counts, counts.front()) == std::ssize(counts))
    shard_count_ = counts.front();
}

LineDraft& FolderMerge::begin_draft(const RecordFiles& files) {
  drafts_.push_back({.files = files, .path = temporary_name(path_in(out_, files.name))});
  if (drafts_.size() == 1)
    if (const std::optional<Joined> before = read_joined(out_, files)) joined_.attempts = before->attempts;
  std::error_code ignored;
  fs::remove(drafts_.back().path, ignored);
  return writer_.emplace(drafts_.back().path, std::string(files.record));
}

std::vector<std::string> FolderMerge::files_to_join(const RecordFiles& files) const {
  std::vector<std::string> all{files.path(out_)};
  for (const std::string& folder : folders_)
    for (std::string& file : files.needed(is_same_folder(folder, out_) ? out_ : folder))
      if (file != all.front()) all.push_back(std::move(file));
  all.insert(all.end(), beside_.begin(), beside_.end());
  std::erase_if(all, [this](const std::string& file) { return told_whole_.contains(file); });
  return all;
}

const LineTally* FolderMerge::told_of(const std::string& file) const {
  const std::string name(drafts_.back().files.name);
  for (std::size_t i = 0; i < folders_.size(); ++i) {
    const std::string& folder = is_same_folder(folders_[i], out_) ? out_ : folders_[i];
    const auto told = manifests_[i].records.find(name);
    if (file == path_in(folder, name) && told != manifests_[i].records.end()) return &told->second;
  }
  return nullptr;
}

void FolderMerge::note_read(const std::string& file, const LineFileState& state) {
  const bool is_first = drafts_.size() == 1;
  // An attempt is read once for each format, but its damage is told once.
  if (is_first || !shard_of_attempt(file)) add_warnings(state, told_of(file), report_.warnings);
  if (!is_first) return;
  note_joined(file, state);
  if (shard_of_attempt(file) && state.others == 0) told_whole_.insert(file);
}

void FolderMerge::note_joined(const std::string& file, const LineFileState& state) {
  const std::string name = file.substr(file.rfind('/') + 1);
  const std::optional<Shard> shard = shard_of_attempt(file);
  if (!shard || !state.warning.empty() || file != attempts_place(out_, *shard) + "/" + name) return;
  const std::optional<AttemptFacts> facts = read_attempt_facts(file);
  if (facts && !facts->reason.empty()) joined_.attempts.insert(name);
}

void FolderMerge::sort_draft(Draft& draft) const {
  const std::size_t kept = draft.added.front().start();
  std::ranges::sort(draft.added, {}, [](const AddedLine& line) { return std::pair(line.place(), line.start()); });
  const FileDescriptor from(::open(draft.path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from.is_open()) throw RunError(file_error_text(draft.path, "cannot open", errno));
  LineDraft sorted(temporary_name(draft.path), std::string(draft.files.record));
  sorted.copy(from, 0, kept);
  for (const AddedLine& line : draft.added) sorted.copy(from, line.start(), line.size());
  sorted.finish();
  replace_file(draft.path, sorted.path());
}

void FolderMerge::end_draft(LineDraft& draft, std::uint64_t count) {
  std::vector<AddedLine>& added = drafts_.back().added;
  if (std::ranges::is_sorted(added, {}, &AddedLine::place)) {
    draft.finish();
  } else {
    draft.flush();
    sort_draft(drafts_.back());
  }
  std::vector<AddedLine>().swap(added);
  drafts_.back().is_empty = count == 0;
  drafts_.back().tally = draft.tally();
  if (drafts_.size() == 1) report_.records = count;
}

LineTallies FolderMerge::records() const {
  LineTallies records;
  for (std::size_t i = 0; i < folders_.size(); ++i)
    if (is_same_folder(folders_[i], out_)) records = manifests_[i].records;
  for (const Draft& draft : drafts_) {
    records.erase(std::string(draft.files.name));
    if (!draft.is_empty) records.emplace(draft.files.name, draft.tally);
  }
  return records;
}

void FolderMerge::commit() {
  is_new_ = false;
  manifest_.records = records();
  manifest_.ended.clear();
  for (const ManifestSession& session : manifest_.sessions)
    if (report_.missing == 0) manifest_.ended = std::max(manifest_.ended, session.ended);
  config::keep_plugins(config::parse_yaml(manifest_.resolved_config, manifest_path(out_)), out_);
  write_file_atomically(manifest_path(out_), manifest_text(manifest_));
  for (const Draft& draft : drafts_) {
    const std::string file = draft.files.path(out_);
    if (draft.is_empty && draft.files.name != drafts_.front().files.name && !fs::exists(file)) continue;
    replace_file(file, draft.path);
    remove_packed_forms(file);  // whose records are there now
  }
  write_joined(out_, drafts_.front().files, joined_);
  if (settings_.is_tidy) remove_shards();
  remove_stale_temporaries(out_);
}

bool FolderMerge::is_whole_shard(const Shard& shard) const {
  if (report_.missing == 0) return true;
  return report_.shards > 1 && shard.count == report_.shards &&
         std::ranges::find(report_.missing_shards, shard.index) == report_.missing_shards.end();
}

void FolderMerge::remove_shards() const {
  std::error_code ignored;
  for (const Draft& draft : drafts_)
    for (const std::string& part : draft.files.parts(out_)) {
      const std::optional<Shard> shard = shard_of_attempt(part);
      if (shard && !is_whole_shard(*shard)) continue;
      fs::remove(part, ignored);
      remove_packed_forms(part);
    }
  const std::string folder = out_ + "/shards";
  remove_stale_temporaries(folder);
  std::vector<fs::path> left;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
    const std::string name = entry->path().filename();
    if (name.ends_with(".manifest.json") || name.ends_with(".lock")) left.push_back(entry->path());
  }
  for (const fs::path& file : left) fs::remove(file, ignored);
  for (const std::string& part : list_folder(folder))  // folders 00 to 99, where empty
    if (fs::is_directory(part, ignored)) fs::remove(part, ignored);
  fs::remove(folder, ignored);
}

}  // namespace rootward
