// Lays out title, panels and the legend at their right; or panels and legend below each other.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/escape.h"
#include "lab/report/plot/figure.h"
#include "lab/report/plot/legend_svg.h"
#include "lab/report/plot/panel_svg.h"
#include "lab/report/plot/svg_text.h"

namespace rootward::plot {
namespace {

constexpr double kOuter = 14;       // around everything
constexpr double kPanelTitle = 30;  // above a data area
constexpr double kLegendGap = 24;   // between panels and legend
constexpr double kPanelGap = 18;    // right of a data area

/// `size`: width and height as attributes.
std::string document_svg(const std::string& title, const std::string& size, double width, double height,
                         const std::string& body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" {} viewBox=\"0 0 {} {}\" "
      "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" role=\"img\">\n<title>{}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
      size, pixels(width), pixels(height), xml_text(title), body);
}

double widest_margin(const Figure& figure) {
  double margin = 0;
  for (const Panel& panel : figure.panels) margin = std::max(margin, left_margin(panel));
  return margin;
}

double legend_width(const Legend& legend) {
  double widest = 0;
  for (const LegendEntry& entry : legend.entries) widest = std::max(widest, text_width(entry.name, kTickSize));
  return legend.entries.empty() ? 0 : kLegendGap + kSample + kSampleGap + widest;
}

std::string page_svg(const Figure& figure, std::string_view prefix) {
  const Legend legend = legend_of(figure);
  const double margin = widest_margin(figure);
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

  std::string out;
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
  double top = head + kPanelTitle;
  for (const LegendEntry& entry : legend.entries) {
    out += entry_svg(legend, entry, entry.name, panels_right + kLegendGap, top);
    top += kLegendEntry;
  }
  const std::string size = fmt::format(R"(width="{}" height="{}")", pixels(width), pixels(height));
  return document_svg(figure.title, size, width, height, out);
}

// A column is drawn in units of which 396 are its 3.3 inches: letters of 12 units are 7.2 points high.
constexpr double kColumnInches = 3.3;
constexpr double kColumnWidth = 396;
constexpr double kEdge = 4;           // around everything
constexpr double kWidestNames = 170;  // of rows
constexpr double kRowHeight = 26;

/// The area that data is drawn in, without its height; tick labels at its right end need room beyond it.
Box column_area(const Panel& panel, double top) {
  const double left = kEdge + left_margin(panel);
  return {.left = left, .top = top, .width = kColumnWidth - left - kPanelGap, .height = 0};
}

/// Rows' names, titles and labels broken into lines where a column is too narrow for them. Titles and labels stand over
/// the area's middle.
Figure wrapped_for_column(Figure figure) {
  for (Panel& panel : figure.panels) {
    for (std::string& row : panel.rows) row = wrapped_to(row, kWidestNames, kTickSize);
    const Box area = column_area(panel, 0);
    const double room = area.width + 2 * (kPanelGap - kEdge);
    panel.title = wrapped_to(panel.title, room, 1.06 * kLabelSize);
    panel.x.label = wrapped_to(panel.x.label, room, kLabelSize);
  }
  return figure;
}

double further_lines(std::string_view text, double font_size) {
  return kLine * font_size * static_cast<double>(lines_of(text).size() - 1);
}

/// Of the area that data is drawn in: rows of names have room for the highest, an upright label for its length.
double column_panel_height(const Panel& panel) {
  constexpr double kUsual = 200;
  const double label = text_width(panel.y.label, kLabelSize);
  if (panel.rows.empty()) return std::max(kUsual, label);
  double row = kRowHeight;
  for (const std::string& name : panel.rows) row = std::max(row, kRowHeight + further_lines(name, kTickSize));
  return std::max(label, row * static_cast<double>(panel.rows.size() + 1));
}

/// As many entries beside each other as fit; returns where the next line of them would begin.
double add_column_legend(const Legend& legend, double top, std::string& out) {
  constexpr double kRoom = kColumnWidth - 2 * kEdge;
  constexpr double kBefore = kSample + kSampleGap;
  constexpr double kBetween = 14;
  double left = 0;
  double height = 0;
  for (const LegendEntry& entry : legend.entries) {
    const std::string text = wrapped_to(entry.name, kRoom - kBefore, kTickSize);
    const double width = kBefore + block_width(text, kTickSize);
    if (left > 0 && left + width > kRoom) {
      top += height;
      left = height = 0;
    }
    out += entry_svg(legend, entry, text, kEdge + left, top);
    left += width + kBetween;
    height = std::max(height, kLegendEntry + further_lines(text, kTickSize));
  }
  return top + height;
}

std::string column_svg(const Figure& given, std::string_view prefix) {
  const Figure figure = wrapped_for_column(given);
  const Legend legend = legend_of(figure);
  double top = kEdge;
  std::string out;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    top += panel.title.empty() ? kTickSize / 2 : kLabelSize + 12 + further_lines(panel.title, kLabelSize);
    Box area = column_area(panel, top);
    area.height = column_panel_height(panel);
    out += panel_svg(panel, area, legend.looks, fmt::format("{}area{}", prefix, i));
    top += area.height + kBottomMargin + further_lines(panel.x.label, kLabelSize) + kEdge;
  }
  const double height = add_column_legend(legend, top, out) + kEdge;
  const std::string size = fmt::format(R"(width="{}in" height="{}in")", pixels(kColumnInches),
                                       pixels(kColumnInches * height / kColumnWidth));
  return document_svg(figure.title, size, kColumnWidth, height, out);
}

}  // namespace

std::string figure_svg(const Figure& figure, std::string_view prefix, Layout layout) {
  return layout == Layout::column ? column_svg(figure, prefix) : page_svg(figure, prefix);
}

}  // namespace rootward::plot
