// What is marked by the outcome of Benson's algorithm.
#include "evaluators/net/go_area.h"

#include <cstddef>

#include "evaluators/net/go_life.h"

namespace rootward::net {
namespace {

void mark(const ColourLife& life, Stone colour, std::vector<Stone>& area) {
  for (std::size_t point = 0; point < area.size(); ++point)
    if (life.is_alive(static_cast<Point>(point))) area[point] = colour;
  if (!life.has_chains()) return;
  for (const ColourLife::Region& region : life.regions()) {
    const bool is_owned = region.is_safe && (region.inner_points <= 1 || !region.has_enemy);
    for (const Point point : region.points) {
      Stone& owner = area[static_cast<std::size_t>(point)];
      if (is_owned || (!region.has_enemy && owner == Stone::empty)) owner = colour;
    }
  }
}

}  // namespace

std::vector<Stone> go_area(std::span<const Stone> stones, int size, bool is_suicide_legal) {
  std::vector<Stone> area(stones.size(), Stone::empty);
  for (const Stone colour : {Stone::black, Stone::white})
    mark(ColourLife(stones, size, colour, is_suicide_legal), colour, area);
  for (std::size_t point = 0; point < stones.size(); ++point)
    if (area[point] == Stone::empty) area[point] = stones[point];
  return area;
}

}  // namespace rootward::net
