// A heat map of Elo as data: squares in rows and columns, coloured by their sign and size.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rootward::plot {

struct HeatSquare {
  double elo = 0;
  std::string title{};       ///< what it is, for who points at it
  bool is_hatched = false;   ///< nothing is decided there
  bool is_outlined = false;  ///< among the best
};

struct HeatMap {
  std::string title{};
  std::string id{};  ///< of its parts among themselves: figures that stand on one page need different ones
  std::vector<std::string> rows{};
  std::vector<std::string> columns{};
  std::vector<std::optional<HeatSquare>> squares{};  ///< row by row; nothing = empty
  std::string row_axis{};                            ///< what rows are; "" = they say it themselves
  std::string column_axis{};
  /// A circle, in squares from the first column's and the first row's middle.
  std::optional<std::array<double, 2>> mark{};
  std::vector<std::string> legend{};
};

/// A stand-alone SVG document. Colours are strongest from 100 Elo on.
std::string heat_map_svg(const HeatMap& map);

}  // namespace rootward::plot
