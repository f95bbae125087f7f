// Operators x domains as a heat map.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "core/escape.h"
#include "experiments/study/grid_tables.h"
#include "lab/report/plot/svg_text.h"

namespace rootward::study {
namespace {

constexpr double kSquareWidth = 74;
constexpr double kSquareHeight = 24;
constexpr double kEdge = 12;
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

std::string square_svg(const GridCell& cell, double x, double y) {
  const std::string box = fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", plot::pixels(x), plot::pixels(y),
                                      plot::pixels(kSquareWidth - 2), plot::pixels(kSquareHeight - 2));
  std::string svg = fmt::format("<g><rect {} fill=\"{}\"><title>{} in {}: {:+.0f} Elo, {} games</title></rect>\n", box,
                                colour_of(cell.effect.elo), xml_text(cell.op), xml_text(cell.domain), cell.effect.elo,
                                2 * cell.effect.pairs);
  if (!cell.is_decided()) svg += fmt::format("<rect {} fill=\"url(#{})\"/>\n", box, hatch_of(cell.budget));
  const bool is_dark = std::fabs(cell.effect.elo) > 0.6 * kFullColour;
  return svg +
         plot::svg_text(x + 0.5 * kSquareWidth, y + 0.68 * kSquareHeight, fmt::format("{:+.0f}", cell.effect.elo),
                        {.anchor = "middle", .colour = is_dark ? "#ffffff" : "#222222"}) +
         "</g>\n";
}

template <class Name>
double widest(const std::vector<Name>& names) {
  double width = 0;
  for (const Name& name : names) width = std::max(width, plot::text_width(name, plot::kTickSize));
  return width;
}

}  // namespace

std::string heat_map_svg(const GridResults& results, const std::string& budget) {
  const std::string title = fmt::format("{}: Elo against the tuned average, {}", results.name,
                                        budget == kEqualTime ? "equal CPU time" : budget + " simulations");
  const TableAxes axes = table_axes(results, [&](const std::string& op, const std::string& domain) {
    return cell_at(results, op, domain, budget) != nullptr;
  });
  const double left = kEdge + widest(axes.rows) + 10;
  const double top = kEdge + 28 + widest(axes.columns);
  const double width = std::max({left + kSquareWidth * static_cast<double>(axes.columns.size()) + kEdge,
                                 2 * kEdge + plot::text_width(title, 1.15 * plot::kLabelSize),
                                 2 * kEdge + plot::text_width(kHeatLegend[0], plot::kTickSize)});
  const double height = top + kSquareHeight * static_cast<double>(axes.rows.size()) + 50;
  std::string svg = heat_head(width, height, budget) +
                    plot::svg_text(kEdge, kEdge + 12, title, {.size = plot::kLabelSize, .is_bold = true});
  for (std::size_t i = 0; i < axes.columns.size(); ++i)
    svg += plot::svg_text(left + kSquareWidth * (static_cast<double>(i) + 0.55), top - 8, axes.columns[i],
                          {.anchor = "start", .is_vertical = true});
  for (std::size_t row = 0; row < axes.rows.size(); ++row) {
    const double y = top + kSquareHeight * static_cast<double>(row);
    svg += plot::svg_text(left - 8, y + 0.68 * kSquareHeight, axes.rows[row], {.anchor = "end"});
    for (std::size_t i = 0; i < axes.columns.size(); ++i)
      if (const GridCell* cell = cell_at(results, axes.op(row, i), axes.domain(row, i), budget))
        svg += square_svg(*cell, left + kSquareWidth * static_cast<double>(i), y);
  }
  for (std::size_t i = 0; i < kHeatLegend.size(); ++i)
    svg += plot::svg_text(kEdge, height - 26 + 16 * static_cast<double>(i), kHeatLegend[i], {});
  return svg + "</svg>\n";
}

}  // namespace rootward::study
