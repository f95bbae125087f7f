// A grid of `table` as lines of a screen.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/watch/body.h"
#include "lab/report/grid.h"

namespace rootward::watch {

inline void add_grid(const Grid& grid, std::vector<ShownLine>& lines) {
  const std::string text = grid_text(grid);
  bool is_title = !grid.title.empty();
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back({text.substr(start, end - start), is_title ? Tone::strong : Tone::plain});
    is_title = false;
    start = end + 1;
  }
}

}  // namespace rootward::watch
