// Games first, then evaluations.
#include "experiments/tuning/merge.h"

#include <fmt/format.h>

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

/// No two attempts have the same name.
void copy_attempts(const std::string& from, const std::string& out) {
  for (const std::string& key : keys_of_attempts(from))
    for (const std::string& file : attempt_files(from, key)) {
      make_folders(attempts_folder(out, key));
      fs::copy_file(file, fs::path(attempts_folder(out, key)) / fs::path(file).filename(),
                    fs::copy_options::skip_existing);
    }
}

}  // namespace

MergeReport merge_tunings(const std::vector<std::string>& folders, const std::string& out,
                          const MergeSettings& settings) {
  static const RecordFormat<std::string> kEvaluations = joined_evaluations();
  FolderMerge merge(kTuningKind, folders, out, settings);
  merge.join(
      kJournalGameFormat, [](const JournalledGame&) {}, [](const JournalledGame&) { return std::uint64_t{0}; });
  merge.join(
      kEvaluations, [](const std::string&) {}, [](const std::string&) { return std::uint64_t{0}; });
  merge.commit();
  for (const std::string& folder : folders) copy_attempts(folder, out);
  return merge.report();
}

}  // namespace rootward::tuning
