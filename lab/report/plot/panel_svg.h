// One panel as SVG: frame, grid, ticks, labels, guides and series.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "core/statistics/binomial.h"
#include "lab/report/plot/figure.h"

namespace rootward::plot {

/// A rectangle in pixels, y downwards.
struct Box {
  double left = 0, top = 0, width = 0, height = 0;
};

/// Which look each named series has, by name.
using LookOf = std::map<std::string, std::size_t, std::less<>>;

/// A panel's ends, taken from all its points, intervals and guides.
struct PanelRange {
  Interval x;
  Interval y;
};
PanelRange panel_range(const Panel& panel);

/// A band's shade.
std::string strip_svg(const Box& box);

/// Room for tick labels and the axis's label left of the data area, in pixels.
double left_margin(const Panel& panel);
inline constexpr double kBottomMargin = 48;  ///< the same below it

/// The panel with its data area in `area`; `id` names its clipping path, unique in the document.
std::string panel_svg(const Panel& panel, const Box& area, const LookOf& looks, const std::string& id);

}  // namespace rootward::plot
