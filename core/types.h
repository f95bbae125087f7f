// The vocabulary every room shares: actions, seats and values.
#pragma once

#include <cstdint>

namespace rootward {

/// A move in the game's own numbering, 0 .. game's action count - 1.
using Action = std::uint16_t;
inline constexpr Action kNoAction = 0xFFFF;

/// A return, or an estimate of one, in [-1, 1]: win +1, draw 0, loss -1. Each declaration says from whose view.
using Value = double;

/// The two players by order of the first move. Single-agent games are always `first`.
enum class Seat : std::uint8_t { first = 0, second = 1 };

constexpr Seat other(Seat seat) { return seat == Seat::first ? Seat::second : Seat::first; }

/// +1 for the first seat, -1 for the second: multiplying by it turns a value between a seat's own view and the first
/// seat's view (both ways).
constexpr double sign_of(Seat seat) { return seat == Seat::first ? 1.0 : -1.0; }

}  // namespace rootward
