// Manifest, games, evaluations and tests to one report, and what of it another tuning may use.
#include "experiments/tuning/stored_tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/store/folder_layout.h"
#include "experiments/tuning/journal.h"

namespace rootward::tuning {
namespace {

using GamesByKey = std::map<std::string, EvaluationGames>;

/// Counted from the games; where a folder is stored without them, as its line says.
EvaluationResult counted(const TuningConfig& tuning, const GamesByKey& games, const std::string& key,
                         std::uint32_t wanted, EvaluationResult journalled) {
  const auto found = games.find(key);
  if (found == games.end()) return journalled;
  return evaluate_games(tuning, found->second, std::min(wanted / 2, found->second.complete_pairs()));
}

/// The folder being read.
class TuningFolderReader {
 public:
  TuningFolderReader(const std::string& folder, StoredTuning& stored) : folder_(folder), stored_(stored) {}

  void read() {
    const std::string path = manifest_path(folder_);
    if (!is_tuning_folder(folder_))
      throw UsageError(fmt::format("{} holds no tuning: objective, serve and tune make such folders", folder_));
    stored_.manifest = read_manifest(folder_);
    stored_.tuning = parse_tuning(stored_.manifest.resolved_config, path);
    stored_.report.folder = folder_;
    stored_.report.is_live = false;
    read_games();
    const TuneJournalContent journal = read_tune_journal(folder_, stored_.tuning);
    warn(journal.asked_state);
    warn(journal.test_state);
    warn(journal.import_state);
    read_evaluations(journal);
    take_tests(journal);
    stored_.report.imported = journal.imported;
  }

 private:
  void warn(const LineFileState& state) { add_warnings(state, stored_.warnings); }

  template <class Record, class Keep>
  void read_records(const RecordFormat<Record>& format, Keep keep) {
    for (std::string& warning : RecordReader<Record>(format).read_folder(folder_, keep))
      stored_.warnings.push_back(std::move(warning));
  }

  void read_games() {
    read_records(kJournalGameFormat,
                 [this](JournalledGame&& record, const std::string&) { games_[record.first].add(record.second); });
  }

  /// The last line of each evaluation counts, at the place of its first.
  void read_evaluations(const TuneJournalContent& journal) {
    read_records(kJournalEvaluationFormat, [this](std::string&& text, const std::string&) {
      JournalledEvaluation line = parse_evaluation_line(stored_.tuning, text);
      const auto known = std::ranges::find_if(lines_, [&](const JournalledEvaluation& other) {
        return other.key == line.key && other.line["id"] == line.line["id"];
      });
      if (known == lines_.end())
        lines_.push_back(std::move(line));
      else
        *known = std::move(line);
    });
    for (const JournalledEvaluation& line : lines_) stored_.report.evaluations.push_back(evaluation_of(line, journal));
  }

  TunedEvaluation evaluation_of(const JournalledEvaluation& line, const TuneJournalContent& journal) {
    const Json& id = line.line["id"];
    TunedEvaluation evaluation{
        .id = stored_.report.evaluations.size() + 1,
        .params = line.line["params"],
        .point = line.point,
        .result = counted(stored_.tuning, games_, line.key, line.games, journalled_result(line.line))};
    evaluation.label = id.is_string() ? id.get<std::string>() : dump_json(id);
    evaluation.result.status = line.status;
    if (line.status == EvaluationStatus::failed) evaluation.result.failure = line.line["errors"].value("failure", "");
    if (const auto asked = id.is_number_unsigned() ? journal.asked.find(id.get<std::uint64_t>()) : journal.asked.end();
        asked != journal.asked.end()) {
      evaluation.id = asked->first;
      evaluation.origin = asked->second.origin;
    }
    return evaluation;
  }

  void take_tests(const TuneJournalContent& journal) {
    TuneReport& report = stored_.report;
    report.tests = journal.tests;
    for (FreshTest& test : report.tests)
      test.result = counted(stored_.tuning, games_, evaluation_key(stored_.tuning, test.point, test.seed), test.games,
                            std::move(test.result));
    if (report.tests.empty()) return;
    const FreshTest& last = report.tests.back();
    report.is_complete = true;
    report.recommended = last.point;
    report.recommendation = last.posterior;
    if (last.has_model) report.at_evaluations.emplace();
    report.test = last.result;
    report.test_seed = last.seed;
  }

  const std::string& folder_;
  StoredTuning& stored_;
  GamesByKey games_;
  std::vector<JournalledEvaluation> lines_;
};

/// The parameters are the same but for their limits.
bool has_same_parameters(const TuningConfig& one, const TuningConfig& other) {
  return std::ranges::equal(one.parameters, other.parameters, [](const TunedParameter& a, const TunedParameter& b) {
    return a.path == b.path && a.scale == b.scale && a.count == b.count;
  });
}

bool lies_inside(const TuningConfig& tuning, const Point& point) {
  for (std::size_t i = 0; i < tuning.parameters.size(); ++i)
    for (const double value : point[i])
      if (value < tuning.parameters[i].low || value > tuning.parameters[i].high) return false;
  return true;
}

}  // namespace

bool is_tuning_folder(const std::string& folder) { return is_folder_of(kTuningKind, folder); }

StoredTuning read_stored_tuning(const std::string& folder) {
  StoredTuning stored;
  TuningFolderReader(folder, stored).read();
  return stored;
}

ImportableEvaluations importable_evaluations(const TuningConfig& tuning, const std::string& folder) {
  const StoredTuning other = read_stored_tuning(folder);
  TuningConfig with_our_limits = other.tuning;
  if (has_same_parameters(tuning, other.tuning)) with_our_limits.parameters = tuning.parameters;
  if (const std::string difference = continuation_problem(with_our_limits, tuning); !difference.empty())
    throw UsageError(fmt::format("--import: {} holds another tuning; only limits may differ. The difference:\n{}",
                                 folder, difference));
  ImportableEvaluations found;
  for (const TunedEvaluation& evaluation : other.report.evaluations) {
    if (evaluation.result.status == EvaluationStatus::failed || evaluation.result.counts.games() == 0) continue;
    if (!lies_inside(tuning, *evaluation.point)) {
      ++found.outside;
      continue;
    }
    found.inside.push_back({.from = folder,
                            .id = evaluation.label,
                            .point = *evaluation.point,
                            .mean = evaluation.result.mean,
                            .standard_error = evaluation.result.standard_error,
                            .games = evaluation.result.counts.games()});
  }
  return found;
}

}  // namespace rootward::tuning
