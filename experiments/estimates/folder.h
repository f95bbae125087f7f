// A study's results folder: manifest.json and records.jsonl, or shards/K.jsonl.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/estimates/config.h"
#include "experiments/estimates/record.h"
#include "experiments/store/folder_lock.h"
#include "experiments/store/line_file.h"
#include "experiments/store/manifest.h"
#include "experiments/store/shard.h"

namespace rootward::estimates {

/// What kind of results a manifest is about.
inline constexpr const char* kEstimatesKind = "convergence";

/// A study's records as read back, without duplicates, in order of their ids' parts.
struct StoredEstimates {
  std::string folder;
  Manifest manifest;
  EstimatesConfig config;
  std::map<std::string, TruthRecord> truths;     ///< by id
  std::map<std::string, SearchRecord> searches;  ///< by id
  std::uint64_t duplicates = 0;
  std::vector<std::string> warnings;
};

/// The study in a manifest; `path` is the manifest's. Throws RunError where it cannot be read any more.
EstimatesConfig stored_estimates_config(const Manifest& manifest, const std::string& path);
/// Every file of records that the folder has or may have.
std::vector<std::string> record_files(const std::string& folder);
/// Whether the folder holds a study's results (and not a tournament's). False where there is no manifest.
bool is_estimates_folder(const std::string& folder);
/// Throws UsageError where there is no such folder, RunError for corrupt lines and for one id with two results.
/// Damaged lines that are left out are told in its warnings.
StoredEstimates read_estimates_folder(const std::string& folder, DamagedLines damaged = DamagedLines::refuse);

/// A study's folder opened for measuring: locked, checked against the configuration, appended to. As ResultsFolder.
class EstimatesFolder {
 public:
  EstimatesFolder(std::string folder, const EstimatesConfig& config, const Shard& shard);

  [[nodiscard]] const StoredEstimates& stored() const { return stored_; }
  void begin_session();
  void append(const TruthRecord& record);
  void append(const SearchRecord& record);
  void end_session(bool is_complete);

 private:
  void lock();
  void open_manifest(const EstimatesConfig& config);
  void write_manifest() const;

  std::string folder_;
  Shard shard_;
  std::vector<FolderLock> locks_;
  StoredEstimates stored_;
  std::size_t whole_bytes_ = 0;
  std::optional<LineFileWriter> writer_;
};

/// How joining studies ended.
struct EstimatesMergeReport {
  std::uint64_t searches = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t missing = 0;          ///< searches of the study that nobody has run
  std::vector<std::string> examples;  ///< ids of the first missing ones
  std::vector<std::string> warnings;
};
/// Joins folders of one study into `out`, which may be one of them. Throws as merge_results().
EstimatesMergeReport merge_estimates(const std::vector<std::string>& folders, const std::string& out,
                                     DamagedLines damaged = DamagedLines::refuse);

}  // namespace rootward::estimates
