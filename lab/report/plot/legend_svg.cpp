// Entries are collected once a name, and drawn one by one.
#include "lab/report/plot/legend_svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/report/plot/palette.h"
#include "lab/report/plot/svg_text.h"

namespace rootward::plot {
namespace {

bool has_intervals(const Series& series) {
  return std::ranges::any_of(series.points, [](const Point& point) { return point.interval.has_value(); });
}

}  // namespace

Legend legend_of(const Figure& figure) {
  Legend legend;
  for (const Panel& panel : figure.panels) {
    for (const Series& series : panel.series) {
      const auto [entry, is_new] = legend.looks.try_emplace(series.name, legend.looks.size());
      if (is_new && !series.name.empty())
        legend.entries.push_back(
            {series.name, EntryKind::series, series.style, series.style != Style::points && has_intervals(series)});
    }
  }
  const auto add = [&legend](const std::string& name, EntryKind kind) {
    const bool is_there = std::ranges::any_of(
        legend.entries, [&](const LegendEntry& entry) { return entry.kind == kind && entry.name == name; });
    if (!name.empty() && !is_there) legend.entries.push_back({name, kind, Style::line, false});
  };
  for (const Panel& panel : figure.panels) {
    for (const Guide& guide : panel.guides) add(guide.name, EntryKind::guide);
    for (const Band& band : panel.bands) add(band.name, EntryKind::band);
  }
  return legend;
}

std::string entry_svg(const Legend& legend, const LegendEntry& entry, const std::string& text, double left,
                      double top) {
  const double middle = top + kLegendEntry / 2;
  const std::string name = svg_lines(left + kSample + kSampleGap, middle + 4, text, {});
  if (entry.kind == EntryKind::band)
    return strip_svg({.left = left, .top = middle - 6, .width = kSample, .height = 12}) + name;
  const bool is_guide = entry.kind == EntryKind::guide;
  const Look look = is_guide ? Look{} : look_of(legend.looks.find(entry.name)->second);
  std::string out;
  if (entry.has_band)
    out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" fill=\"{}\" fill-opacity=\"0.16\"/>\n",
                       pixels(left), pixels(middle - 6), pixels(kSample), look.colour);
  const std::string paint = is_guide
                                ? fmt::format(R"(stroke="{}" stroke-width="1.3" stroke-dasharray="5 4")", kGuideColour)
                                : stroke_attributes(look);
  if (entry.style != Style::points)
    out += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", pixels(left), pixels(middle),
                       pixels(left + kSample), pixels(middle), paint);
  if (entry.style == Style::points || entry.style == Style::marked_line)
    out += marker_svg(look, left + kSample / 2, middle);
  return out + name;
}

}  // namespace rootward::plot
