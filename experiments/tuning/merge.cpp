// Games first, those of attempts behind those of journals, then evaluations.
#include "experiments/tuning/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "experiments/tuning/evaluation_attempts.h"
#include "experiments/tuning/journal.h"

namespace rootward::tuning {
namespace {

namespace fs = std::filesystem;

/// A line of evaluations.jsonl without what differs from one machine to the other.
Json told_evaluation(const std::string& line) {
  Json object = parse_journal_line(line, kEvaluationSchema);
  object.erase("seconds");
  return object;
}

/// An evaluation may be told of once more with more games, or by another asker's name.
std::string id_of_evaluation(const std::string& line) {
  const Json object = told_evaluation(line);
  return fmt::format("{} {} {} {} {}", dump_json(json_field(object, "params")), count_field(object, "seed"),
                     dump_json(json_field(object, "id")), text_field(object, "status"), count_field(object, "games"));
}

RecordFormat<std::string> joined_evaluations() {
  RecordFormat<std::string> format = kJournalEvaluationFormat;
  format.parse = [](const std::string& line) {
    (void)id_of_evaluation(line);
    return line;
  };
  format.id_of = [](const std::string& line) { return id_of_evaluation(line); };
  format.is_same = [](const std::string& a, const std::string& b) { return told_evaluation(a) == told_evaluation(b); };
  return format;
}

/// The attempts at all evaluations of the folders, each folder once.
std::vector<std::string> attempts_of(const std::vector<std::string>& folders) {
  std::vector<std::string> files;
  for (auto folder = folders.begin(); folder != folders.end(); ++folder) {
    const auto is_same = [&](const std::string& other) { return fs::equivalent(*folder, other); };
    if (std::any_of(folders.begin(), folder, is_same)) continue;
    for (const std::string& key : keys_of_attempts(*folder))
      for (std::string& file : checked_attempts(*folder, key)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace

MergeReport merge_tunings(const std::vector<std::string>& folders, const std::string& out,
                          const MergeSettings& settings) {
  static const RecordFormat<std::string> kEvaluations = joined_evaluations();
  FolderMerge merge(kTuningKind, folders, out, settings);
  std::vector<std::string> played = folders;
  if (fs::is_directory(out)) played.push_back(out);
  merge.also_join(attempts_of(played));
  merge.join(
      kJournalGameFormat, [](const JournalledGame&) {}, [](const JournalledGame&) { return std::uint64_t{0}; });
  merge.join(
      kEvaluations, [](const std::string&) {}, [](const std::string&) { return std::uint64_t{0}; });
  merge.commit();
  return merge.report();
}

}  // namespace rootward::tuning
