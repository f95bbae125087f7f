// Three files of lines.
#include "experiments/tuning/tune_journal.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/errors.h"
#include "core/json_fields.h"
#include "core/rng.h"

namespace rootward::tuning {
namespace {

constexpr const char* kImportSchema = "rootward.imported/1";
constexpr std::uint64_t kFirstTestSeed = 1'000'000'000;  // evaluations count from 1
constexpr std::uint64_t kMostTestGames = 20'000'000;

RecordFormat<std::string> lines_of(std::string_view name, std::string_view record, std::string_view torn) {
  return {.files = {.name = name, .record = record, .torn = torn},
          .parse = [](const std::string& line) { return line; },
          .id_of = nullptr,
          .is_same = nullptr};
}

const RecordFormat<std::string>& format_of(JournalPart part) {
  static const RecordFormat<std::string> kAsked = lines_of("asked.jsonl", "a point", "its point is asked for again");
  static const RecordFormat<std::string> kTests = lines_of("tests.jsonl", "a test", "it is taken up again");
  static const RecordFormat<std::string> kImported = lines_of("imported.jsonl", "an import", "it is imported again");
  if (part == JournalPart::asked) return kAsked;
  return part == JournalPart::tests ? kTests : kImported;
}

void take_asked(const std::string& text, std::map<std::uint64_t, Proposal>& asked) {
  const Json line = parse_journal_line(text, kAskedSchema);
  asked[count_field(line, "id")] = {json_field(line, "params"), origin_of(line)};
}

/// The same point with the same seed is the same test, perhaps with more games.
void put_test(FreshTest test, std::vector<FreshTest>& tests) {
  const auto known = std::ranges::find_if(
      tests, [&](const FreshTest& other) { return other.point == test.point && other.seed == test.seed; });
  if (known == tests.end()) {
    tests.push_back(std::move(test));
  } else {
    known->games = test.games;
    known->tests_start = known->tests_start || test.tests_start;
    known->result = std::move(test.result);
  }
}

double mean_of(const Json& object) { return real_field(object, "mean", 0, 1); }
double standard_error_of(const Json& object) {
  return real_field(object, "stderr", 0, std::numeric_limits<double>::max());
}

FreshTest parse_test(const TuningConfig& tuning, const std::string& text) {
  const Json line = parse_journal_line(text, kTestSchema);
  FreshTest test{.point = read_point(tuning, json_field(line, "params")),
                 .seed = count_field(line, "seed"),
                 .games = static_cast<std::uint32_t>(count_field(line, "games", kMostTestGames))};
  test.result = journalled_result(line);
  test.tests_start = line.contains("tests_start") && bool_field(line, "tests_start");
  if (line.contains("evaluations")) test.evaluations = count_field(line, "evaluations");
  if (const auto posterior = line.find("posterior"); posterior != nullptr) {
    test.posterior = Recommendation{line["params"], mean_of(*posterior), standard_error_of(*posterior)};
    test.has_model = posterior->contains("model") && bool_field(*posterior, "model");
  }
  return test;
}

ImportedEvaluation parse_import(const TuningConfig& tuning, const std::string& text) {
  const Json line = parse_journal_line(text, kImportSchema);
  return {.from = text_field(line, "from"),
          .id = json_field(line, "id"),
          .point = read_point(tuning, json_field(line, "params")),
          .mean = mean_of(line),
          .standard_error = standard_error_of(line),
          .games = count_field(line, "games")};
}

}  // namespace

std::optional<StartTest> start_test(const TuningConfig& tuning, const FreshTest& test, const EvaluationGames& games,
                                    const EvaluationGames& start) {
  const std::uint32_t pairs = std::min({test.games / 2, games.complete_pairs(), start.complete_pairs()});
  if (pairs == 0) return std::nullopt;
  return StartTest{.result = evaluate_games(tuning, start, pairs), .gain = gain_over(games, start, pairs)};
}

EvaluationResult journalled_result(const Json& line) {
  constexpr double kMostSeconds = 1e12;
  EvaluationResult result;
  if (json_field(line, "mean").is_null()) return result;
  result.mean = mean_of(line);
  result.standard_error = standard_error_of(line);
  result.counts = {count_field(line, "wins", kMostTestGames), count_field(line, "draws", kMostTestGames),
                   count_field(line, "losses", kMostTestGames)};
  const Json& pairs = json_list(line, "pentanomial", result.pentanomial.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    result.pentanomial[i] = json_count(pairs[i], "pentanomial", kMostTestGames);
  result.seconds = real_field(line, "seconds", 0, kMostSeconds);
  for (const auto& [reason, games] : json_field(line, "errors").items())
    if (games.is_number_unsigned()) result.errors[reason] = json_count(games, "errors", kMostTestGames);
  return result;
}

std::string journal_path(const std::string& folder, JournalPart part) { return format_of(part).files.path(folder); }

void add_journal_line(JournalPart part, const TuningConfig& tuning, const std::string& text,
                      TuneJournalContent& content) {
  if (part == JournalPart::asked) return take_asked(text, content.asked);
  if (part == JournalPart::tests) return put_test(parse_test(tuning, text), content.tests);
  content.imported.push_back(parse_import(tuning, text));
}

TuneJournalContent read_tune_journal(const std::string& folder, const TuningConfig& tuning, const LineTallies& told,
                                     DamagedLines damaged) {
  TuneJournalContent content;
  for (const JournalPart part : kJournalParts) {
    const auto take = [&](const std::string& text, const std::string&) {
      add_journal_line(part, tuning, text, content);
    };
    for (std::string& warning : RecordReader<std::string>(format_of(part), damaged).read_folder(folder, take, told))
      content.warnings.push_back(std::move(warning));
  }
  return content;
}

TuneJournal::TuneJournal(TuningJournal& folder, const TuningConfig& tuning) : run_(folder.run()), tuning_(tuning) {
  TuneJournalContent content;
  for (const JournalPart part : kJournalParts)
    run_.read(format_of(part),
              [&](const std::string& text, const std::string&) { add_journal_line(part, tuning, text, content); });
  asked_ = std::move(content.asked);
  tests_ = std::move(content.tests);
  imported_ = std::move(content.imported);
}

void TuneJournal::append(JournalPart part, const Json& line) {
  const RecordFiles& files = format_of(part).files;
  run_.begin_session();
  run_.append(files, dump_json(line));
  run_.sync(files);
}

const Proposal* TuneJournal::asked(std::uint64_t id) const {
  const auto found = asked_.find(id);
  return found == asked_.end() ? nullptr : &found->second;
}

void TuneJournal::append_asked(std::uint64_t id, const Proposal& proposal) {
  Json line;
  line["schema"] = kAskedSchema;
  line["id"] = id;
  line["params"] = proposal.params;
  if (!proposal.origin.empty()) line["origin"] = proposal.origin;
  append(JournalPart::asked, line);
  asked_[id] = proposal;
}

void TuneJournal::append_imported(const ImportedEvaluation& evaluation) {
  Json line;
  line["schema"] = kImportSchema;
  line["from"] = evaluation.from;
  line["id"] = evaluation.id;
  line["params"] = point_json(tuning_, evaluation.point);
  line["mean"] = evaluation.mean;
  line["stderr"] = evaluation.standard_error;
  line["games"] = evaluation.games;
  append(JournalPart::imported, line);
  imported_.push_back(evaluation);
}

std::uint64_t TuneJournal::test_seed(const Point& point, const TuningJournal& folder) const {
  const auto known = std::ranges::find(tests_, point, &FreshTest::point);
  if (known != tests_.end()) return known->seed;
  const std::string params = dump_json(point_json(tuning_, point));
  std::uint64_t seed = kFirstTestSeed + hash_name(params) % kFirstTestSeed;
  const auto is_used = [&](std::uint64_t candidate) {
    return std::ranges::find(tests_, candidate, &FreshTest::seed) != tests_.end() ||
           std::ranges::any_of(folder.evaluations(),
                               [&](const JournalledEvaluation& evaluation) { return evaluation.seed == candidate; });
  };
  while (is_used(seed)) ++seed;
  return seed;
}

void TuneJournal::append_test(const FreshTest& test) {
  const bool is_there = std::ranges::any_of(tests_, [&](const FreshTest& known) {
    return known.point == test.point && known.seed == test.seed && known.games == test.games;
  });
  if (is_there) return;
  Json line =
      result_json(tuning_, {.id = "test", .point = test.point, .seed = test.seed, .games = test.games}, test.result);
  line["schema"] = kTestSchema;
  if (test.tests_start) line["tests_start"] = true;
  if (test.evaluations) line["evaluations"] = *test.evaluations;
  if (test.posterior)
    line["posterior"] = {
        {"mean", test.posterior->mean}, {"stderr", test.posterior->standard_error}, {"model", test.has_model}};
  append(JournalPart::tests, line);
  put_test(test, tests_);
}

}  // namespace rootward::tuning
