// Two files of lines.
#include "experiments/tuning/tune_journal.h"

#include <algorithm>

#include "core/errors.h"
#include "core/rng.h"

namespace rootward::tuning {
namespace {

constexpr std::uint64_t kFirstTestSeed = 1'000'000'000;  // evaluations count from 1

}  // namespace

TuneJournal::TuneJournal(const std::string& folder, const TuningConfig& study) : study_(study) {
  const std::string asked_path = folder + "/asked.jsonl";
  const LineFileState asked = read_line_file(
      asked_path,
      [this](const std::string& text) {
        const Json line = parse_journal_line(text, kAskedSchema);
        if (!line.contains("params") || !line.contains("id") || !line["id"].is_number_unsigned())
          throw UsageError("id or params are missing");
        asked_[line["id"].get<std::uint64_t>()] = line["params"];
      },
      "its point is asked for again");
  if (!asked.warning.empty()) warnings_.push_back(asked.warning);
  asked_writer_.emplace(asked_path, asked.whole_bytes, "a point");

  const std::string test_path = folder + "/tests.jsonl";
  const LineFileState tests = read_line_file(
      test_path,
      [this](const std::string& text) {
        const Json line = parse_journal_line(text, kTestSchema);
        if (!line.contains("params") || !line.contains("seed") || !line["seed"].is_number_unsigned())
          throw UsageError("params or seed are missing");
        tests_.push_back({read_point(study_, line["params"]), line["seed"].get<std::uint64_t>()});
        finished_tests_.push_back(text);
      },
      "it is taken up again");
  if (!tests.warning.empty()) warnings_.push_back(tests.warning);
  test_writer_.emplace(test_path, tests.whole_bytes, "a test");
}

const nlohmann::json* TuneJournal::asked(std::uint64_t id) const {
  const auto found = asked_.find(id);
  return found == asked_.end() ? nullptr : &found->second;
}

void TuneJournal::append_asked(std::uint64_t id, const nlohmann::json& params) {
  Json line;
  line["schema"] = kAskedSchema;
  line["id"] = id;
  line["params"] = params;
  asked_writer_->append(dump_json(line));
  asked_writer_->sync();
  asked_[id] = params;
}

std::uint64_t TuneJournal::test_seed(const Point& point, const TuningJournal& folder) const {
  const auto known = std::ranges::find(tests_, point, &Test::point);
  if (known != tests_.end()) return known->seed;
  const std::string params = dump_json(point_json(study_, point));
  std::uint64_t seed = kFirstTestSeed + hash_name(params) % kFirstTestSeed;
  const auto is_used = [&](std::uint64_t candidate) {
    return std::ranges::find(tests_, candidate, &Test::seed) != tests_.end() ||
           std::ranges::any_of(folder.evaluations(),
                               [&](const JournalledEvaluation& evaluation) { return evaluation.seed == candidate; });
  };
  while (is_used(seed)) ++seed;
  return seed;
}

void TuneJournal::append_test(const EvaluationRequest& request, const EvaluationResult& result) {
  Json line = result_json(study_, request, result);
  line["schema"] = kTestSchema;
  const std::string text = dump_json(line);
  if (std::ranges::find(finished_tests_, text) != finished_tests_.end()) return;
  test_writer_->append(text);
  test_writer_->sync();
  finished_tests_.push_back(text);
  tests_.push_back({request.point, request.seed});
}

}  // namespace rootward::tuning
