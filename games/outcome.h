// How a game of win, draw and loss stands.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/types.h"

namespace rootward {

enum class Outcome : std::uint8_t { open, first_won, second_won, draw };

constexpr Outcome win_of(Seat seat) { return seat == Seat::first ? Outcome::first_won : Outcome::second_won; }

/// First seat's view; the game must be over.
constexpr Value value_of(Outcome outcome) {
  assert(outcome != Outcome::open);
  if (outcome == Outcome::draw) return 0;
  return outcome == Outcome::first_won ? 1 : -1;
}

}  // namespace rootward
