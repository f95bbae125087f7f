// The heat map, Elo against simulations, predicted against measured.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

#include "core/escape.h"
#include "experiments/atlas/report.h"
#include "experiments/atlas/table_axes.h"
#include "lab/report/plot/svg_text.h"

namespace rootward::atlas {
namespace {

constexpr double kSquareWidth = 74;
constexpr double kSquareHeight = 24;
constexpr double kMargin = 12;
constexpr double kFullColour = 100;  // Elo from which on a colour is as strong as it gets

constexpr std::array<std::string_view, 2> kHeatLegend = {
    "Blue: better, orange: worse, strongest from 100 Elo on.",
    "Hatched: undecided after Holm's correction. Average: A/A, always hatched."};

/// Of the hatching: figures of several budgets stand on one page, where an id is looked up once.
std::string hatch_of(const std::string& budget) { return "hatch-" + budget; }

std::string heat_head(double width, double height, const std::string& budget) {
  return fmt::format(
      R"svg(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" font-family="sans-serif">
<defs><pattern id="{2}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<line x1="0" y1="0" x2="0" y2="6" stroke="#888888" stroke-width="1"/></pattern></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
)svg",
      plot::pixels(width), plot::pixels(height), hatch_of(budget));
}

/// White at 0, blue above, orange below: the two ends of a palette that the colour-blind can tell apart.
std::string colour_of(double elo) {
  const double share = std::clamp(std::fabs(elo) / kFullColour, 0.0, 1.0);
  const std::array<double, 3> full = elo > 0 ? std::array<double, 3>{0, 114, 178} : std::array<double, 3>{213, 94, 0};
  std::array<int, 3> mixed{};
  constexpr double kWhite = 255;
  for (std::size_t i = 0; i < mixed.size(); ++i)
    mixed[i] = static_cast<int>(std::lround(kWhite + share * (full[i] - kWhite)));
  return fmt::format("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]);
}

std::string square_svg(const CellResult& cell, double x, double y) {
  const std::string box = fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", plot::pixels(x), plot::pixels(y),
                                      plot::pixels(kSquareWidth - 2), plot::pixels(kSquareHeight - 2));
  std::string svg = fmt::format("<g {}><rect {} fill=\"{}\"><title>{} in {}: {:+.0f} Elo, {} games</title></rect>\n",
                                filter_marks(cell), box, colour_of(cell.elo), xml_text(cell.op), xml_text(cell.domain),
                                cell.elo, 2 * cell.pairs);
  if (!cell.is_decided()) svg += fmt::format("<rect {} fill=\"url(#{})\"/>\n", box, hatch_of(cell.budget));
  const bool is_dark = std::fabs(cell.elo) > 0.6 * kFullColour;
  return svg +
         plot::svg_text(x + 0.5 * kSquareWidth, y + 0.68 * kSquareHeight, fmt::format("{:+.0f}", cell.elo),
                        {.anchor = "middle", .colour = is_dark ? "#ffffff" : "#222222"}) +
         "</g>\n";
}

template <class Name>
double widest(const std::vector<Name>& names) {
  double width = 0;
  for (const Name& name : names) width = std::max(width, plot::text_width(name, plot::kTickSize));
  return width;
}

plot::Series points_of(const std::vector<ForetoldRow>& rows, const std::string& name) {
  plot::Series series{.name = name, .style = plot::Style::points};
  for (const ForetoldRow& row : rows) series.points.push_back({.x = row.elo[0], .y = row.row.elo});
  return series;
}

/// Where points lie that were foretold without error.
plot::Series as_foretold(const std::vector<plot::Series>& all) {
  double low = 0;
  double high = 0;
  for (const plot::Series& series : all) {
    for (const plot::Point& point : series.points) {
      low = std::min(low, point.x);
      high = std::max(high, point.x);
    }
  }
  return {.name = "as foretold", .style = plot::Style::line, .points = {{.x = low, .y = low}, {.x = high, .y = high}}};
}

bool is_on_a_curve(const CellResult& cell) { return !cell.is_control && cell.is_at_equal_simulations(); }

std::set<std::string> families_of(const AtlasResults& results) {
  std::set<std::string> families;
  for (const CellResult& cell : results.cells)
    if (is_on_a_curve(cell)) families.insert(cell.family);
  return families;
}

/// In the atlas's order: twenty-six lines a panel would tell nothing.
std::vector<std::string> decided_operators(const AtlasResults& results) {
  std::vector<std::string> decided;
  for (const std::string& op : results.operators)
    if (std::ranges::any_of(results.cells, [&](const CellResult& cell) {
          return cell.op == op && is_on_a_curve(cell) && cell.is_decided();
        }))
      decided.push_back(op);
  return decided;
}

/// The mean Elo of some cells of a domain by simulations; no curve where these are of one number.
template <class IsOne>
void add_curve(plot::Panel& panel, const std::string& name, plot::Style style, const AtlasResults& results,
               const std::string& domain, IsOne is_one) {
  std::map<std::uint64_t, std::vector<double>> elos;
  for (const CellResult& cell : results.cells)
    if (cell.domain == domain && is_on_a_curve(cell) && is_one(cell)) elos[cell.simulations].push_back(cell.elo);
  if (elos.size() < 2) return;
  plot::Series series{.name = name, .style = style};
  for (const auto& [simulations, some] : elos)
    series.points.push_back({.x = static_cast<double>(simulations),
                             .y = std::accumulate(some.begin(), some.end(), 0.0) / static_cast<double>(some.size())});
  panel.series.push_back(std::move(series));
}

}  // namespace

