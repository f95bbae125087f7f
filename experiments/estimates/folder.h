// An estimates study's results folder: manifest.json and records.jsonl, or shards/K.jsonl.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/estimates/config.h"
#include "experiments/estimates/record.h"
#include "experiments/estimates/search_places.h"
#include "lab/store/folder_merge.h"
#include "lab/store/run_folder.h"

namespace rootward::estimates {

extern const RunKind kEstimatesKind;

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

/// Throws UsageError where there is no such folder, RunError for corrupt lines and for one id with two results.
/// Damaged lines that are left out are told in its warnings.
StoredEstimates read_estimates_folder(const std::string& folder, DamagedLines damaged = DamagedLines::refuse);
/// The study in a folder's manifest. Throws RunError where it cannot be read any more.
EstimatesConfig stored_estimates_config(const std::string& folder, const Manifest& manifest);
/// Hashes of the book's positions and of the networks of the arms and of the truth.
InputFiles inputs_of(const EstimatesConfig& config);
/// How the schemas of all its records begin.
inline constexpr std::string_view kEstimatesSchema = "rootward.";
extern const RecordFormat<RecordLine> kEstimatesFormat;
/// Puts a record where it belongs.
void keep_record(RecordLine&& record, StoredEstimates& study);
/// The files that hold records.
std::vector<std::string> record_files(const std::string& folder);

/// A study's folder opened for measuring; see RunFolder. What is stored is read once and stays at hand, with what is
/// appended; a shard to which nothing is missing does not read what is joined.
class EstimatesFolder {
 public:
  /// `inputs`: nothing = as this machine has them.
  /// `config` outlives it.
  EstimatesFolder(const std::string& folder, const EstimatesConfig& config, const Shard& shard,
                  std::optional<InputFiles> inputs = std::nullopt);

  [[nodiscard]] const StoredEstimates& stored() const { return stored_; }
  [[nodiscard]] const std::vector<std::string>& warnings() const { return run_.warnings(); }
  /// Whether a search is stored, in what is at hand or in the joined file.
  [[nodiscard]] bool has(const SearchPlace& search) const;
  /// Whether another start of this shard is at work, or was killed.
  [[nodiscard]] bool has_open_sibling() const { return run_.has_open_sibling(); }
  /// Searches that other starts of this shard have stored by now.
  [[nodiscard]] std::vector<SearchPlace> searches_of_siblings() const;
  /// See RunFolder.
  template <class Play>
  void session(const SessionSettings& settings, Play play) {
    run_.session(settings, play);
  }
  void append(const TruthRecord& record) { append(to_json_line(record)); }
  void append(const SearchRecord& record) { append(to_json_line(record)); }
  /// What read_estimates_folder() would give now. The folder is not to be used any more.
  StoredEstimates take_stored();

 private:
  void append(const std::string& line);

  [[nodiscard]] bool is_missing_some(const Shard& shard) const;

  RunFolder run_;
  StoredEstimates stored_;
  SearchPlaces places_;
  DonePlaces done_;  ///< of a shard: what the joined file holds
};

/// Joins folders of one study into `out`, which may be one of them; `records` are its searches. Throws as
/// merge_results().
MergeReport merge_estimates(const std::vector<std::string>& folders, const std::string& out,
                            const MergeSettings& settings = {});

}  // namespace rootward::estimates
