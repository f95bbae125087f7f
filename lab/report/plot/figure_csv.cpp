// A figure's numbers as rows.
#include <fmt/format.h>

#include <cmath>

#include "core/escape.h"
#include "lab/report/plot/figure.h"

namespace rootward::plot {
namespace {

/// The point's series, or its row.
std::string series_name(const Panel& panel, const Series& series, const Point& point) {
  if (!series.name.empty() || panel.rows.empty()) return series.name;
  return panel.rows.at(panel.rows.size() - static_cast<std::size_t>(point.y));
}

std::string number(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }

}  // namespace

std::string figure_csv(const Figure& figure) {
  std::string out = "panel,series,x,y,low,high\n";
  for (const Panel& panel : figure.panels) {
    for (const Series& series : panel.series) {
      for (const Point& point : series.points)
        out += fmt::format("{},{},{},{},{},{}\n", csv_cell(panel.title), csv_cell(series_name(panel, series, point)),
                           number(point.x), number(point.y), point.interval ? number(point.interval->low) : "",
                           point.interval ? number(point.interval->high) : "");
    }
  }
  return out;
}

}  // namespace rootward::plot
