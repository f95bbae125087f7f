// What a figure's lines, guides and bands are called: the legend.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/report/plot/figure.h"
#include "lab/report/plot/panel_svg.h"

namespace rootward::plot {

inline constexpr double kLegendEntry = 21;  ///< height of an entry
inline constexpr double kSample = 30;       ///< width of the line shown with it
inline constexpr double kSampleGap = 8;     ///< between that line and the name

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

/// Series in the order in which panels name them, then guides and bands.
Legend legend_of(const Figure& figure);

/// One entry, its upper left corner at (left, top). `text` is its name, which may be broken into lines.
std::string entry_svg(const Legend& legend, const LegendEntry& entry, const std::string& text, double left, double top);

}  // namespace rootward::plot
