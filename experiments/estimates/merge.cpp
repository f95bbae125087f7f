// Joining shards and folders of one study.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/estimates/folder.h"
#include "experiments/estimates/run.h"
#include "experiments/store/folder_layout.h"
#include "experiments/store/manifest.h"

namespace rootward::estimates {
namespace {

constexpr std::size_t kShown = 10;

std::vector<StoredEstimates> read_all(std::vector<std::string> folders, const std::string& out, DamagedLines damaged) {
  const bool is_listed = std::ranges::any_of(folders, [&](const std::string& folder) {
    std::error_code error;
    return std::filesystem::equivalent(folder, out, error);
  });
  if (!is_listed && std::filesystem::exists(manifest_path(out))) folders.push_back(out);
  std::vector<StoredEstimates> all;
  for (const std::string& folder : folders) all.push_back(read_estimates_folder(folder, damaged));
  return all;
}

/// The study that continues all others: the one with most instances, repeats, arms and games.
const StoredEstimates& widest(const std::vector<StoredEstimates>& all) {
  const StoredEstimates* best = &all.front();
  for (const StoredEstimates& study : all) {
    if (continuation_problem(best->manifest.resolved_config, study.config).empty()) best = &study;
  }
  for (const StoredEstimates& study : all) {
    const std::string problem = continuation_problem(study.manifest.resolved_config, best->config);
    if (!problem.empty())
      throw UsageError(
          fmt::format("{} and {} hold different estimates studies:\n{}", study.folder, best->folder, problem));
  }
  return *best;
}

template <class Record>
void join(std::map<std::string, Record>& into, const std::map<std::string, Record>& from, EstimatesMergeReport& report,
          std::vector<std::string>& conflicts) {
  for (const auto& [id, record] : from) {
    const auto [found, is_new] = into.try_emplace(id, record);
    if (is_new) continue;
    ++report.duplicates;
    Record same_time = record;
    if constexpr (requires { same_time.cpu_seconds; }) same_time.cpu_seconds = found->second.cpu_seconds;
    if (to_json_line(same_time) != to_json_line(found->second)) conflicts.push_back(id);
  }
}

}  // namespace

EstimatesMergeReport merge_estimates(const std::vector<std::string>& folders, const std::string& out,
                                     DamagedLines damaged) {
  const std::vector<StoredEstimates> all = read_all(folders, out, damaged);
  if (all.empty()) throw UsageError("merge: no folder is named");
  StoredEstimates joined = widest(all);
  make_folders(out);
  const FolderLock lock(out + "/.lock", FolderLock::Kind::exclusive, out);
  EstimatesMergeReport report;
  std::vector<std::string> conflicts;
  Manifest& manifest = joined.manifest;
  manifest.sessions.clear();
  for (const StoredEstimates& study : all) {
    join(joined.truths, study.truths, report, conflicts);
    join(joined.searches, study.searches, report, conflicts);
    report.duplicates += study.duplicates;
    std::ranges::copy(study.warnings, std::back_inserter(report.warnings));
    std::ranges::copy(study.manifest.sessions, std::back_inserter(manifest.sessions));
    manifest.started = std::min(manifest.started, study.manifest.started);
  }
  report.duplicates -= widest(all).truths.size() + widest(all).searches.size();  // joined with itself
  if (!conflicts.empty())
    throw RunError(fmt::format("{} results differ between the folders, so nothing is merged: {}", conflicts.size(),
                               fmt::join(conflicts, ", ")));
  report.searches = joined.searches.size();
  for (const std::string& id : missing_searches(joined)) {
    ++report.missing;
    if (report.examples.size() < kShown) report.examples.push_back(id);
  }
  manifest.ended.clear();
  for (const ManifestSession& session : manifest.sessions) {
    if (report.missing == 0) manifest.ended = std::max(manifest.ended, session.ended);
  }
  std::string lines;
  for (const auto& [id, truth] : joined.truths) lines += with_checksum(to_json_line(truth)) + "\n";
  for (const auto& [id, search] : joined.searches) lines += with_checksum(to_json_line(search)) + "\n";
  write_file_atomically(manifest_path(out), manifest_text(manifest));
  write_lines_atomically(out + "/records.jsonl", lines);
  return report;
}

}  // namespace rootward::estimates
