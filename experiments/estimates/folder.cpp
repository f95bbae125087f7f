// Manifest, locks and the one file that this process appends to.
#include "experiments/estimates/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/store/folder_layout.h"
#include "experiments/store/host_facts.h"
#include "experiments/store/manifest.h"

namespace rootward::estimates {
namespace {

constexpr std::string_view kConsequence = "its search counts as not run";

std::string records_path(const std::string& folder) { return folder + "/records.jsonl"; }

/// The networks of the arms and of the truth.
InputFiles inputs_of(const EstimatesConfig& config) {
  InputFiles inputs;
  const auto add = [&](const std::string& name, const SearchSettings& search) {
    if (std::string network = network_of(search); !network.empty()) inputs.networks.emplace(name, std::move(network));
  };
  for (const Arm& arm : config.arms) add(arm.name, arm.search);
  if (config.truth.kind == TruthSettings::Kind::search) add("(truth)", config.truth.reference);
  return inputs;
}

Manifest new_manifest_of(const EstimatesConfig& config) {
  Manifest manifest = blank_manifest();
  manifest.kind = kEstimatesKind;
  manifest.config_hash = config_hash(config);
  manifest.resolved_config = resolved_yaml(config);
  manifest.question_hash = question_hash(config.question, config.hypothesis);
  manifest.inputs = inputs_of(config);
  return manifest;
}

template <class Record>
void add_record(const std::string& file, Record record, std::map<std::string, Record>& into, StoredEstimates& study) {
  const std::string id = record.id();
  const auto [found, is_new] = into.try_emplace(id, record);
  if (is_new) return;
  ++study.duplicates;
  if constexpr (requires { record.cpu_seconds; }) record.cpu_seconds = found->second.cpu_seconds;
  if (to_json_line(record) != to_json_line(found->second))
    throw RunError(fmt::format("{}: {} is stored twice with different content", file, id));
}

LineFileState read_records(const std::string& file, StoredEstimates& study,
                           DamagedLines damaged = DamagedLines::refuse) {
  return read_line_file(
      file,
      [&](const std::string& line) {
        RecordLine parsed = parse_record_line(line);
        if (parsed.truth) add_record(file, std::move(*parsed.truth), study.truths, study);
        if (parsed.search) add_record(file, std::move(*parsed.search), study.searches, study);
      },
      kConsequence, damaged);
}

std::string shard_manifest(const std::string& folder, const Shard& shard) {
  return fmt::format("{}/shards/{}.manifest.json", folder, shard.index);
}

void check_study_continues(const std::string& folder, const std::string& stored, const EstimatesConfig& now) {
  const std::string problem = continuation_problem(stored, now);
  if (problem.empty()) return;
  throw UsageError(
      fmt::format("{} holds searches of another estimates study; choose another --out or go back to it. The "
                  "difference:\n{}",
                  folder, problem));
}

}  // namespace

EstimatesConfig stored_estimates_config(const Manifest& manifest, const std::string& path) {
  try {
    return parse_estimates(manifest.resolved_config, path);
  } catch (const std::exception& error) {
    throw RunError(fmt::format("{}: the stored study cannot be read by this version:\n{}", path, error.what()));
  }
}

std::vector<std::string> record_files(const std::string& folder) {
  std::vector<std::string> files = shard_files(folder);
  files.push_back(records_path(folder));
  return files;
}

bool is_estimates_folder(const std::string& folder) {
  const std::string path = manifest_path(folder);
  return std::filesystem::exists(path) && parse_manifest(read_whole_file(path), path).kind == kEstimatesKind;
}

StoredEstimates read_estimates_folder(const std::string& folder, DamagedLines damaged) {
  const std::string path = manifest_path(folder);
  if (!is_estimates_folder(folder)) throw UsageError(fmt::format("{} holds no estimates study", folder));
  StoredEstimates study;
  study.folder = folder;
  study.manifest = parse_manifest(read_whole_file(path), path);
  study.config = stored_estimates_config(study.manifest, path);
  require_config_hash(path, study.manifest, config_hash(study.config));
  for (const std::string& file : record_files(folder)) {
    const LineFileState state = read_records(file, study, damaged);
    add_warnings(state, study.warnings);
  }
  for (const std::string& file : shard_files(folder)) {
    const std::string own = file.substr(0, file.size() - std::string_view("jsonl").size()) + "manifest.json";
    if (!std::filesystem::exists(own)) continue;
    std::ranges::copy(parse_manifest(read_whole_file(own), own).sessions, std::back_inserter(study.manifest.sessions));
  }
  return study;
}

EstimatesFolder::EstimatesFolder(std::string folder, const EstimatesConfig& config, const Shard& shard)
    : folder_(std::move(folder)), shard_(shard) {
  make_folders(shard_.is_whole() ? folder_ : folder_ + "/shards");
  lock();
  open_manifest(config);
  const std::string own = shard_.is_whole() ? records_path(folder_) : shard_path(folder_, shard_);
  for (const std::string& file : record_files(folder_)) {
    const LineFileState state = read_records(file, stored_);
    // Another shard may be writing its last line at this moment.
    if (!state.warning.empty() && (shard_.is_whole() || file == own)) stored_.warnings.push_back(state.warning);
    if (file == own) whole_bytes_ = state.whole_bytes;
  }
}

void EstimatesFolder::lock() {
  if (shard_.is_whole()) {
    locks_.emplace_back(folder_ + "/.lock", FolderLock::Kind::exclusive, folder_);
    return;
  }
  locks_.emplace_back(folder_ + "/.lock", FolderLock::Kind::shared, folder_);
  locks_.emplace_back(fmt::format("{}/shards/{}.lock", folder_, shard_.index), FolderLock::Kind::exclusive,
                      fmt::format("shard {} of {}", shard_.index, folder_));
}

void EstimatesFolder::open_manifest(const EstimatesConfig& config) {
  const std::string path = manifest_path(folder_);
  const Manifest fresh = new_manifest_of(config);
  stored_.folder = folder_;
  stored_.config = config;
  if (!std::filesystem::exists(path)) {
    if (!stored_form(records_path(folder_)).empty() || !stored_form(games_path(folder_)).empty())
      throw UsageError(fmt::format("{} holds results but no manifest.json; choose another --out", folder_));
    stored_.manifest = fresh;
    // Another shard may have been faster; then its manifest counts.
    if (create_file_atomically(path, manifest_text(fresh))) return;
  }
  stored_.manifest = parse_manifest(read_whole_file(path), path);
  if (stored_.manifest.kind != kEstimatesKind)
    throw UsageError(fmt::format("{} holds results of a {}; choose another --out", folder_, stored_.manifest.kind));
  check_study_continues(folder_, stored_.manifest.resolved_config, config);
  check_networks(folder_, stored_.manifest, fresh.inputs);
  if (stored_.manifest.resolved_config == fresh.resolved_config) return;
  stored_.manifest.resolved_config = fresh.resolved_config;
  stored_.manifest.config_hash = fresh.config_hash;
  stored_.manifest.inputs = fresh.inputs;
  stored_.manifest.ended.clear();
  write_file_atomically(path, manifest_text(stored_.manifest));
}

void EstimatesFolder::begin_session() {
  if (!shard_.is_whole()) {
    const std::string path = shard_manifest(folder_, shard_);
    stored_.manifest.sessions.clear();
    if (std::filesystem::exists(path)) stored_.manifest.sessions = parse_manifest(read_whole_file(path), path).sessions;
  }
  stored_.manifest.sessions.push_back(session_now());
  stored_.manifest.ended.clear();
  write_manifest();
  writer_.emplace(shard_.is_whole() ? records_path(folder_) : shard_path(folder_, shard_), whole_bytes_,
                  "a finished search");
}

void EstimatesFolder::append(const TruthRecord& record) { writer_->append(to_json_line(record)); }
void EstimatesFolder::append(const SearchRecord& record) { writer_->append(to_json_line(record)); }

void EstimatesFolder::end_session(bool is_complete) {
  writer_->sync();
  stored_.manifest.sessions.back().ended = utc_now();
  if (is_complete) stored_.manifest.ended = stored_.manifest.sessions.back().ended;
  write_manifest();
}

void EstimatesFolder::write_manifest() const {
  write_file_atomically(shard_.is_whole() ? manifest_path(folder_) : shard_manifest(folder_, shard_),
                        manifest_text(stored_.manifest));
}

}  // namespace rootward::estimates
