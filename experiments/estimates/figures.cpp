// A study's curves as figures.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/file_io.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/sweeps.h"

namespace rootward::estimates {
namespace {

std::string note_of(const StoredEstimates& study) {
  const EstimatesConfig& config = study.config;
  return fmt::format("{} searches: {} instance{} of each game, {} repeat{}; bands: 95 % intervals; seed {}",
                     study.searches.size(), config.instances, config.instances == 1 ? "" : "s", config.repeats,
                     config.repeats == 1 ? "" : "s", config.seed);
}

plot::Axis axis(std::string label, bool is_log) {
  return {.label = std::move(label), .scale = is_log ? plot::AxisScale::log : plot::AxisScale::linear};
}

plot::Series series_of(const Curve& curve, std::string name, Measure measure) {
  plot::Series series{.name = std::move(name), .style = plot::Style::marked_line};
  for (std::size_t i = 0; i < curve.simulations.size(); ++i) {
    const std::optional<Estimate>& estimate = curve.of(measure)[i];
    if (!estimate) continue;
    series.points.push_back(
        {.x = static_cast<double>(curve.simulations[i]), .y = estimate->mean, .interval = estimate->interval});
  }
  return series;
}

bool is_bandit(const EstimatesConfig& config, const std::string& game) {
  const auto found = std::ranges::find(config.games, game, &EstimatedGame::name);
  return found != config.games.end() && found->id.name == "bandit";
}

/// Auer et al.'s bound, the mean over the game's instances, in rewards on [0, 1].
plot::Series bound_of(const StoredEstimates& study, const std::string& game) {
  plot::Series series{.name = "bound of Auer et al. (c = sqrt 2)"};
  for (const std::uint64_t simulations : study.config.checkpoints) {
    double sum = 0;
    double instances = 0;
    for (const auto& [id, truth] : study.truths) {
      if (truth.game != game) continue;
      std::vector<double> gaps;
      for (const Value value : truth.move_values) gaps.push_back(0.5 * (truth.value - value));
      sum += auer_bound(gaps, static_cast<double>(simulations));
      ++instances;
    }
    if (instances > 0) series.points.push_back({.x = static_cast<double>(simulations), .y = sum / instances});
  }
  return series;
}

/// What a panel shows: a game, and of studies that tell several operators under several arms one of these.
struct Subject {
  std::string game;
  std::string arm;  ///< "": all arms in one panel, their curves by their names
  [[nodiscard]] std::string title(const EstimatesConfig& config) const {
    if (arm.empty()) return game;
    return config.games.size() == 1 ? arm : game + ", " + arm;
  }
  /// What a curve or a profile is called in this panel; nothing where it is not of it.
  template <class Curve>
  [[nodiscard]] std::optional<std::string> name_of(const Curve& curve) const {
    if (curve.game != game || (!arm.empty() && curve.arm != arm)) return std::nullopt;
    return arm.empty() ? curve.name : curve.op;
  }
};

std::vector<Subject> subjects_of(const EstimatesConfig& config) {
  std::vector<std::string> arms;
  if (config.is_shadow && config.arms.size() > 1)
    for (const Arm& arm : config.arms) arms.push_back(arm.name);
  if (arms.empty()) arms = {""};
  std::vector<Subject> subjects;
  for (const EstimatedGame& game : config.games)
    for (const std::string& arm : arms) subjects.push_back({game.name, arm});
  return subjects;
}

plot::Figure frame(const StoredEstimates& study, std::string_view title) {
  plot::Figure figure;
  figure.title = fmt::format("{}: {}", study.config.name, title);
  figure.note = note_of(study);
  figure.columns = subjects_of(study.config).size() > 1 ? 2 : 1;
  return figure;
}

plot::Figure measure_figure(const StoredEstimates& study, const std::vector<Curve>& curves, Measure measure) {
  const MeasureFacts& facts = facts_of(measure);
  plot::Figure figure = frame(study, facts.title);
  for (const Subject& subject : subjects_of(study.config)) {
    plot::Panel panel;
    panel.title = subject.title(study.config);
    panel.x = axis("simulations", true);
    panel.y = axis(std::string(facts.axis), facts.is_log);
    if (facts.is_share) {
      panel.y.low = 0;
      panel.y.high = 1;
    }
    for (const Curve& curve : curves) {
      if (std::optional<std::string> name = subject.name_of(curve))
        panel.series.push_back(series_of(curve, std::move(*name), measure));
    }
    if (measure == Measure::cumulative_regret && is_bandit(study.config, subject.game))
      panel.series.push_back(bound_of(study, subject.game));
    if (measure == Measure::bias)
      panel.guides.push_back({.across = plot::Guide::Across::horizontal, .at = 0, .name = "the truth"});
    if (const std::optional<double> nodes = median_alpha_beta(study, subject.game))
      panel.guides.push_back(
          {.across = plot::Guide::Across::vertical, .at = *nodes, .name = "alpha-beta solves it (median)"});
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

/// What a profile's cell is told as, with its standard error.
enum class CellMeasure : std::uint8_t { bias, error, variance, rank };

plot::Point cell_point(const ProfileCell& cell, CellMeasure measure, bool by_visits) {
  const double x = by_visits ? std::ldexp(1.0, static_cast<int>(cell.bin)) : cell.bin;
  const auto n = static_cast<double>(cell.nodes);
  if (measure == CellMeasure::rank) {
    const auto pairs = static_cast<double>(cell.pairs);
    if (pairs == 0) return {.x = x, .y = std::nan("")};
    return {.x = x, .y = cell.discordant / pairs, .interval = wilson_interval(cell.discordant / pairs, pairs)};
  }
  if (n == 0) return {.x = x, .y = std::nan("")};
  const double bias = cell.bias / n;
  const double square = cell.squares / n;
  const double variance = std::fmax(0.0, square - bias * bias);
  if (measure == CellMeasure::error) return {.x = x, .y = std::sqrt(square)};
  if (measure == CellMeasure::variance) return {.x = x, .y = variance};
  const double half = kZ95 * std::sqrt(variance / n);
  return {.x = x, .y = bias, .interval = Interval{bias - half, bias + half}};
}

plot::Panel profile_panel(const StoredEstimates& study, const std::vector<ProfileCurve>& profiles,
                          const Subject& subject, CellMeasure measure, bool by_visits) {
  constexpr std::array<const char*, 4> kLabels = {"mean of V - V*, view of the player to move",
                                                  "root mean square of V - V*", "variance of V - V*",
                                                  "pairs of siblings in wrong order"};
  plot::Panel panel;
  panel.title = subject.title(study.config);
  panel.x = axis(by_visits ? "visits of the node (from)" : "depth below the root (plies)", by_visits);
  panel.y = axis(kLabels[static_cast<std::size_t>(measure)], false);
  if (measure == CellMeasure::bias)
    panel.guides.push_back({.across = plot::Guide::Across::horizontal, .at = 0, .name = "the truth"});
  for (const ProfileCurve& profile : profiles) {
    std::optional<std::string> name = subject.name_of(profile);
    if (!name) continue;
    plot::Series series{.name = std::move(*name), .style = plot::Style::marked_line};
    for (const ProfileCell& cell : by_visits ? profile.by_visits : profile.by_depth)
      series.points.push_back(cell_point(cell, measure, by_visits));
    panel.series.push_back(std::move(series));
  }
  return panel;
}

void add_profiles(const StoredEstimates& study, std::vector<plot::NamedFigure>& figures) {
  const std::vector<ProfileCurve> profiles = make_profiles(study);
  if (profiles.empty()) return;
  struct Kind {
    CellMeasure measure;
    const char* key;
    const char* title;
  };
  constexpr std::array<Kind, 4> kKinds = {{{CellMeasure::bias, "nodes_bias", "bias within the tree"},
                                           {CellMeasure::error, "nodes_error", "error within the tree"},
                                           {CellMeasure::variance, "nodes_variance", "variance within the tree"},
                                           {CellMeasure::rank, "nodes_rank", "wrong order of siblings"}}};
  for (const Kind& kind : kKinds) {
    plot::Figure figure = frame(study, kind.title);
    figure.columns = 2;
    for (const Subject& subject : subjects_of(study.config)) {
      for (const bool by_visits : {true, false})
        figure.panels.push_back(profile_panel(study, profiles, subject, kind.measure, by_visits));
    }
    figures.push_back({kind.key, std::move(figure)});
  }
}

/// Against a parameter that games or arms differ in: the measures that decide.
void add_sweeps(const StoredEstimates& study, const std::vector<Curve>& curves,
                std::vector<plot::NamedFigure>& figures) {
  constexpr std::array<Measure, 4> kShown = {Measure::error, Measure::failure, Measure::regret,
                                             Measure::episode_return};
  const std::optional<SweptParameter> games = swept_by_games(study.config);
  const std::optional<SweptParameter> arms = swept_by_arms(study.config);
  for (const Measure measure : kShown) {
    if (!is_known(curves, measure)) continue;
    const MeasureFacts& facts = facts_of(measure);
    const std::string note = fmt::format("after {} simulations; ", study.config.checkpoints.back());
    for (const auto& [swept, is_games] : {std::pair(&games, true), std::pair(&arms, false)}) {
      if (!*swept) continue;
      const SweptParameter& parameter = **swept;
      plot::Figure figure = frame(study, fmt::format("{} against {}", facts.title, parameter.key));
      figure.note = note + figure.note;
      figure.columns = 1;
      figure.panels.push_back(is_games ? sweep_over_games(curves, parameter, measure)
                                       : sweep_over_arms(curves, parameter, measure));
      figures.push_back({fmt::format("{}_by_{}", facts.key, parameter.key), std::move(figure)});
    }
  }
}

/// Halfway through the study, where searches still fail, and at its end.
void add_traps(const StoredEstimates& study, const std::vector<Curve>& curves,
               std::vector<plot::NamedFigure>& figures) {
  if (study.config.trap_plies == 0) return;
  const std::size_t last = study.config.checkpoints.size() - 1;
  plot::Figure figure =
      frame(study, fmt::format("failure by moves that let the opponent win within {} plies", study.config.trap_plies));
  figure.columns = 2;
  for (const EstimatedGame& game : study.config.games) {
    for (const std::size_t checkpoint : {last / 2, last})
      figure.panels.push_back(trap_panel(study, curves, game.name, checkpoint));
  }
  figures.push_back({"traps", std::move(figure)});
}

}  // namespace

std::vector<plot::NamedFigure> estimates_figures(const StoredEstimates& study) {
  const std::vector<Curve> curves = make_curves(study);
  std::vector<plot::NamedFigure> figures;
  for (const Measure measure : kMeasures) {
    if (is_known(curves, measure) && measure != Measure::episode_return)
      figures.push_back({std::string(facts_of(measure).key), measure_figure(study, curves, measure)});
  }
  add_sweeps(study, curves, figures);
  add_traps(study, curves, figures);
  add_profiles(study, figures);
  return figures;
}

void write_estimates_files(const StoredEstimates& study) {
  write_file_atomically(study.folder + "/table.md", render_estimates(study, TableFormat::md));
  write_file_atomically(study.folder + "/table.csv", estimates_csv(study));
  make_folders(study.folder + "/plots");
  for (const plot::NamedFigure& figure : estimates_figures(study)) {
    write_file_atomically(fmt::format("{}/plots/{}.svg", study.folder, figure.key), plot::figure_svg(figure.figure));
    write_file_atomically(fmt::format("{}/plots/{}.csv", study.folder, figure.key), plot::figure_csv(figure.figure));
  }
}

}  // namespace rootward::estimates
