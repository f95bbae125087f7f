// Corners first, then the middle of the sides, the centre for odd numbers.
#include "lab/engines/gtp/handicap.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

int most_fixed_stones(int size) {
  if (size < 7) return 0;
  return size % 2 == 0 || size == 7 ? 4 : 9;
}

int most_free_stones(int size) { return size < 7 ? std::min(4, size * size - 1) : most_fixed_stones(size); }

/// Of the corner stones, from the border.
int corner_line(int size) {
  if (size < 4) return 1;
  if (size < 7) return 2;
  return size < 13 ? 3 : 4;
}

std::vector<std::string> star_points(int size, int stones) {
  const int low = corner_line(size);
  const int high = size + 1 - low;
  const int middle = (size + 1) / 2;
  std::vector<std::string> vertices;
  const auto add = [&](int column, int row) {
    vertices.push_back(fmt::format("{}{}", kColumnLetters[static_cast<std::size_t>(column - 1)], row));
  };
  add(low, low);
  add(high, high);
  if (stones >= 3) add(low, high);
  if (stones >= 4) add(high, low);
  if (stones >= 6) {
    add(low, middle);
    add(high, middle);
  }
  if (stones >= 8) {
    add(middle, low);
    add(middle, high);
  }
  if (stones >= 5 && stones % 2 == 1) add(middle, middle);
  return vertices;
}

}  // namespace

std::vector<std::string> fixed_handicap(int size, int stones) {
  if (stones < 2 || stones > most_fixed_stones(size)) return {};
  return star_points(size, stones);
}

std::vector<std::string> free_handicap(int size, int stones) {
  const int placed = std::min(stones, most_free_stones(size));
  return placed < 2 ? std::vector<std::string>() : star_points(size, placed);
}

}  // namespace rootward
