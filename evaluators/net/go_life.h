// Benson's unconditional life: which chains of a colour the opponent could never take, and what they surround.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "games/go/stone.h"

namespace rootward::net {

/// One colour's chains and regions. A region is vital to a chain if all its empty points (with suicide: all its points)
/// are the chain's liberties or stones beside it. Chains with two vital regions that border such chains only live
/// unconditionally (Benson 1976).
class ColourLife {
 public:
  /// A maximal set of connected points without a stone of the colour.
  struct Region {
    std::vector<Point> points;
    std::vector<int> vital_to;  ///< chains
    std::vector<int> borders;   ///< chains
    int inner_points = 0;       ///< points with none of the colour's stones beside them
    bool has_enemy = false;
    bool is_safe = true;  ///< borders living chains only
  };

  ColourLife(std::span<const Stone> stones, int size, Stone colour, bool is_suicide_legal);

  /// A stone of the colour that lives unconditionally.
  [[nodiscard]] bool is_alive(Point point) const {
    return at(point) == colour_ && is_alive_[static_cast<std::size_t>(group_[static_cast<std::size_t>(point)])] != 0;
  }
  [[nodiscard]] bool has_chains() const { return !chains_.empty(); }
  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }

 private:
  [[nodiscard]] Stone at(Point point) const { return stones_[static_cast<std::size_t>(point)]; }
  template <class Visit>
  void for_each_side(Point point, Visit&& visit) const;
  std::vector<Point> collect(Point start, bool is_chain, int number);
  void add_chain(Point start) { chains_.push_back(collect(start, true, static_cast<int>(chains_.size()))); }
  void add_region(Point start);
  [[nodiscard]] std::vector<int> chains_beside(Point point) const;
  void find_life();

  std::span<const Stone> stones_;
  int size_;
  Stone colour_;
  bool is_suicide_legal_;
  std::vector<int> group_;  ///< of each point: its chain, or its region
  std::vector<std::vector<Point>> chains_;
  std::vector<Region> regions_;
  std::vector<char> is_alive_;  ///< by chain
};

}  // namespace rootward::net
