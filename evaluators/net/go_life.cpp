// Benson's algorithm.
#include "evaluators/net/go_life.h"

#include <algorithm>

namespace rootward::net {
namespace {

std::size_t index_of_point(Point point) { return static_cast<std::size_t>(point); }

}  // namespace

ColourLife::ColourLife(std::span<const Stone> stones, int size, Stone colour, bool is_suicide_legal)
    : stones_(stones), size_(size), colour_(colour), is_suicide_legal_(is_suicide_legal) {
  group_.assign(stones.size(), -1);
  for (Point point = 0; point < size * size; ++point)
    if (at(point) == colour_ && group_[index_of_point(point)] < 0) add_chain(point);
  for (Point point = 0; point < size * size; ++point)
    if (at(point) == Stone::empty && group_[index_of_point(point)] < 0) add_region(point);
  is_alive_.assign(chains_.size(), 1);
  find_life();
}

template <class Visit>
void ColourLife::for_each_side(Point point, Visit&& visit) const {
  const int row = point / size_, column = point % size_;
  if (row > 0) visit(point - size_);
  if (column > 0) visit(point - 1);
  if (column + 1 < size_) visit(point + 1);
  if (row + 1 < size_) visit(point + size_);
}

/// Everything connected to `start` that is the colour's (or is not), numbered in group_.
std::vector<Point> ColourLife::collect(Point start, bool is_chain, int number) {
  std::vector<Point> points{start};
  group_[index_of_point(start)] = number;
  for (std::size_t next = 0; next < points.size(); ++next) {
    for_each_side(points[next], [&](Point side) {
      if ((at(side) == colour_) != is_chain || group_[index_of_point(side)] >= 0) return;
      group_[index_of_point(side)] = number;
      points.push_back(side);
    });
  }
  return points;
}

void ColourLife::add_region(Point start) {
  Region region;
  region.points = collect(start, false, static_cast<int>(regions_.size()));
  bool is_first = true;
  for (Point point : region.points) {
    const std::vector<int> beside = chains_beside(point);
    if (beside.empty()) ++region.inner_points;
    if (at(point) != Stone::empty) region.has_enemy = true;
    for (int chain : beside)
      if (std::ranges::find(region.borders, chain) == region.borders.end()) region.borders.push_back(chain);
    if (at(point) != Stone::empty && !is_suicide_legal_) continue;
    if (is_first) {
      region.vital_to = beside;
    } else {
      std::erase_if(region.vital_to, [&](int chain) { return std::ranges::find(beside, chain) == beside.end(); });
    }
    is_first = false;
  }
  regions_.push_back(std::move(region));
}

std::vector<int> ColourLife::chains_beside(Point point) const {
  std::vector<int> chains;
  for_each_side(point, [&](Point side) {
    if (at(side) != colour_) return;
    const int chain = group_[index_of_point(side)];
    if (std::ranges::find(chains, chain) == chains.end()) chains.push_back(chain);
  });
  return chains;
}

void ColourLife::find_life() {
  for (bool has_changed = true; has_changed;) {
    std::vector<int> vital(chains_.size(), 0);
    for (const Region& region : regions_) {
      if (!region.is_safe) continue;
      for (int chain : region.vital_to) ++vital[static_cast<std::size_t>(chain)];
    }
    has_changed = false;
    for (std::size_t chain = 0; chain < chains_.size(); ++chain) {
      if (is_alive_[chain] == 0 || vital[chain] >= 2) continue;
      is_alive_[chain] = 0;
      has_changed = true;
    }
    for (Region& region : regions_)
      region.is_safe = std::ranges::all_of(region.borders,
                                           [&](int chain) { return is_alive_[static_cast<std::size_t>(chain)] != 0; });
  }
}

}  // namespace rootward::net
