// A plain grid of texts and its three layouts: aligned text, Markdown, LaTeX (booktabs).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rootward {

struct Column {
  std::string title;
  bool is_number = true;  ///< aligned right
  bool is_prose = false;  ///< pages may break it into lines
};

struct Grid {
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< each as long as `columns`
};

/// Columns two blanks apart, a line under the titles.
std::string grid_text(const Grid& grid);
/// Without a title there is no heading.
std::string grid_markdown(const Grid& grid);
/// A table environment with the label "tab:LABEL" ("": none), never wider than its column; needs the packages booktabs
/// and graphicx. In number columns signs are minus signs, and a dash between counts is an en dash.
std::string grid_latex(const Grid& grid, std::string_view label = "");

}  // namespace rootward
