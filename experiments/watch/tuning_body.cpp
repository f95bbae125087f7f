// Best point, history, pending points, a row an evaluation.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "experiments/tuning/tune_report.h"
#include "experiments/watch/body.h"
#include "experiments/watch/draw.h"
#include "experiments/watch/grid_lines.h"
#include "lab/report/grid.h"
#include "lab/report/number_text.h"

namespace rootward::watch {
namespace {

using tuning::EvaluationStatus;
using tuning::TunedEvaluation;
using tuning::TuneReport;

class TuningBody final : public Body {
 public:
  explicit TuningBody(const std::string& folder) : follower_(folder) {}

  bool look() override { return follower_.look(); }

  [[nodiscard]] Standing standing() const override {
    const tuning::StoredTuning& stored = follower_.stored();
    Standing standing;
    standing.name = stored.tuning.name;
    standing.done = follower_.games();
    standing.is_complete = stored.report.is_complete;
    if (standing.is_complete) standing.wanted = standing.done;
    for (const TunedEvaluation& evaluation : stored.report.evaluations)
      if (evaluation.result.status == EvaluationStatus::failed)
        standing.alarms.push_back(fmt::format("evaluation {} failed: {}", evaluation.id, evaluation.result.failure));
    standing.alarms.insert(standing.alarms.end(), stored.warnings.begin(), stored.warnings.end());
    return standing;
  }

  [[nodiscard]] std::vector<ShownLine> lines(const View& view, const SignOfLife* sign) const override {
    std::vector<ShownLine> lines;
    const TuneReport& report = follower_.stored().report;
    lines.push_back({best_text(sign), Tone::strong});
    if (const std::vector<double> scores = means(); !scores.empty()) {
      const auto [low, high] = std::ranges::minmax(scores);
      lines.push_back({fmt::format("history   {}  {} to {} %",
                                   sparkline(scores, view.width > 50 ? view.width - 32 : 10, view.has_blocks),
                                   percent_text(low), percent_text(high))});
    }
    if (sign != nullptr)
      for (const PendingPoint& point : sign->pending)
        lines.push_back({fmt::format("pending   {}: {} of {} games  {}", point.id, point.games,
                                     follower_.stored().tuning.games, point.params)});
    if (report.evaluations.empty() && report.imported.empty()) return lines;
    lines.push_back({""});
    add_grid(rows_in_order(view.order), lines);
    return lines;
  }

  [[nodiscard]] std::string summary(const SignOfLife* sign) const override {
    return fmt::format("{} evaluations, {}", follower_.stored().report.evaluations.size(), best_text(sign));
  }
  [[nodiscard]] std::string table_json() const override {
    return has_manifest() ? tuning::render_tuning(follower_.stored(), TableFormat::json) : "";
  }
  void add_to(PageParts& page) const override {
    if (has_manifest() && !follower_.stored().report.evaluations.empty()) page.tunings.push_back(&follower_.stored());
  }

 private:
  [[nodiscard]] bool has_manifest() const { return !follower_.stored().manifest.resolved_config.empty(); }

  [[nodiscard]] std::vector<double> means() const {
    std::vector<double> means;
    for (const TunedEvaluation& evaluation : follower_.stored().report.evaluations)
      if (evaluation.result.status != EvaluationStatus::failed) means.push_back(evaluation.result.mean);
    return means;
  }

  /// The optimizer's belief while it lives, what it recommended at the end, else the best that was seen.
  [[nodiscard]] std::string best_text(const SignOfLife* sign) const {
    const TuneReport& report = follower_.stored().report;
    if (sign != nullptr && sign->incumbent)
      return fmt::format("best posterior {} % +- {} %", percent_text(sign->incumbent->mean),
                         percent_text(sign->incumbent->standard_error));
    if (report.is_complete && report.recommendation)
      return fmt::format("best posterior {} % +- {} %, fresh test {}", percent_text(report.recommendation->mean),
                         percent_text(report.recommendation->standard_error), tuning::score_text(report.test));
    if (report.is_complete) return "fresh test of the best observed: " + tuning::score_text(report.test);
    if (means().empty()) return "no evaluation has ended yet";
    const TunedEvaluation& best = tuning::best_observed(report.evaluations);
    return fmt::format("best observed {} (the highest of {} noisy scores)", tuning::score_text(best.result),
                       means().size());
  }

  [[nodiscard]] Grid rows_in_order(RowOrder order) const {
    const TuneReport& report = follower_.stored().report;
    Grid grid = tuning::tune_grid(follower_.stored().tuning, report);
    const auto first = static_cast<std::ptrdiff_t>(grid.rows.size() - report.evaluations.size());
    std::vector<std::pair<double, std::vector<std::string>>> rows;
    for (std::size_t i = 0; i < report.evaluations.size(); ++i) {
      const auto& result = report.evaluations[i].result;
      const double key = order == RowOrder::by_score   ? result.mean
                         : order == RowOrder::by_games ? static_cast<double>(result.counts.games())
                                                       : static_cast<double>(i);
      rows.emplace_back(key, std::move(grid.rows[static_cast<std::size_t>(first) + i]));
    }
    // The newest first, unless something else is asked for.
    std::ranges::stable_sort(rows, std::ranges::greater{}, &std::pair<double, std::vector<std::string>>::first);
    grid.rows.erase(grid.rows.begin() + first, grid.rows.end());
    for (auto& row : rows) grid.rows.push_back(std::move(row.second));
    return grid;
  }

  tuning::TuningFollower follower_;
};

}  // namespace

std::unique_ptr<Body> make_tuning_body(const std::string& folder, Detail /*detail*/) {
  return std::make_unique<TuningBody>(folder);
}

}  // namespace rootward::watch
