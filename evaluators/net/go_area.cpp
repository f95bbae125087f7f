// Benson's algorithm and what is marked by its outcome.
#include "evaluators/net/go_area.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rootward::net {
namespace {

using Index = std::size_t;

struct Region {
  std::vector<Point> points;
  std::vector<int> vital_to;  ///< chains
  std::vector<int> borders;   ///< chains
  int inner_points = 0;       ///< points with none of the colour's stones beside them
  bool has_enemy = false;
  bool is_safe = true;  ///< borders living chains only
};

/// One colour's chains and regions.
class ColourLife {
 public:
  ColourLife(std::span<const Stone> stones, int size, Stone colour, bool is_suicide_legal)
      : stones_(stones), size_(size), colour_(colour), is_suicide_legal_(is_suicide_legal) {
    group_.assign(stones.size(), -1);
    for (Point point = 0; point < size * size; ++point)
      if (at(point) == colour_ && group_[index(point)] < 0) add_chain(point);
    for (Point point = 0; point < size * size; ++point)
      if (at(point) == Stone::empty && group_[index(point)] < 0) add_region(point);
    is_alive_.assign(chains_.size(), 1);
    find_life();
  }

  [[nodiscard]] bool is_alive(Point point) const {
    return at(point) == colour_ && is_alive_[static_cast<Index>(group_[index(point)])] != 0;
  }

  void mark(std::vector<Stone>& area) const {
    for (Point point = 0; point < size_ * size_; ++point)
      if (is_alive(point)) area[index(point)] = colour_;
    if (chains_.empty()) return;
    for (const Region& region : regions_) {
      const bool is_owned = region.is_safe && (region.inner_points <= 1 || !region.has_enemy);
      for (Point point : region.points) {
        Stone& owner = area[index(point)];
        if (is_owned || (!region.has_enemy && owner == Stone::empty)) owner = colour_;
      }
    }
  }

 private:
  static Index index(Point point) { return static_cast<Index>(point); }
  [[nodiscard]] Stone at(Point point) const { return stones_[index(point)]; }

  template <class Visit>
  void for_each_side(Point point, Visit&& visit) const {
    const int row = point / size_, column = point % size_;
    if (row > 0) visit(point - size_);
    if (column > 0) visit(point - 1);
    if (column + 1 < size_) visit(point + 1);
    if (row + 1 < size_) visit(point + size_);
  }

  /// Everything connected to `start` that is the colour's (or is not), numbered in group_.
  std::vector<Point> collect(Point start, bool is_chain, int number) {
    std::vector<Point> points{start};
    group_[index(start)] = number;
    for (Index next = 0; next < points.size(); ++next) {
      for_each_side(points[next], [&](Point side) {
        if ((at(side) == colour_) != is_chain || group_[index(side)] >= 0) return;
        group_[index(side)] = number;
        points.push_back(side);
      });
    }
    return points;
  }

  void add_chain(Point start) { chains_.push_back(collect(start, true, static_cast<int>(chains_.size()))); }

  void add_region(Point start) {
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

  [[nodiscard]] std::vector<int> chains_beside(Point point) const {
    std::vector<int> chains;
    for_each_side(point, [&](Point side) {
      if (at(side) != colour_) return;
      const int chain = group_[index(side)];
      if (std::ranges::find(chains, chain) == chains.end()) chains.push_back(chain);
    });
    return chains;
  }

  void find_life() {
    for (bool has_changed = true; has_changed;) {
      std::vector<int> vital(chains_.size(), 0);
      for (const Region& region : regions_) {
        if (!region.is_safe) continue;
        for (int chain : region.vital_to) ++vital[static_cast<Index>(chain)];
      }
      has_changed = false;
      for (Index chain = 0; chain < chains_.size(); ++chain) {
        if (is_alive_[chain] == 0 || vital[chain] >= 2) continue;
        is_alive_[chain] = 0;
        has_changed = true;
      }
      for (Region& region : regions_)
        region.is_safe =
            std::ranges::all_of(region.borders, [&](int chain) { return is_alive_[static_cast<Index>(chain)] != 0; });
    }
  }

  std::span<const Stone> stones_;
  int size_;
  Stone colour_;
  bool is_suicide_legal_;
  std::vector<int> group_;  ///< of each point: its chain, or its region
  std::vector<std::vector<Point>> chains_;
  std::vector<Region> regions_;
  std::vector<char> is_alive_;
};

}  // namespace

std::vector<std::uint8_t> unconditional_life(std::span<const Stone> stones, int size, Stone colour,
                                             bool is_suicide_legal) {
  const ColourLife life(stones, size, colour, is_suicide_legal);
  std::vector<std::uint8_t> flags;
  for (Point point = 0; point < size * size; ++point) flags.push_back(life.is_alive(point) ? 1 : 0);
  return flags;
}

std::vector<Stone> go_area(std::span<const Stone> stones, int size, bool is_suicide_legal) {
  std::vector<Stone> area(stones.size(), Stone::empty);
  for (Stone colour : {Stone::black, Stone::white}) ColourLife(stones, size, colour, is_suicide_legal).mark(area);
  for (Index point = 0; point < stones.size(); ++point)
    if (area[point] == Stone::empty) area[point] = stones[point];
  return area;
}

}  // namespace rootward::net
