// Corners first, then the middle of the sides, the centre for odd numbers.
#include "experiments/engines/gtp/handicap.h"

#include <fmt/format.h>

#include "experiments/engines/gtp/gtp_vertex.h"

namespace rootward {

int largest_fixed_handicap(int size) {
  if (size < 7) return 0;
  return size % 2 == 0 || size == 7 ? 4 : 9;
}

std::vector<std::string> fixed_handicap(int size, int stones) {
  if (stones < 2 || stones > largest_fixed_handicap(size)) return {};
  const int low = size < 13 ? 3 : 4;
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

}  // namespace rootward
