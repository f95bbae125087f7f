// Which stones of a Go board a ladder captures, as KataGo's inputs define it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/go/stone.h"

namespace rootward::net {

/// What the ladder search found, a flag a point.
struct Ladders {
  std::vector<std::uint8_t> captured;  ///< stones of chains with one or two liberties that a ladder takes
  /// Liberties of such a chain with two liberties by which its enemy begins the ladder: bit 0 where the chain is
  /// Black's, bit 1 where it is White's.
  std::vector<std::uint8_t> working;
};

/// `stones`: a stone a point of the size x size board; `ko`: where simple ko forbids a stone (to either side), or
/// kNoPoint. A chain with one liberty is captured if its owner, to move, cannot save it; one with two if its enemy, to
/// move, has a move that begins a ladder. In a ladder the enemy plays on the chain's liberties, the owner on its last
/// liberty or captures neighbours in atari; three liberties, or two with the owner to move, mean escape. The owner may
/// take any ko at the start; a ko that the enemy leaves later counts as escape; a chain whose two liberties are ko
/// mouths is lost. A search of more than 25,000 moves counts as escape.
Ladders find_ladders(std::span<const Stone> stones, int size, Point ko);

}  // namespace rootward::net
