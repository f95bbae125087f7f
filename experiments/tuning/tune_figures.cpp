// The figures of a tuning.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/math.h"
#include "core/rng.h"
#include "core/statistics/normal.h"
#include "experiments/tuning/tune_report.h"
#include "experiments/tuning/tune_slices.h"
#include "lab/play/weight_profile.h"

namespace rootward::tuning {
namespace {

constexpr double kPercent = 100;

bool has_score(const TunedEvaluation& evaluation) { return evaluation.result.counts.games() > 0; }

Interval in_percent(const Interval& interval) {
  return {kPercent * std::max(0.0, interval.low), kPercent * std::min(1.0, interval.high)};
}

Interval deviation_around(double mean, double deviation) {
  return {kPercent * (mean - deviation), kPercent * (mean + deviation)};
}

std::string note_of(const TuningConfig& tuning, const TuneReport& report) {
  if (!report.is_complete)
    return fmt::format("{} evaluations of {} games; bars are 95 % intervals", report.evaluations.size(), tuning.games);
  return fmt::format(
      "{} evaluations of {} games, fresh test of {}; bars are 95 % intervals, bands one posterior deviation",
      report.evaluations.size(), tuning.games, report.test.counts.games());
}

/// 1 .. span in equal ratios.
std::vector<double> visits_up_to(double span) {
  constexpr int kPoints = 60;
  std::vector<double> visits;
  for (int i = 0; i < kPoints; ++i) visits.push_back(exp_exact(log_exact(span) * i / (kPoints - 1)));
  return visits;
}

/// How often each evaluated point is the best when every score is drawn from its belief.
std::vector<double> chances_to_be_best(const std::vector<double>& means, const std::vector<double>& deviations,
                                       std::uint64_t seed) {
  constexpr int kDraws = 4000;
  if (means.empty()) return {};
  Rng rng(derive_seed(seed, "profile"));
  std::vector<double> chances(means.size(), 0);
  for (int draw = 0; draw < kDraws; ++draw) {
    std::size_t best = 0;
    double highest = -kNoLimit;
    for (std::size_t i = 0; i < means.size(); ++i) {
      const double score = means[i] + deviations[i] * normal_quantile(rng.uniform() * (1 - 1e-12) + 5e-13);
      if (score <= highest) continue;
      highest = score;
      best = i;
    }
    chances[best] += 1.0 / kDraws;
  }
  return chances;
}

/// The smallest value whose summed weights reach `share`.
double weighted_quantile(std::vector<std::pair<double, double>> values, double share) {
  std::ranges::sort(values);
  double sum = 0;
  for (const auto& [value, weight] : values) {
    sum += weight;
    if (sum >= share) return value;
  }
  return values.back().first;
}

/// Evaluations that have not failed, and what is believed of the score at each: by the optimizer, or the score itself
/// where it tells nothing.
struct Beliefs {
  std::vector<const TunedEvaluation*> evaluations;
  std::vector<double> means;
  std::vector<double> deviations;
};

Beliefs beliefs(const TuneReport& report) {
  Beliefs found;
  std::size_t point = 0;  // of those that were predicted
  for (const TunedEvaluation& evaluation : report.evaluations) {
    if (!evaluation.point) continue;
    const std::size_t i = point++;
    if (evaluation.result.status == EvaluationStatus::failed) continue;
    const std::optional<Predictions>& told = report.at_evaluations;
    found.evaluations.push_back(&evaluation);
    found.means.push_back(told ? told->means[i] : evaluation.result.mean);
    found.deviations.push_back(told ? told->standard_errors[i] : evaluation.result.standard_error);
  }
  return found;
}

plot::Series uncertain_profile(const TuningConfig& tuning, const TuneReport& report, const Game& game,
                               const std::vector<double>& visits, const WeightProfile& recommended) {
  const Beliefs known = beliefs(report);
  const std::vector<double> chances = chances_to_be_best(known.means, known.deviations, tuning.seed);
  std::vector<std::pair<WeightProfile, double>> profiles;
  for (std::size_t i = 0; i < chances.size(); ++i)
    if (chances[i] > 0)
      profiles.emplace_back(weight_profile(candidate_at(tuning, *known.evaluations[i]->point), game).value(),
                            chances[i]);
  plot::Series series{.name = "recommended; 10 to 90 % of who may be best", .style = plot::Style::line};
  for (const double n : visits) {
    std::vector<std::pair<double, double>> values;
    for (const auto& [profile, chance] : profiles) values.emplace_back(profile.weight(n), chance);
    const double f = recommended.weight(n);
    plot::Point point{.x = n, .y = f, .interval = {}};
    point.interval = Interval{std::min(f, weighted_quantile(values, 0.1)), std::max(f, weighted_quantile(values, 0.9))};
    series.points.push_back(point);
  }
  return series;
}

plot::Panel slice_panel(const TuningConfig& tuning, const TuneReport& report, const Coordinate& coordinate,
                        std::size_t index) {
  const TunedParameter& parameter = tuning.parameters[coordinate.parameter];
  plot::Panel panel;
  panel.title = coordinate.name;
  panel.x = {.label = coordinate.name,
             .scale = parameter.scale == Scale::log ? plot::AxisScale::log : plot::AxisScale::linear,
             .low = parameter.low,
             .high = parameter.high};
  panel.y.label = "score of the candidate (%)";
  plot::Series belief{.name = "posterior through the recommended point", .style = plot::Style::line};
  const std::vector<double> values = slice_values(parameter);
  for (std::size_t i = 0; report.at_slices && i < values.size(); ++i) {
    const std::size_t at = index * kSlicePoints + i;
    const double mean = report.at_slices->means[at];
    belief.points.push_back(
        {values[i], kPercent * mean, deviation_around(mean, report.at_slices->standard_errors[at])});
  }
  plot::Series evaluated{.name = "evaluations", .style = plot::Style::points};
  for (const TunedEvaluation& evaluation : report.evaluations)
    if (evaluation.point && has_score(evaluation))
      evaluated.points.push_back(
          {(*evaluation.point)[coordinate.parameter][coordinate.element], kPercent * evaluation.result.mean, {}});
  if (report.at_slices) panel.series.push_back(std::move(belief));
  panel.series.push_back(std::move(evaluated));
  if (report.is_complete)
    panel.guides = {{.across = plot::Guide::Across::vertical,
                     .at = report.recommended[coordinate.parameter][coordinate.element],
                     .name = "recommended"}};
  return panel;
}

}  // namespace

plot::Figure convergence_figure(const TuningConfig& tuning, const TuneReport& report) {
  plot::Series scores{.name = "evaluations", .style = plot::Style::points};
  plot::Series best{.name = "best observed", .style = plot::Style::steps};
  plot::Series incumbent{
      .name = report.at_evaluations ? "posterior mean of the incumbent" : "the incumbent as the optimizer has it",
      .style = plot::Style::line};
  double highest = 0;
  for (std::size_t i = 0; i < report.evaluations.size(); ++i) {
    const TunedEvaluation& evaluation = report.evaluations[i];
    const auto x = static_cast<double>(evaluation.id);
    if (has_score(evaluation)) {
      highest = std::max(highest, kPercent * evaluation.result.mean);
      scores.points.push_back({x, kPercent * evaluation.result.mean, in_percent(evaluation.result.ci95())});
      best.points.push_back({x, highest, {}});
    }
    if (i >= report.incumbents.size()) continue;
    if (const std::optional<Recommendation>& known = report.incumbents[i])
      incumbent.points.push_back({x, kPercent * known->mean, deviation_around(known->mean, known->standard_error)});
  }
  const plot::Series test{.name = "fresh test",
                          .style = plot::Style::points,
                          .points = {{static_cast<double>(report.evaluations.size() + 1), kPercent * report.test.mean,
                                      in_percent(report.test.ci95())}}};
  plot::Panel panel;
  panel.x.label = "evaluation";
  panel.y.label = "score of the candidate (%)";
  panel.series = {std::move(scores), std::move(best)};
  if (report.is_live) panel.series.push_back(std::move(incumbent));
  if (report.is_complete) panel.series.push_back(test);
  panel.guides = {{.across = plot::Guide::Across::horizontal, .at = kPercent / 2, .name = "even"}};
  return {.title = tuning.name + ": convergence", .note = note_of(tuning, report), .panels = {std::move(panel)}};
}

plot::Figure slices_figure(const TuningConfig& tuning, const TuneReport& report) {
  plot::Figure figure;
  figure.title = tuning.name + ": the score along each parameter";
  figure.note = report.at_slices
                    ? "each line changes one parameter of the recommended point; bands are one posterior deviation"
                : report.is_live ? "the optimizer gives no posterior: evaluations alone"
                                 : "the evaluations alone";
  figure.columns = 3;
  figure.panel_width = 300;
  figure.panel_height = 220;
  const std::vector<Coordinate> coordinates = coordinates_of(tuning);
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    figure.panels.push_back(slice_panel(tuning, report, coordinates[i], i));
  return figure;
}

std::optional<plot::Figure> profile_figure(const TuningConfig& tuning, const TuneReport& report) {
  const std::unique_ptr<Game> game = make_game(draw_game(tuning.game, tuning.seed));
  const std::optional<WeightProfile> starting = weight_profile(tuning.candidate, *game);
  if (!starting || report.recommended.empty()) return std::nullopt;
  const WeightProfile recommended = weight_profile(candidate_at(tuning, report.recommended), *game).value();
  const std::vector<double> visits = visits_up_to(recommended.span);
  plot::Series start{.name = "starting values", .style = plot::Style::line};
  for (const double n : visits) start.points.push_back({n, starting->weight(n), {}});
  plot::Panel panel;
  panel.x = {.label = "visits n", .scale = plot::AxisScale::log};
  panel.y = {.label = recommended.label, .scale = plot::AxisScale::log};
  panel.series = {uncertain_profile(tuning, report, *game, visits, recommended), std::move(start)};
  return plot::Figure{.title = tuning.name + ": f against visits",
                      .note = fmt::format("{} evaluations of {} games", report.evaluations.size(), tuning.games),
                      .panels = {std::move(panel)}};
}

}  // namespace rootward::tuning
