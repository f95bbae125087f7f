// The paper's cells beside ours, the weight profiles, the feedback policies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "core/statistics/elo.h"
#include "core/statistics/normal.h"
#include "experiments/comparison/names.h"
#include "experiments/comparison/pages.h"
#include "lab/play/weight_profile.h"

namespace rootward::comparison {
namespace {

using plot::Panel;
using plot::Series;

constexpr plot::Guide::Across kUpright = plot::Guide::Across::vertical;
constexpr double kRowHeight = 30;
constexpr double kAxisStep = 5;  // the score axis ends on its multiples
constexpr double kApart = 0.16;  // of a row, each side of its middle

Interval percent_within(const Interval& ends) {
  return {100 * std::max(0.0, ends.low), 100 * std::min(1.0, ends.high)};
}

Interval published_interval(const PublishedCell& cell) {
  const double half = kZ95 * cell.standard_error();
  return {cell.value - half, cell.value + half};
}

/// Two bars a row: the paper's above, ours below.
Panel forest_panel(const Comparison& comparison, const std::string& title, const std::vector<const CellRow*>& rows,
                   bool names_opponents) {
  Panel panel;
  panel.title = title;
  panel.x = {.label = "score (%)"};
  panel.guides.push_back({.across = kUpright, .at = 50, .name = "even"});
  panel.bands.push_back({.across = kUpright,
                         .between = {100 * score_of_elo(-kEquivalenceElo), 100 * score_of_elo(kEquivalenceElo)},
                         .name = fmt::format("within ±{:.0f} Elo", kEquivalenceElo)});
  Series theirs{.name = "paper", .style = plot::Style::points, .points = {}};
  Series ours{.name = "ours", .style = plot::Style::points, .points = {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CellRow& row = *rows[i];
    panel.rows.push_back(names_opponents ? fmt::format("{} v {}", row.by.method, row.by.opponent)
                                         : title_of(comparison.published, row.by.method));
    const auto middle = static_cast<double>(rows.size() - i);
    if (row.published.sign == 0)
      theirs.points.push_back({.x = 100 * row.published.value,
                               .y = middle + kApart,
                               .interval = percent_within(published_interval(row.published))});
    if (row.played)
      ours.points.push_back({.x = 100 * row.played->ours.estimate.score,
                             .y = middle - kApart,
                             .interval = percent_within(row.played->ours.ci95)});
  }
  panel.series = {std::move(theirs), std::move(ours)};
  return panel;
}

/// The ends of a panel's data along x.
Interval reach_of(const Panel& panel) {
  Interval reach{50, 50};
  for (const Series& series : panel.series)
    for (const plot::Point& point : series.points) {
      reach.low = std::min(reach.low, point.interval->low);
      reach.high = std::max(reach.high, point.interval->high);
    }
  return reach;
}

/// One axis for all panels, so that they can be compared.
void share_axis(plot::Figure& figure) {
  Interval reach{50, 50};
  for (const Panel& panel : figure.panels) {
    const Interval one = reach_of(panel);
    reach = {std::min(reach.low, one.low), std::max(reach.high, one.high)};
  }
  for (Panel& panel : figure.panels) {
    panel.x.low = std::max(0.0, kAxisStep * std::floor((reach.low - 0.5) / kAxisStep));
    panel.x.high = std::min(100.0, kAxisStep * std::ceil((reach.high + 0.5) / kAxisStep));
  }
}

/// A player's curve, 0 to the span.
Series curve_of(const std::string& name, const WeightProfile& profile) {
  constexpr int kPoints = 100;
  Series series{.name = name, .style = plot::Style::line, .points = {}};
  for (int i = 0; i <= kPoints; ++i) {
    const double visits = profile.span * i / kPoints;
    series.points.push_back({.x = visits, .y = profile.weight(visits), .interval = {}});
  }
  return series;
}

using ProfileOf = std::function<std::optional<WeightProfile>(const PlayerSpec&, const Game&)>;

/// Curves of a kind by their axis' label, a panel each; a player who is in several runs once.
std::vector<Panel> curve_panels(const Comparison& comparison, const std::string& place, const ProfileOf& profile_of) {
  std::vector<Panel> panels;
  if (comparison.published.is_of_runs()) return panels;
  for (const PlayedRun& run : comparison.runs) {
    const std::unique_ptr<Game> game = make_game(run.game);
    const std::string board = place_name(comparison.published, fmt::format("{}", run.game.params.integer("size")));
    for (const PlayerSpec& player : run.players) {
      const std::optional<WeightProfile> profile = profile_of(player, *game);
      if (!profile || comparison.published.find(player.name) == nullptr) continue;
      const std::string title = board + ", " + player.search.backup.name;
      auto panel = std::ranges::find(panels, title, &Panel::title);
      if (panel == panels.end()) {
        panels.push_back({.title = title, .x = {.label = place}, .y = {.label = profile->label}});
        panel = std::prev(panels.end());
      }
      const bool is_new = std::ranges::find(panel->series, player.name, &Series::name) == panel->series.end();
      if (is_new) panel->series.push_back(curve_of(player.name, *profile));
    }
  }
  return panels;
}

plot::Figure figure_of_curves(std::string title, std::string note, std::vector<Panel> panels) {
  plot::Figure figure;
  figure.title = std::move(title);
  figure.note = std::move(note);
  figure.columns = std::min<std::size_t>(2, std::max<std::size_t>(1, panels.size()));
  figure.panel_width = 400;
  figure.panel_height = 280;
  figure.panels = std::move(panels);
  return figure;
}

}  // namespace

plot::Figure forest_figure(const Comparison& comparison) {
  plot::Figure figure;
  const Published& published = comparison.published;
  for (std::size_t i = 0; i < published.tables.size(); ++i) {
    const PublishedTable& table = published.tables[i];
    for (const std::string& place : table.places) {
      std::vector<const CellRow*> rows;
      for (const CellRow& row : comparison.rows)
        if (row.published.table == i && row.published.by.place == place && row.published.measure.empty())
          rows.push_back(&row);
      if (std::ranges::any_of(rows, [](const CellRow* row) { return row->played.has_value(); }))
        figure.panels.push_back(forest_panel(
            comparison, fmt::format("{}, {}", table.title, place_name(published, place)), rows, table.has_opponents));
    }
  }
  share_axis(figure);
  std::size_t most = 1;
  for (const Panel& panel : figure.panels) most = std::max(most, panel.rows.size());
  figure.title = published.source + ", and ours";
  figure.note = "score of the first named; bars: 95 % intervals, not corrected for the number of cells";
  figure.columns = figure.panels.size() > 1 ? 2 : 1;
  figure.panel_height = kRowHeight * static_cast<double>(most + 1);
  figure.panel_width = 420;
  return figure;
}

plot::Figure profile_figure(const Comparison& comparison) {
  return figure_of_curves("Weight profiles: f against visits", "the vectors g that were played; ours",
                          curve_panels(comparison, "visits n of the node", weight_profile));
}

plot::Figure feedback_figure(const Comparison& comparison) {
  return figure_of_curves("The two feedback policies", "shapes are ours: the published formulas could not be had",
                          curve_panels(comparison, "place n of the simulation in the search", feedback_profile));
}

}  // namespace rootward::comparison
