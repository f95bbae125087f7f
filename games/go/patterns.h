// MoGo's 3x3 patterns as one table of all neighbourhoods.
#pragma once

#include <bitset>
#include <cstdint>

namespace rootward {

/// What stands on a neighbouring point, as the player to move sees it.
enum class Neighbour : std::uint8_t { empty = 0, own = 1, enemy = 2, wall = 3 };

/// The eight neighbours of a point, two bits each, in the order NW, N, NE, W, E, SW, S, SE.
using Neighbourhood = std::uint16_t;

/// All neighbourhoods in which a move is one of the patterns, in every rotation, reflection and colour.
class PatternTable {
 public:
  static const PatternTable& shared();
  [[nodiscard]] bool matches(Neighbourhood neighbourhood) const { return table_[neighbourhood]; }

 private:
  PatternTable();
  std::bitset<65536> table_;
};

}  // namespace rootward
