// Squares of a heat map as SVG.
#include "lab/report/plot/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "core/escape.h"
#include "lab/report/plot/svg_text.h"

namespace rootward::plot {
namespace {

constexpr double kSquareWidth = 74;
constexpr double kSquareHeight = 24;
constexpr double kMapEdge = 12;
constexpr double kFullColour = 100;  // Elo from which on a colour is as strong as it gets
constexpr double kAxisHeight = 18;

std::string head_svg(double width, double height, const std::string& id) {
  return fmt::format(
      R"svg(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" font-family="sans-serif">
<defs><pattern id="{2}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<line x1="0" y1="0" x2="0" y2="6" stroke="#888888" stroke-width="1"/></pattern></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
)svg",
      pixels(width), pixels(height), id);
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

std::string square_svg(const HeatSquare& square, double x, double y, const std::string& hatch) {
  const std::string box = fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", pixels(x), pixels(y),
                                      pixels(kSquareWidth - 2), pixels(kSquareHeight - 2));
  std::string svg = fmt::format("<g><rect {} fill=\"{}\"><title>{}</title></rect>\n", box, colour_of(square.elo),
                                xml_text(square.title));
  if (square.is_hatched) svg += fmt::format("<rect {} fill=\"url(#{})\"/>\n", box, hatch);
  if (square.is_outlined) svg += fmt::format("<rect {} fill=\"none\" stroke=\"#222222\" stroke-width=\"1.5\"/>\n", box);
  const bool is_dark = std::fabs(square.elo) > 0.6 * kFullColour;
  return svg +
         svg_text(x + 0.5 * kSquareWidth, y + 0.68 * kSquareHeight, fmt::format("{:+.0f}", square.elo),
                  {.anchor = "middle", .colour = is_dark ? "#ffffff" : "#222222"}) +
         "</g>\n";
}

double widest(const std::vector<std::string>& names, double size) {
  double width = 0;
  for (const std::string& name : names) width = std::max(width, text_width(name, size));
  return width;
}

/// Where everything of one map stands.
struct Places {
  explicit Places(const HeatMap& map)
      : left(kMapEdge + std::max(widest(map.rows, kTickSize), text_width(map.row_axis, kTickSize)) + 10),
        top(kMapEdge + 28 + (map.column_axis.empty() ? 0 : kAxisHeight) + columns_height(map)),
        width(std::max({left + kSquareWidth * static_cast<double>(map.columns.size()) + kMapEdge,
                        2 * kMapEdge + text_width(map.title, 1.15 * kLabelSize),
                        2 * kMapEdge + widest(map.legend, kTickSize)})),
        height(top + kSquareHeight * static_cast<double>(map.rows.size()) + 18 +
               16 * static_cast<double>(map.legend.size())) {}

  /// Names too wide for their column are read from below.
  static bool are_vertical(const HeatMap& map) { return widest(map.columns, kTickSize) > kSquareWidth; }
  static double columns_height(const HeatMap& map) {
    return are_vertical(map) ? widest(map.columns, kTickSize) : kTickSize;
  }
  [[nodiscard]] double x(double column) const { return left + kSquareWidth * column; }
  [[nodiscard]] double y(double row) const { return top + kSquareHeight * row; }

  double left;
  double top;
  double width;
  double height;
};

std::string names_svg(const HeatMap& map, const Places& places) {
  std::string svg;
  const bool is_vertical = Places::are_vertical(map);
  for (std::size_t i = 0; i < map.columns.size(); ++i)
    svg += svg_text(places.x(static_cast<double>(i) + (is_vertical ? 0.55 : 0.5)), places.top - 8, map.columns[i],
                    {.anchor = is_vertical ? "start" : "middle", .is_vertical = is_vertical});
  for (std::size_t i = 0; i < map.rows.size(); ++i)
    svg += svg_text(places.left - 8, places.y(static_cast<double>(i)) + 0.68 * kSquareHeight, map.rows[i],
                    {.anchor = "end"});
  if (!map.column_axis.empty())
    svg += svg_text(places.x(0), places.top - 8 - kAxisHeight, map.column_axis, {.is_bold = true});
  if (!map.row_axis.empty())
    svg += svg_text(places.left - 8, places.top - 8, map.row_axis, {.anchor = "end", .is_bold = true});
  return svg;
}

}  // namespace

std::string heat_map_svg(const HeatMap& map) {
  const Places places(map);
  std::string svg = head_svg(places.width, places.height, map.id) +
                    svg_text(kMapEdge, kMapEdge + 12, map.title, {.size = kLabelSize, .is_bold = true}) +
                    names_svg(map, places);
  for (std::size_t i = 0; i < map.squares.size(); ++i) {
    const std::size_t row = i / map.columns.size();
    const std::size_t column = i % map.columns.size();
    if (map.squares[i])
      svg += square_svg(*map.squares[i], places.x(static_cast<double>(column)), places.y(static_cast<double>(row)),
                        map.id);
  }
  if (map.mark)
    svg += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"none\" stroke=\"#cc0000\" stroke-width=\"2\"/>\n",
                       pixels(places.x((*map.mark)[0] + 0.5) - 1), pixels(places.y((*map.mark)[1] + 0.5) - 1));
  for (std::size_t i = 0; i < map.legend.size(); ++i)
    svg +=
        svg_text(kMapEdge, places.height - 10 - 16 * static_cast<double>(map.legend.size() - 1 - i), map.legend[i], {});
  return svg + "</svg>\n";
}

}  // namespace rootward::plot
