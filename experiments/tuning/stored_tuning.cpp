// Manifest, games, evaluations and tests to one report, and what of it another tuning may use.
#include "experiments/tuning/stored_tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/tuning/journal.h"
#include "lab/store/folder_layout.h"
#include "lab/store/line_follower.h"
#include "lab/store/manifest_follower.h"

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

}  // namespace

/// What a folder's lines tell, put together to a report.
class TuningLines {
 public:
  void add_game(const JournalledGame& record) { games_[record.first].add(record.second); }
  /// The last line of each evaluation counts, at the place of its first.
  void add_evaluation(JournalledEvaluation line) {
    const auto known = std::ranges::find_if(lines_, [&](const JournalledEvaluation& other) {
      return other.key == line.key && other.line["id"] == line.line["id"];
    });
    if (known == lines_.end())
      lines_.push_back(std::move(line));
    else
      *known = std::move(line);
  }
  TuneJournalContent& journal() { return journal_; }

  [[nodiscard]] TuneReport report(const std::string& folder, const TuningConfig& tuning) const {
    TuneReport report;
    report.folder = folder;
    report.is_live = false;
    for (const JournalledEvaluation& line : lines_)
      report.evaluations.push_back(evaluation_of(line, report.evaluations.size() + 1, tuning));
    take_tests(tuning, report);
    report.imported = journal_.imported;
    return report;
  }
  [[nodiscard]] std::uint64_t games() const {
    std::uint64_t count = 0;
    for (const auto& [key, games] : games_) count += 2 * std::uint64_t{games.complete_pairs()};
    return count;
  }

 private:
  [[nodiscard]] TunedEvaluation evaluation_of(const JournalledEvaluation& line, std::uint64_t number,
                                              const TuningConfig& tuning) const {
    const Json& id = line.line["id"];
    TunedEvaluation evaluation{.id = number,
                               .params = line.line["params"],
                               .point = line.point,
                               .result = counted(tuning, games_, line.key, line.games, journalled_result(line.line))};
    evaluation.label = id.is_string() ? id.get<std::string>() : dump_json(id);
    evaluation.result.status = line.status;
    if (line.status == EvaluationStatus::failed)
      evaluation.result.failure = line.line["errors"].value("failure", "").text();
    const auto asked = id.is_number_unsigned() ? journal_.asked.find(id.get<std::uint64_t>()) : journal_.asked.end();
    if (asked != journal_.asked.end()) {
      evaluation.id = asked->first;
      evaluation.origin = asked->second.origin;
    }
    return evaluation;
  }

  void take_tests(const TuningConfig& tuning, TuneReport& report) const {
    report.tests = journal_.tests;
    const std::optional<Point> start = starting_point(tuning);
    for (FreshTest& test : report.tests) {
      const std::string key = evaluation_key(tuning, test.point, test.seed);
      test.result = counted(tuning, games_, key, test.games, std::move(test.result));
      if (!start || *start == test.point) continue;
      const auto own = games_.find(key);
      const auto of_start = games_.find(evaluation_key(tuning, *start, test.seed));
      if (own != games_.end() && of_start != games_.end())
        test.start = start_test(tuning, test, own->second, of_start->second);
    }
    if (report.tests.empty()) return;
    const FreshTest& last = report.tests.back();
    report.is_complete = true;
    report.recommended = last.point;
    report.recommendation = last.posterior;
    if (last.has_model) report.at_evaluations.emplace();
    report.test = last.result;
    report.test_seed = last.seed;
  }

  GamesByKey games_;
  std::vector<JournalledEvaluation> lines_;
  TuneJournalContent journal_;
};

