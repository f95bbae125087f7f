// Truths first: searches are judged by them, in whatever order the lines stand.
#include "experiments/estimates/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/errors.h"
#include "experiments/estimates/evaluation.h"
#include "experiments/estimates/folder.h"
#include "experiments/estimates/instance.h"
#include "experiments/estimates/measure.h"
#include "games/guests.h"

namespace rootward::estimates {
namespace {

class EstimatesCheck {
 public:
  explicit EstimatesCheck(const EstimatesConfig& config) : config_(config), scheduled_(config) {}

  /// Keeps the truths; what is wrong with a line is told by record_problem().
  void take_truth(const std::string& line) {
    RecordLine parsed = parse_record_line(line);
    if (parsed.truth) truths_.try_emplace(parsed.truth->id(), std::move(*parsed.truth));
  }

  std::string record_problem(const std::string& line, const std::string& place) {
    RecordLine parsed = parse_record_line(line);
    (void)scheduled_.require(parsed);
    if (parsed.search) parsed.search->cpu_seconds = 0;
    const std::string id = parsed.truth ? parsed.truth->id() : parsed.search->id();
    const std::string content = parsed.truth ? to_json_line(*parsed.truth) : to_json_line(*parsed.search);
    std::string problem = places_.problem(id, content, place);
    if (!problem.empty()) return problem;
    try {
      if (parsed.truth) (void)InstanceMaker(config_).rebuild(*parsed.truth);
    } catch (const AbsentGameError& error) {
      absent_ = error.what();
    }
    problem = parsed.search ? search_problem(*parsed.search) : "";
    return problem.empty() ? "" : fmt::format("{}: {}", id, problem);
  }

  /// Why positions were not held against the rules; "" where they were.
  [[nodiscard]] const std::string& absent() const { return absent_; }
  /// Truths and searches of the study that no line tells of.
  [[nodiscard]] std::vector<std::string> missing() const {
    std::vector<std::string> ids;
    const auto add = [&](std::string id) {
      if (!places_.contains(id)) ids.push_back(std::move(id));
    };
    for (const EstimatedGame& game : config_.games)
      for (std::uint32_t instance = 0; instance < config_.instances; ++instance) {
        add(truth_id(game.name, instance));
        for (const Arm& arm : config_.arms)
          for (std::uint32_t repeat = 0; repeat < config_.repeats; ++repeat)
            add(fmt::format("{}:{}:{}:{}", game.name, instance, arm.name, repeat));
      }
    return ids;
  }

 private:
  [[nodiscard]] std::string search_problem(const SearchRecord& search) const {
    const auto found = truths_.find(truth_id(search.game, search.instance));
    if (found == truths_.end()) return "the truth of its instance is not stored";
    const TruthRecord& truth = found->second;
    const std::uint64_t seed = search_seed(config_, truth, search.repeat);
    if (search.seed != seed) return fmt::format("its seed is {}, not {}", search.seed, seed);
    if (!std::ranges::is_sorted(search.simulations)) return "its simulations do not grow";
    for (const CurveRecord& curve : search.curves)
      if (std::string problem = curve_problem(curve, truth); !problem.empty())
        return fmt::format("{}: {}", curve.op, problem);
    if (!search.evaluation)
      return config_.asks_evaluators ? "it has no evaluation, which the study asks for" : std::string();
    return evaluation_problem(*search.evaluation, truth);
  }

  /// No policy's cross entropy lies below the target's own; priors are floats, and tiny ones count as kLeastPrior.
  [[nodiscard]] static std::string evaluation_problem(const EvaluationRecord& evaluation, const TruthRecord& truth) {
    constexpr double kRounding = 1e-5;
    if (evaluation.sibling_errors.size() > truth.root_moves.size())
      return fmt::format("it has {} sibling_errors, its instance {} moves", evaluation.sibling_errors.size(),
                         truth.root_moves.size());
    if (!evaluation.cross_entropy) return "";
    const double least = target_entropy(truth);
    if (truth.move_visits.empty()) return "it has a cross_entropy, but its instance no move_visits";
    if (*evaluation.cross_entropy >= least - kRounding) return "";
    return fmt::format("its cross_entropy is {}, the visits' own entropy is {}", *evaluation.cross_entropy, least);
  }

  [[nodiscard]] static std::string curve_problem(const CurveRecord& curve, const TruthRecord& truth) {
    constexpr double kRounding = 1e-8;  // three numbers of nine digits
    const double best = *std::ranges::max_element(truth.move_values);
    for (std::size_t i = 0; i < curve.moves.size(); ++i) {
      const auto move = std::ranges::find(truth.root_moves, curve.moves[i]);
      if (move == truth.root_moves.end()) return fmt::format("{} is no move of its instance", curve.moves[i]);
      const double regret = best - truth.move_values[static_cast<std::size_t>(move - truth.root_moves.begin())];
      if (std::fabs(regret - curve.regrets[i]) > kRounding)
        return fmt::format("the regret of {} is {}, the truth says {}", curve.moves[i], curve.regrets[i], regret);
    }
    if (!std::ranges::is_sorted(curve.cumulative_regrets)) return "its cumulative_regrets do not grow";
    return "";
  }

  const EstimatesConfig& config_;
  SearchPlaces scheduled_;
  std::map<std::string, TruthRecord> truths_;
  RecordPlaces places_;
  std::string absent_;
};

}  // namespace

FolderCheck check_estimates_folder(const std::string& folder) {
  FolderCheck found;
  const std::string path = manifest_path(folder);
  const Manifest manifest = read_manifest(folder);
  const EstimatesConfig config = stored_estimates_config(folder, manifest);
  check_config_hash(path, manifest, config_hash(config), found);
  EstimatesCheck check(config);
  const std::vector<std::string> files = record_files(folder);
  FolderCheck told_later;
  for (const std::string& file : files)
    check_lines(
        file, kEstimatesSchema,
        [&check](const std::string& line, const std::string&) {
          check.take_truth(line);
          return std::string();
        },
        told_later);
  for (const std::string& file : files)
    check_lines(
        file, kEstimatesSchema,
        [&check](const std::string& line, const std::string& place) { return check.record_problem(line, place); },
        found);
  if (!check.absent().empty())
    found.notes.push_back(fmt::format("{}: positions were not held against the rules: {}", folder, check.absent()));
  if (check_records(folder, manifest, found) && !manifest.ended.empty())
    add_missing(folder, "records", check.missing(), found);
  return found;
}

}  // namespace rootward::estimates
