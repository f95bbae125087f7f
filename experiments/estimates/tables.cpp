// A study's numbers as grids, CSV and JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "core/escape.h"
#include "core/json.h"
#include "experiments/estimates/cards.h"
#include "experiments/estimates/facts.h"
#include "experiments/estimates/features.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/sweeps.h"
#include "lab/report/number_text.h"

namespace rootward::estimates {
namespace {

/// Three significant digits.
std::string number_text(double value) {
  if (value == 0) return "0";
  return std::fabs(value) >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

/// "12.5 [8.1, 19.0]" in percent, "0.0798 +- 0.0005" for numbers.
std::string estimate_text(const std::optional<Estimate>& estimate, bool is_share) {
  if (!estimate) return "-";
  const Interval& interval = estimate->interval;
  if (is_share)
    return fmt::format("{:.1f} [{:.1f}, {:.1f}]", 100 * estimate->mean, 100 * interval.low, 100 * interval.high);
  return fmt::format("{} +- {}", number_text(estimate->mean), number_text(0.5 * (interval.high - interval.low)));
}

Grid last_grid(const StoredEstimates& study, const std::string& game, const std::vector<Curve>& curves) {
  Grid grid;
  grid.title = fmt::format("{} after {} simulations", game, study.config.checkpoints.back());
  grid.columns = {{"curve", false}, {"searches", true}};
  const auto is_shown = [&](Measure measure) { return !facts_of(measure).is_optional || is_known(curves, measure); };
  for (const Measure measure : kMeasures) {
    if (is_shown(measure)) grid.columns.push_back({std::string(facts_of(measure).column), true});
  }
  for (const Curve& curve : curves) {
    if (curve.game != game) continue;
    std::vector<std::string> row = {curve.name, fmt::format("{}", curve.searches)};
    for (const Measure measure : kMeasures) {
      if (is_shown(measure)) row.push_back(estimate_text(curve.of(measure).back(), facts_of(measure).is_share));
    }
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

/// At most so many columns of checkpoints, the last among them.
std::vector<std::size_t> shown_checkpoints(std::size_t count) {
  constexpr std::size_t kMost = 8;
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < std::min(count, kMost); ++i)
    shown.push_back(count <= kMost ? i : (i * (count - 1) + (kMost - 1) / 2) / (kMost - 1));
  return shown;
}

Grid failure_grid(const StoredEstimates& study, const std::string& game, const std::vector<Curve>& curves) {
  const std::vector<std::size_t> shown = shown_checkpoints(study.config.checkpoints.size());
  Grid grid;
  grid.title = fmt::format("{}: failure rate by simulations (%)", game);
  grid.columns = {{"curve", false}};
  for (const std::size_t i : shown) grid.columns.push_back({fmt::format("{}", study.config.checkpoints[i]), true});
  for (const Curve& curve : curves) {
    if (curve.game != game) continue;
    std::vector<std::string> row = {curve.name};
    for (const std::size_t i : shown) row.push_back(estimate_text(curve.of(Measure::failure)[i], true));
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

/// "-7.7 [-11.6, -3.8]" in points of percent, "+0.0518 +- 0.0089" for numbers.
std::string difference_text(const std::optional<Estimate>& estimate, bool is_share) {
  if (!estimate) return "-";
  const Interval& interval = estimate->interval;
  if (is_share)
    return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", 100 * estimate->mean, 100 * interval.low, 100 * interval.high);
  return (estimate->mean > 0 ? "+" : "") + estimate_text(estimate, false);
}

/// A shadow study's grids, a judged measure each.
std::vector<Grid> difference_grids(const StoredEstimates& study, const std::string& game,
                                   const std::vector<Curve>& curves) {
  const std::vector<std::size_t> shown = shown_checkpoints(study.config.checkpoints.size());
  std::vector<Grid> grids;
  if (!study.config.is_shadow) return grids;
  for (const Measure measure : kJudgedMeasures) {
    if (!is_known(curves, measure)) continue;
    const MeasureFacts& facts = facts_of(measure);
    Grid grid;
    grid.title = fmt::format("{}: {} less the driver's, by simulations{}", game, facts.title,
                             facts.is_share ? " (points of percent)" : "");
    grid.columns = {{"curve", false}};
    for (const std::size_t i : shown) grid.columns.push_back({fmt::format("{}", study.config.checkpoints[i]), true});
    for (const Curve& curve : curves) {
      if (curve.game != game || curve.difference_of(measure).empty()) continue;
      std::vector<std::string> row = {curve.name};
      for (const std::size_t i : shown) row.push_back(difference_text(curve.difference_of(measure)[i], facts.is_share));
      grid.rows.push_back(std::move(row));
    }
    if (!grid.rows.empty()) grids.push_back(std::move(grid));
  }
  return grids;
}

/// The measures of a search that smaller or larger numbers make better; what the root's visits do is no end in itself.
constexpr std::array kComparedMeasures = {Measure::error,         Measure::limit_error, Measure::failure,
                                          Measure::first_held,    Measure::regret,      Measure::cumulative_regret,
                                          Measure::episode_return};

/// All comparisons on one game; nothing where there is none.
std::optional<Grid> comparison_grid(const StoredEstimates& study, const std::string& game,
                                    const std::vector<Comparison>& comparisons) {
  Grid grid;
  grid.title =
      fmt::format("{}: differences on the same instances after {} simulations (failure{} in points of percent)", game,
                  study.config.checkpoints.back(), study.config.refuted > 0 ? " and first held" : "");
  grid.columns = {{"variants", false}, {"searches", true}};
  std::vector<Measure> shown;
  for (const Measure measure : kComparedMeasures) {
    const auto knows = [measure](const Comparison& one) { return one.of(measure).has_value(); };
    if (std::ranges::any_of(comparisons, knows)) shown.push_back(measure);
  }
  for (const Measure measure : shown) {
    grid.columns.push_back({std::string(facts_of(measure).column), true});
    grid.columns.push_back({"p", true});
  }
  for (const Comparison& one : comparisons) {
    if (one.game != game) continue;
    std::vector<std::string> row = {fmt::format("{} less {}", one.first, one.second), fmt::format("{}", one.searches)};
    for (const Measure measure : shown) {
      const std::optional<Difference>& difference = one.of(measure);
      const std::optional<Estimate> estimate = difference ? std::optional(difference->estimate) : std::nullopt;
      row.push_back(difference_text(estimate, facts_of(measure).is_share));
      row.push_back(difference ? p_text(difference->corrected) : "-");
    }
    grid.rows.push_back(std::move(row));
  }
  return grid.rows.empty() ? std::nullopt : std::optional(std::move(grid));
}

Json estimate_json(const std::optional<Estimate>& estimate) {
  if (!estimate) return nullptr;
  return {{"mean", estimate->mean}, {"ci95", {estimate->interval.low, estimate->interval.high}}};
}

Json curve_json(const Curve& curve) {
  Json row = {
      {"game", curve.game}, {"curve", curve.name}, {"searches", curve.searches}, {"instances", curve.instances}};
  for (const Measure measure : kMeasures) {
    Json points = Json::array();
    for (const std::optional<Estimate>& estimate : curve.of(measure)) points.push_back(estimate_json(estimate));
    row[std::string(facts_of(measure).key)] = std::move(points);
  }
  for (const Measure measure : kJudgedMeasures)
    for (const std::optional<Estimate>& estimate : curve.difference_of(measure))
      row["less_drivers"][std::string(facts_of(measure).key)].push_back(estimate_json(estimate));
  return row;
}

Json comparison_json(const Comparison& one) {
  Json row = {{"game", one.game}, {"first", one.first}, {"second", one.second}, {"searches", one.searches}};
  for (const Measure measure : kComparedMeasures) {
    const std::optional<Difference>& difference = one.of(measure);
    if (!difference) continue;
    Json& cell = row[std::string(facts_of(measure).key)];
    cell = estimate_json(difference->estimate);
    cell["p"] = difference->p;
    cell["p_holm"] = difference->corrected;
  }
  return row;
}

Json features_json(const FeatureRow& features) {
  Json row = {{"game", features.game},
              {"evaluator", features.evaluator},
              {"simulations", features.simulations},
              {"positions", features.positions}};
  for (const Feature feature : kFeatures) {
    const std::optional<double>& value = features.of(feature);
    row[std::string(facts_of(feature).key)] = value ? Json(*value) : Json(nullptr);
  }
  return row;
}

std::string study_json(const StoredEstimates& study) {
  Json json = {{"schema", "rootward.study/1"},
               {"name", study.config.name},
               {"question", study.config.question},
               {"searches", study.searches.size()},
               {"checkpoints", study.config.checkpoints}};
  json["curves"] = Json::array();
  for (const Curve& curve : make_curves(study)) json["curves"].push_back(curve_json(curve));
  for (const Comparison& one : make_comparisons(study)) json["comparisons"].push_back(comparison_json(one));
  for (const Card& card : make_cards(study)) {
    Json row = {{"game", card.game}, {"evaluator", card.name}, {"plies", card.plies}, {"positions", card.positions}};
    for (const CardMeasure measure : kCardMeasures)
      row[std::string(facts_of(measure).key)] = estimate_json(card.of(measure));
    json["cards"].push_back(std::move(row));
  }
  for (const FeatureRow& features : make_features(study)) json["features"].push_back(features_json(features));
  return dump_json(json, 2) + "\n";
}

}  // namespace

std::vector<Grid> estimates_grids(const StoredEstimates& study) {
  const std::vector<Curve> curves = make_curves(study);
  const std::vector<Comparison> comparisons = make_comparisons(study);
  std::vector<Grid> grids = card_grids(study);
  if (study.config.feature_nodes > 0) grids.push_back(feature_grid(make_features(study)));
  for (const EstimatedGame& game : study.config.games) {
    grids.push_back(last_grid(study, game.name, curves));
    grids.push_back(failure_grid(study, game.name, curves));
    std::ranges::move(difference_grids(study, game.name, curves), std::back_inserter(grids));
    if (std::optional<Grid> grid = comparison_grid(study, game.name, comparisons)) grids.push_back(std::move(*grid));
    if (study.config.trap_plies > 0)
      grids.push_back(trap_grid(study, curves, game.name, (study.config.checkpoints.size() - 1) / 2));
  }
  return grids;
}

std::string estimates_csv(const StoredEstimates& study) {
  // Studies of searches alone have no column of plies.
  const bool has_cards = study.config.asks_evaluators;
  const char* plies = has_cards ? "," : "";
  std::string text =
      fmt::format("game,curve,simulations,measure,mean,low,high,searches,instances{}\n", has_cards ? ",plies" : "");
  for (const Curve& curve : make_curves(study)) {
    const auto add = [&](const std::string& measure, const std::vector<std::optional<Estimate>>& estimates) {
      for (std::size_t i = 0; i < estimates.size(); ++i) {
        if (const std::optional<Estimate>& estimate = estimates[i])
          text += fmt::format("{},{},{},{},{},{},{},{},{}{}\n", csv_cell(curve.game), csv_cell(curve.name),
                              curve.simulations[i], measure, estimate->mean, estimate->interval.low,
                              estimate->interval.high, curve.searches, curve.instances, plies);
      }
    };
    for (const Measure measure : kMeasures) add(std::string(facts_of(measure).key), curve.of(measure));
    for (const Measure measure : kJudgedMeasures)
      add(fmt::format("{}_less_drivers", facts_of(measure).key), curve.difference_of(measure));
  }
  for (const Card& card : make_cards(study)) {
    for (const CardMeasure measure : kCardMeasures) {
      if (const std::optional<Estimate>& estimate = card.of(measure))
        text +=
            fmt::format("{},{},,{},{},{},{},,{},{}\n", csv_cell(card.game), csv_cell(card.name), facts_of(measure).key,
                        estimate->mean, estimate->interval.low, estimate->interval.high, card.positions, card.plies);
    }
  }
  for (const FeatureRow& row : make_features(study)) {
    for (const Feature feature : kFeatures) {
      if (const std::optional<double>& value = row.of(feature))
        text += fmt::format("{},{},{},feature_{},{},,,,{}{}\n", csv_cell(row.game), csv_cell(row.evaluator),
                            row.simulations, facts_of(feature).key, *value, row.positions, has_cards ? ",all" : "");
    }
  }
  return text;
}

std::string render_estimates(const StoredEstimates& study, TableFormat format) {
  if (format == TableFormat::csv) return estimates_csv(study);
  if (format == TableFormat::json) return study_json(study);
  std::string text;
  if (format == TableFormat::text) text = study.config.name + "\n\n" + facts_text(estimates_facts(study));
  if (format == TableFormat::md) text = "# " + study.config.name + "\n\n" + facts_markdown(estimates_facts(study));
  std::size_t number = 0;  // of LaTeX's labels
  for (const Grid& grid : estimates_grids(study)) {
    if (format == TableFormat::latex)
      text += (text.empty() ? "" : "\n") + grid_latex(grid, fmt::format("{}-{}", study.config.name, ++number));
    else
      text += "\n" + (format == TableFormat::md ? grid_markdown(grid) : grid_text(grid));
  }
  if (format == TableFormat::latex) return text;
  text += "\n" + fmt::format("{}\n", fmt::join(estimates_legend(study), "\n"));
  if (study.config.asks_evaluators) text += fmt::format("{}\n", fmt::join(card_legend(), "\n"));
  if (study.config.feature_nodes > 0) text += fmt::format("{}\n", fmt::join(feature_legend(), "\n"));
  return text;
}

}  // namespace rootward::estimates