std::string filter_marks(const CellResult& cell) {
  return fmt::format(R"(data-operator="{}" data-domain="{}" data-budget="{}" data-decided="{}" data-elo="{:.1f}")",
                     xml_text(cell.op), xml_text(cell.domain), xml_text(cell.budget), cell.is_decided() ? "yes" : "no",
                     cell.elo);
}

std::string heat_map_svg(const AtlasResults& results, const std::string& budget) {
  const std::string title = fmt::format("{}: Elo against the tuned average, {}", results.name,
                                        budget == "equal-time" ? "equal CPU time" : budget + " simulations");
  const TableAxes axes = table_axes(results, [&](const std::string& op, const std::string& domain) {
    return cell_at(results, op, domain, budget) != nullptr;
  });
  const double left = kMargin + widest(axes.rows) + 10;
  const double top = kMargin + 28 + widest(axes.columns);
  const double width = std::max({left + kSquareWidth * static_cast<double>(axes.columns.size()) + kMargin,
                                 2 * kMargin + plot::text_width(title, 1.15 * plot::kLabelSize),
                                 2 * kMargin + plot::text_width(kHeatLegend[0], plot::kTickSize)});
  const double height = top + kSquareHeight * static_cast<double>(axes.rows.size()) + 50;
  std::string svg = heat_head(width, height, budget) +
                    plot::svg_text(kMargin, kMargin + 12, title, {.size = plot::kLabelSize, .is_bold = true});
  for (std::size_t i = 0; i < axes.columns.size(); ++i)
    svg += plot::svg_text(left + kSquareWidth * (static_cast<double>(i) + 0.55), top - 8, axes.columns[i],
                          {.anchor = "start", .is_vertical = true});
  for (std::size_t row = 0; row < axes.rows.size(); ++row) {
    const double y = top + kSquareHeight * static_cast<double>(row);
    svg += plot::svg_text(left - 8, y + 0.68 * kSquareHeight, axes.rows[row], {.anchor = "end"});
    for (std::size_t i = 0; i < axes.columns.size(); ++i)
      if (const CellResult* cell = cell_at(results, axes.op(row, i), axes.domain(row, i), budget))
        svg += square_svg(*cell, left + kSquareWidth * static_cast<double>(i), y);
  }
  for (std::size_t i = 0; i < kHeatLegend.size(); ++i)
    svg += plot::svg_text(kMargin, height - 26 + 16 * static_cast<double>(i), kHeatLegend[i], {});
  return svg + "</svg>\n";
}

plot::Figure scaling_figure(const AtlasResults& results) {
  plot::Figure figure{
      .title = results.name + ": Elo against the tuned average by simulations",
      .note = "means over families, and operators that are decided somewhere; intervals stand in the table",
      .columns = 2};
  if (results.budgets.size() < 2) return figure;
  for (const std::string& domain : results.domains) {
    plot::Panel panel{
        .title = domain, .x = {.label = "simulations a move", .scale = plot::AxisScale::log}, .y = {.label = "Elo"}};
    panel.guides.push_back({.at = 0});
    for (const std::string& family : families_of(results))
      add_curve(panel, family + " (mean)", plot::Style::line, results, domain,
                [&](const CellResult& cell) { return cell.family == family; });
    for (const std::string& op : decided_operators(results))
      add_curve(panel, op, plot::Style::marked_line, results, domain,
                [&](const CellResult& cell) { return cell.op == op; });
    if (!panel.series.empty()) figure.panels.push_back(std::move(panel));
  }
  return figure;
}

plot::Figure predicted_figure(const AtlasResults& results) {
  plot::Figure figure{.title = results.name + ": predicted and measured Elo",
                      .note = "each game predicted by a model that has not seen it"};
  const std::vector<ModelRow> open = model_rows(results, false);
  plot::Panel panel{.x = {.label = "predicted Elo"}, .y = {.label = "measured Elo"}};
  panel.series.push_back(points_of(foretell_each_game(open), "left out in turn"));
  panel.series.push_back(points_of(foretell(open, model_rows(results, true)), "held out"));
  std::erase_if(panel.series, [](const plot::Series& series) { return series.points.empty(); });
  if (panel.series.empty()) return figure;
  panel.series.push_back(as_foretold(panel.series));
  panel.guides.push_back({.at = 0});
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace rootward::atlas
