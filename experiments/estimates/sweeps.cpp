// Finding what is varied, and drawing along it.
#include "experiments/estimates/sweeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "core/math.h"

namespace rootward::estimates {
namespace {

struct Variant {
  std::string name;
  NamedParams id;
};

std::optional<double> number_of(const ParamValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

std::optional<SweptParameter> swept(const std::vector<Variant>& variants) {
  if (variants.size() < 2) return std::nullopt;
  std::set<std::string> varied;
  for (const Variant& variant : variants) {
    if (variant.id.name != variants[0].id.name) return std::nullopt;
    for (const auto& [key, value] : variant.id.params.values()) {
      if (value != variants[0].id.params.value(key)) varied.insert(key);
    }
    for (const auto& [key, value] : variants[0].id.params.values())
      if (value != variant.id.params.value(key)) varied.insert(key);
  }
  if (varied.size() != 1) return std::nullopt;
  SweptParameter parameter{.key = *varied.begin(), .values = {}};
  for (const Variant& variant : variants) {
    const std::optional<double> number = number_of(variant.id.params.value(parameter.key));
    if (!number) return std::nullopt;
    parameter.values[variant.name] = *number;
  }
  return parameter;
}

plot::Panel panel_of(const std::string& key, Measure measure) {
  const MeasureFacts& facts = facts_of(measure);
  plot::Panel panel;
  panel.title = std::string(facts.title);
  panel.x.label = key;
  panel.y.label = std::string(facts.axis);
  if (facts.is_share) {
    panel.y.low = 0;
    panel.y.high = 1;
  }
  return panel;
}

/// One line per group, points in the order of the parameter.
void add_lines(plot::Panel& panel, const std::vector<Curve>& curves, const SweptParameter& parameter, Measure measure,
               std::string Curve::*group, std::string Curve::*variant) {
  std::vector<std::string> names;
  for (const Curve& curve : curves) {
    if (std::ranges::find(names, curve.*group) == names.end()) names.push_back(curve.*group);
  }
  for (const std::string& name : names) {
    plot::Series series{.name = name, .style = plot::Style::marked_line};
    for (const Curve& curve : curves) {
      const auto at = parameter.values.find(curve.*variant);
      if (curve.*group != name || at == parameter.values.end() || !curve.of(measure).back()) continue;
      const Estimate& estimate = *curve.of(measure).back();
      series.points.push_back({.x = at->second, .y = estimate.mean, .interval = estimate.interval});
    }
    std::ranges::sort(series.points, {}, &plot::Point::x);
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  }
}

constexpr std::array<double, 4> kTrapEdges = {0, 0.25, 0.5, 1};

double share_of_traps(const TruthRecord& truth) {
  return static_cast<double>(truth.traps) / static_cast<double>(truth.root_moves.size());
}

}  // namespace

std::optional<SweptParameter> swept_by_games(const EstimatesConfig& config) {
  std::vector<Variant> variants;
  for (const EstimatedGame& game : config.games) variants.push_back({game.name, game.id});
  return swept(variants);
}

std::optional<SweptParameter> swept_by_arms(const EstimatesConfig& config) {
  std::vector<Variant> variants;
  for (const Arm& arm : config.arms) {
    SearchSettings same = arm.search;
    same.backup = config.arms[0].search.backup;
    if (same != config.arms[0].search || arm.operators.size() != 1) return std::nullopt;
    variants.push_back({arm.name, arm.search.backup});
  }
  return swept(variants);
}

plot::Panel sweep_over_games(const std::vector<Curve>& curves, const SweptParameter& games, Measure measure) {
  plot::Panel panel = panel_of(games.key, measure);
  add_lines(panel, curves, games, measure, &Curve::name, &Curve::game);
  return panel;
}

plot::Panel sweep_over_arms(const std::vector<Curve>& curves, const SweptParameter& arms, Measure measure) {
  plot::Panel panel = panel_of(arms.key, measure);
  add_lines(panel, curves, arms, measure, &Curve::game, &Curve::name);
  return panel;
}

double auer_bound(const std::vector<double>& gaps, double n) {
  constexpr double kPi = 3.14159265358979323846;
  double bound = 0;
  for (const double gap : gaps) {
    if (gap > 0) bound += 8 * log_exact(n) / gap + (1 + kPi * kPi / 3) * gap;
  }
  return bound;
}

std::optional<TrapDensity> trap_density(const StoredEstimates& study, const std::string& game) {
  if (study.config.trap_plies == 0) return std::nullopt;
  TrapDensity density;
  double positions = 0;
  for (const auto& [id, truth] : study.truths) {
    if (truth.game != game) continue;
    density.moves += share_of_traps(truth);
    density.positions += truth.traps > 0 ? 1 : 0;
    ++positions;
  }
  if (positions == 0) return std::nullopt;
  return TrapDensity{density.moves / positions, density.positions / positions};
}

std::vector<TrapBin> trap_bins(const StoredEstimates& study, const std::string& game, const std::string& curve,
                               std::size_t checkpoint) {
  std::array<TrapBin, kTrapEdges.size()> bins;
  for (const auto& [id, search] : study.searches) {
    if (search.game != game) continue;
    const auto truth = study.truths.find(truth_id(game, search.instance));
    if (truth == study.truths.end()) continue;
    const double share = share_of_traps(truth->second);
    const auto bin = static_cast<std::size_t>(std::ranges::lower_bound(kTrapEdges, share) - kTrapEdges.begin());
    for (std::size_t op = 0; op < search.curves.size(); ++op) {
      if (curve_name(study.config, search.arm, op) != curve) continue;
      ++bins[bin].searches;
      bins[bin].share += share;
      if (search.curves[op].regrets[checkpoint] > 0) ++bins[bin].failures;
    }
  }
  std::vector<TrapBin> filled;
  for (TrapBin& bin : bins) {
    if (bin.searches == 0) continue;
    bin.share /= static_cast<double>(bin.searches);
    filled.push_back(bin);
  }
  return filled;
}

plot::Panel trap_panel(const StoredEstimates& study, const std::vector<Curve>& curves, const std::string& game,
                       std::size_t checkpoint) {
  plot::Panel panel = panel_of("share of moves that are traps", Measure::failure);
  panel.title = fmt::format("{} after {} simulations", game, study.config.checkpoints[checkpoint]);
  for (const Curve& curve : curves) {
    if (curve.game != game) continue;
    plot::Series series{.name = curve.name, .style = plot::Style::marked_line};
    for (const TrapBin& bin : trap_bins(study, game, curve.name, checkpoint)) {
      const auto n = static_cast<double>(bin.searches);
      const double rate = static_cast<double>(bin.failures) / n;
      series.points.push_back({.x = bin.share, .y = rate, .interval = wilson_interval(rate, n)});
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

Grid trap_grid(const StoredEstimates& study, const std::vector<Curve>& curves, const std::string& game,
               std::size_t checkpoint) {
  Grid grid;
  grid.title = fmt::format("{}: failure rate after {} simulations by the share of moves that are traps (searches)",
                           game, study.config.checkpoints[checkpoint]);
  grid.columns = {{"curve", false}};
  for (const Curve& curve : curves) {
    if (curve.game != game) continue;
    const std::vector<TrapBin> bins = trap_bins(study, game, curve.name, checkpoint);
    if (grid.columns.size() == 1) {
      for (const TrapBin& bin : bins) grid.columns.push_back({fmt::format("{:.2f} ({})", bin.share, bin.searches)});
    }
    std::vector<std::string> row = {curve.name};
    for (const TrapBin& bin : bins)
      row.push_back(fmt::format("{:.3f}", static_cast<double>(bin.failures) / static_cast<double>(bin.searches)));
    row.resize(grid.columns.size(), "-");
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

}  // namespace rootward::estimates
