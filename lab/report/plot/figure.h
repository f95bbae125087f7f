// A figure as data: panels with axes and series of points. It is drawn as SVG and told as CSV.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/binomial.h"

namespace rootward::plot {

enum class AxisScale : std::uint8_t { linear, log };

/// What an axis shows and how. Its ends follow from the data unless given; a logarithmic axis leaves out numbers <= 0.
struct Axis {
  std::string label{};  ///< what, and in which unit: "score of the candidate (%)"
  AxisScale scale = AxisScale::linear;
  std::optional<double> low{};
  std::optional<double> high{};
};

/// A point; `interval` is how far y may be off, in y's unit (where the panel has rows: x, in x's). A y that is not
/// finite interrupts the line.
struct Point {
  double x = 0;
  double y = 0;
  std::optional<Interval> interval{};
};

enum class Style : std::uint8_t {
  line,         ///< intervals are a band
  marked_line,  ///< a line with a marker at every point; intervals are a band
  steps,        ///< a line that keeps its height up to the next point, as a best-so-far does
  points,       ///< markers alone; intervals are bars
};

/// Series with one name have one colour in every panel and one entry in the legend.
struct Series {
  std::string name{};  ///< "" = not in the legend
  Style style = Style::line;
  std::vector<Point> points{};  ///< lines go through them in this order
};

/// A dashed grey line across the panel, at a number of one of the axes.
struct Guide {
  enum class Across : std::uint8_t { horizontal, vertical };
  Across across = Across::horizontal;
  double at = 0;
  std::string name{};  ///< for the legend; "" = not in it
};

/// A shaded strip across the panel, between two numbers of one of the axes.
struct Band {
  Guide::Across across = Guide::Across::horizontal;
  Interval between{};
  std::string name{};  ///< for the legend; "" = not in it
};

struct Panel {
  std::string title{};
  Axis x{};
  Axis y{};
  std::vector<Series> series{};
  std::vector<Guide> guides{};
  std::vector<Band> bands{};
  /// Names in place of numbers on the y axis, from above: row i of n lies at y = n - i. Series are then points with
  /// intervals of x.
  std::vector<std::string> rows{};
};

struct Figure {
  std::string title{};
  std::string note{};  ///< one line under the title: what the figure rests on
  std::vector<Panel> panels{};
  std::size_t columns = 1;    ///< panels beside each other
  double panel_width = 520;   ///< pixels, of the area that data is drawn in
  double panel_height = 320;  ///< pixels
};

/// A figure, and what its files are called.
struct NamedFigure {
  std::string key;
  Figure figure;
};

enum class Layout : std::uint8_t {
  page,    ///< title, note, panels beside each other, the legend at their right
  column,  ///< 3.3 inches wide with letters of 7 points and more: panels and legend below each other. Title and note
           ///< are for the caption
};

/// A stand-alone SVG document. The same figure gives the same bytes on every machine.
/// What its parts are called among themselves begins with `prefix`: several figures in one page need different ones.
std::string figure_svg(const Figure& figure, std::string_view prefix = "", Layout layout = Layout::page);

/// The numbers behind it, a row a point: panel,series,x,y,low,high; numbers in the shortest form that reads back. A
/// series without a name is told by its row's.
std::string figure_csv(const Figure& figure);

}  // namespace rootward::plot
