// Lays out title, panels and the legend at their right.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/escape.h"
#include "experiments/report/plot/figure.h"
#include "experiments/report/plot/palette.h"
#include "experiments/report/plot/panel_svg.h"
#include "experiments/report/plot/svg_text.h"

namespace rootward::plot {
namespace {

constexpr double kOuter = 14;        // around everything
constexpr double kPanelTitle = 30;   // above a data area
constexpr double kLegendEntry = 21;  // height of an entry
constexpr double kSample = 30;       // width of the line shown with it
constexpr double kLegendGap = 24;    // between panels and legend
constexpr double kPanelGap = 18;     // right of a data area

enum class EntryKind : std::uint8_t { series, guide, band };

struct LegendEntry {
  std::string name;
  EntryKind kind = EntryKind::series;
  Style style = Style::line;
  bool has_band = false;
};

struct Legend {
  std::vector<LegendEntry> entries;
  LookOf looks;
};

bool has_intervals(const Series& series) {
  return std::ranges::any_of(series.points, [](const Point& point) { return point.interval.has_value(); });
}

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

double legend_width(const Legend& legend) {
  double widest = 0;
  for (const LegendEntry& entry : legend.entries) widest = std::max(widest, text_width(entry.name, kTickSize));
  return legend.entries.empty() ? 0 : kLegendGap + kSample + 8 + widest;
}

std::string legend_svg(const Legend& legend, double left, double top) {
  std::string out;
  for (const LegendEntry& entry : legend.entries) {
    const double middle = top + kLegendEntry / 2;
    if (entry.kind == EntryKind::band) {
      out += strip_svg({.left = left, .top = middle - 6, .width = kSample, .height = 12});
      out += svg_text(left + kSample + 8, middle + 4, entry.name, {});
      top += kLegendEntry;
      continue;
    }
    const bool is_guide = entry.kind == EntryKind::guide;
    const Look look = is_guide ? Look{} : look_of(legend.looks.find(entry.name)->second);
    if (entry.has_band)
      out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" fill=\"{}\" fill-opacity=\"0.16\"/>\n",
                         pixels(left), pixels(middle - 6), pixels(kSample), look.colour);
    const std::string paint =
        is_guide ? fmt::format(R"(stroke="{}" stroke-width="1.3" stroke-dasharray="5 4")", kGuideColour)
                 : stroke_attributes(look);
    if (entry.style != Style::points)
      out += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", pixels(left), pixels(middle),
                         pixels(left + kSample), pixels(middle), paint);
    if (entry.style == Style::points || entry.style == Style::marked_line)
      out += marker_svg(look, left + kSample / 2, middle);
    out += svg_text(left + kSample + 8, middle + 4, entry.name, {});
    top += kLegendEntry;
  }
  return out;
}

}  // namespace

std::string figure_svg(const Figure& figure, std::string_view prefix) {
  const Legend legend = legend_of(figure);
  double margin = 0;
  for (const Panel& panel : figure.panels) margin = std::max(margin, left_margin(panel));
  const std::size_t columns =
      std::clamp<std::size_t>(figure.columns, 1, std::max<std::size_t>(1, figure.panels.size()));
  const std::size_t rows = (figure.panels.size() + columns - 1) / columns;
  const double head = kOuter + (figure.title.empty() ? 0 : 24) + (figure.note.empty() ? 0 : 20);
  const double cell_width = margin + figure.panel_width + kPanelGap;
  const double cell_height = kPanelTitle + figure.panel_height + kBottomMargin + 8;
  const double panels_right = kOuter + cell_width * static_cast<double>(columns);
  const double legend_height = head + kPanelTitle + kLegendEntry * static_cast<double>(legend.entries.size());
  const double text_right =
      kOuter + std::max(text_width(figure.title, 1.06 * kTitleSize), text_width(figure.note, kTickSize));
  const double width = std::max(panels_right + legend_width(legend), text_right) + kOuter;
  const double height = std::max(head + cell_height * static_cast<double>(rows), legend_height) + kOuter;

  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" role=\"img\">\n<title>{2}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      pixels(width), pixels(height), xml_text(figure.title));
  if (!figure.title.empty()) out += svg_text(kOuter, kOuter + 15, figure.title, {.size = kTitleSize, .is_bold = true});
  if (!figure.note.empty()) out += svg_text(kOuter, head - 4, figure.note, {.colour = "#666666"});
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const std::size_t row = i / columns;
    const Box area{.left = kOuter + cell_width * static_cast<double>(i % columns) + margin,
                   .top = head + cell_height * static_cast<double>(row) + kPanelTitle,
                   .width = figure.panel_width,
                   .height = figure.panel_height};
    out += panel_svg(figure.panels[i], area, legend.looks, fmt::format("{}area{}", prefix, i));
  }
  out += legend_svg(legend, panels_right + kLegendGap, head + kPanelTitle);
  return out + "</svg>\n";
}

}  // namespace rootward::plot