namespace {

/// Throws RunError where the manifest's configuration cannot be read any more, or is another than its hash says.
TuningConfig stored_tuning_config(const std::string& folder, const Manifest& manifest) {
  const std::string path = manifest_path(folder);
  TuningConfig tuning = read_stored(path, [&] { return parse_tuning(manifest.resolved_config, path); });
  require_config_hash(path, manifest, config_hash(tuning));
  return tuning;
}

void refuse_other_folders(const std::string& folder) {
  if (!is_tuning_folder(folder))
    throw UsageError(fmt::format("{} holds no tuning: run, objective and serve make such folders", folder));
}

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

StoredTuning read_stored_tuning(const std::string& folder, DamagedLines damaged) {
  StoredTuning stored;
  refuse_other_folders(folder);
  stored.manifest = read_manifest(folder);
  stored.tuning = stored_tuning_config(folder, stored.manifest);
  const LineTallies& told = stored.manifest.records;
  TuningLines lines;
  const auto warn = [&](const std::vector<std::string>& warnings) {
    stored.warnings.insert(stored.warnings.end(), warnings.begin(), warnings.end());
  };
  warn(RecordReader<JournalledGame>(kJournalGameFormat, damaged)
           .read_folder(
               folder, [&](JournalledGame&& game, const std::string&) { lines.add_game(game); }, told));
  lines.journal() = read_tune_journal(folder, stored.tuning, told, damaged);
  warn(lines.journal().warnings);
  warn(RecordReader<std::string>(kJournalEvaluationFormat, damaged)
           .read_folder(
               folder,
               [&](std::string&& text, const std::string&) {
                 lines.add_evaluation(parse_evaluation_line(stored.tuning, text));
               },
               told));
  stored.report = lines.report(folder, stored.tuning);
  return stored;
}

struct TuningFollower::State {
  explicit State(const std::string& of)
      : folder(of), manifest(folder), games(kJournalGameFormat, folder), evaluations(kJournalEvaluationFormat, folder) {
    for (const JournalPart part : kJournalParts) parts.emplace_back(part, LineFollower(journal_path(folder, part)));
  }
  [[nodiscard]] std::unique_ptr<State> anew() const { return std::make_unique<State>(folder); }
  void take_manifest() {
    stored.manifest = *manifest.manifest();
    stored.tuning = stored_tuning_config(folder, stored.manifest);
  }
  LineNews read() {
    LineNews all = games.look([&](JournalledGame&& game) { lines.add_game(game); });
    for (auto& [part, follower] : parts)
      all.add(follower.look([&, which = part](const std::string& text, std::size_t) {
        add_journal_line(which, stored.tuning, text, lines.journal());
      }));
    all.add(evaluations.look(
        [&](std::string&& text) { lines.add_evaluation(parse_evaluation_line(stored.tuning, text)); }));
    stored.warnings.insert(stored.warnings.end(), all.damaged.begin(), all.damaged.end());
    return all;
  }
  std::string folder;
  ManifestFollower manifest;
  RecordFollower<JournalledGame> games;
  RecordFollower<std::string> evaluations;
  std::vector<std::pair<JournalPart, LineFollower>> parts;
  TuningLines lines;
  StoredTuning stored;
};

TuningFollower::TuningFollower(const std::string& folder) : state_(std::make_unique<State>(folder)) {}

TuningFollower::~TuningFollower() = default;

const StoredTuning& TuningFollower::stored() const { return state_->stored; }

std::uint64_t TuningFollower::games() const { return state_->lines.games(); }

bool TuningFollower::look() {
  const bool has_news = look_on(state_);
  if (has_news) state_->stored.report = state_->lines.report(state_->folder, state_->stored.tuning);
  return has_news;
}

ImportableEvaluations importable_evaluations(const TuningConfig& tuning, const std::string& folder) {
  const StoredTuning other = read_stored_tuning(folder);
  TuningConfig with_our_limits = other.tuning;
  if (has_same_parameters(tuning, other.tuning)) with_our_limits.parameters = tuning.parameters;
  if (const std::string difference = continuation_problem(with_our_limits, tuning); !difference.empty())
    throw UsageError(fmt::format("--import: {} holds another tuning; only limits may differ. The difference:\n{}",
                                 folder, difference));
  ImportableEvaluations found;
  const auto take = [&](ImportedEvaluation one) {
    if (!lies_inside(tuning, one.point)) {
      ++found.outside;
      return;
    }
    one.from = folder;
    found.inside.push_back(std::move(one));
  };
  for (const ImportedEvaluation& known : other.report.imported) take(known);  // which it had imported itself
  for (const TunedEvaluation& evaluation : other.report.evaluations)
    if (evaluation.result.status != EvaluationStatus::failed && evaluation.result.counts.games() > 0)
      take({.from = "",
            .id = evaluation.label,
            .point = *evaluation.point,
            .mean = evaluation.result.mean,
            .standard_error = evaluation.result.standard_error,
            .games = evaluation.result.counts.games()});
  return found;
}

}  // namespace rootward::tuning
